//! Grants that nothing can use, and grants of what needs none.

use toolgen_model::gate::Verdict;

use super::{Whole, name::unknown};
use crate::finding::{Finding, code};
use crate::policy::Grant;
use crate::table::granted;
use crate::universe::MAIN;

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for (at, grant) in whole.policy.grants.iter().enumerate() {
        let Some(tool) = granted(grant, whole.universe) else {
            findings.push(nothing(whole, grant));
            continue;
        };
        let Some(subject) = whole.universe.subject(tool) else { continue };
        if !subject.gated {
            let text = format!("`{}` needs no grant: it is not gated", subject.wire);
            findings.push(
                Finding::warning(code::USELESS_GRANT, &grant.place, text)
                    .help("remove the grant, or gate the action in its declaration")
                    .also(&subject.place, "its declaration"),
            );
        } else if !reaches(whole, grant, tool) {
            let text =
                format!("nobody can use this grant: `{}` is denied to all of them on every surface", subject.wire);
            let help = "remove the grant, or permit the tool; `AGENT explain` shows what denies it";
            findings.push(Finding::error(code::UNREACHABLE_GRANT, &grant.place, text).help(help));
        }
        let same = |other: &&Grant| {
            other.tool.text == grant.tool.text
                && other.action.as_ref().map(|name| &name.text) == grant.action.as_ref().map(|name| &name.text)
                && other.agents.is_none()
        };
        if let Some(other) = whole.policy.grants.get(..at).and_then(|before| before.iter().find(same)) {
            let text = format!("`{}` is granted to every agent already", subject.wire);
            findings.push(
                Finding::warning(code::SHADOWED, &grant.place, text)
                    .help("remove one of them")
                    .also(&other.place, "there"),
            );
        }
    }
}

/// Whether one of those to whom it is granted gets further than a denial.
fn reaches(whole: &Whole<'_>, grant: &Grant, tool: u32) -> bool {
    let agents = 0..=whole.universe.stranger();
    agents
        .filter(|agent| {
            let name = whole.universe.agents().get(*agent as usize).map_or(MAIN, String::as_str);
            grant.agents.as_ref().is_none_or(|names| names.names.iter().any(|known| known.text == name))
        })
        .any(|agent| {
            (0..)
                .take(whole.universe.surfaces().len())
                .any(|surface| whole.table.verdict(tool, agent, surface).verdict != Verdict::Deny)
        })
}

fn nothing(whole: &Whole<'_>, grant: &Grant) -> Finding {
    let tool = &grant.tool;
    let actions = whole.universe.actions(&tool.text);
    let known = actions.iter().filter_map(|at| whole.universe.subject(*at)).filter_map(|it| it.id.action.as_deref());
    match (&grant.action, actions.is_empty()) {
        (Some(action), false) => {
            unknown(code::UNKNOWN_TOOL, &format!("action of `{}`", tool.text), &action.text, &action.place, known)
        }
        (None, false) => {
            let known: Vec<&str> = known.collect();
            let text = format!("a grant of `{}` expects one of its actions: {}", tool.text, known.join(", "));
            Finding::error(code::UNKNOWN_TOOL, &grant.place, text).help("add `action = …`; no grant covers them all")
        }
        (_, true) => match whole.universe.tool(&tool.text).and_then(|at| whole.universe.subject(at)) {
            Some(it) => {
                let text = format!("a grant is a pair; `{}` is the joined name of one", tool.text);
                let action = it.id.action.as_deref().unwrap_or_default();
                let help = format!("write `tool = \"{}\", action = \"{action}\"`", it.id.tool);
                Finding::error(code::UNKNOWN_TOOL, &tool.place, text).help(help)
            }
            None => unknown(code::UNKNOWN_TOOL, "tool", &tool.text, &tool.place, whole.universe.names()),
        },
    }
}
