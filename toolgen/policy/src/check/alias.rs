//! Two tools that one name could mean: `gmail` + `send_all` and `gmail_send` + `all`, `read-only` and `read_only`.

use std::collections::HashMap;

use super::Whole;
use crate::finding::{Finding, code};
use crate::universe::Subject;

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let mut known: HashMap<String, &Subject> = HashMap::new();
    for subject in whole.universe.tools() {
        let folded = subject.wire.to_ascii_lowercase().replace('-', "_");
        if let Some(other) = known.insert(folded, subject) {
            let text = format!(
                "expected a name of its own; {} and {} could be taken for each other",
                named(other),
                named(subject)
            );
            let help = "rename one of them: grants are pairs, and each pair needs a name that is no other's";
            findings.push(
                Finding::error(code::ALIAS_COLLISION, &subject.place, text)
                    .help(help)
                    .also(&other.place, "the other one"),
            );
        }
    }
    let mut grants: HashMap<&str, &str> = HashMap::new();
    for row in whole.rows.iter().filter(|row| row.gate.gated) {
        let Some(name) = row.gate.gated_as.as_deref() else { continue };
        let other = grants
            .insert(name, &row.name)
            .or_else(|| whole.universe.tool(name).and_then(|at| whole.universe.subject(at)).map(|it| it.wire.as_str()));
        if let Some(other) = other.filter(|other| *other != row.name) {
            let place = whole.universe.tool(&row.name).and_then(|at| whole.universe.subject(at));
            let text = format!("the grant name `{name}` of `{}` is that of `{other}` too", row.name);
            let place = place.map(|it| it.place.clone()).unwrap_or_default();
            findings
                .push(Finding::error(code::ALIAS_COLLISION, &place, text).help("give one of them another `gatedAs`"));
        }
    }
}

fn named(subject: &Subject) -> String {
    match &subject.id.action {
        Some(action) => format!("`{}` + `{action}`", subject.id.tool),
        None => format!("`{}`", subject.id.tool),
    }
}
