//! The effects and the gate's row of a tool in, what a reader must know of them in words out.

use serde::Serialize;
use toolgen_model::catalog::{Catalog, Row};
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;

/// What a call can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Badge {
    /// `read`, `write`, `destructive` or `unknown`
    pub name: &'static str,
    /// The same in a sentence
    pub text: String,
}

/// What stands between a call and the handler.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Gate {
    /// `allow`, `supervised` or `deny`
    pub verdict: &'static str,
    /// The same in a sentence
    pub text: String,
    /// The question that the approver reads
    pub confirm: Option<String>,
    /// The grant without which it is refused
    pub grant: Option<String>,
    /// What the handler may touch
    pub access: Vec<Access>,
}

/// One kind of thing that the handler may touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Access {
    /// `Reads files`, `Reaches hosts`
    pub what: &'static str,
    /// Which
    pub which: Vec<String>,
}

/// The badge of a row.
pub(crate) fn badge(row: &Row) -> Badge {
    let (name, does) = match row.effects.effect {
        Some(Effect::Read) => ("read", "Only reads"),
        Some(Effect::Write) => ("write", "Adds or changes things, destroys nothing"),
        Some(Effect::Destructive) => ("destructive", "Can destroy what was there"),
        None => ("unknown", "Its effect is not declared, so it never runs without asking"),
    };
    let mut text = does.to_owned();
    match row.effects.idempotent {
        Some(true) => text.push_str("; twice does what once does"),
        Some(false) if row.effects.effect != Some(Effect::Read) => text.push_str("; each call does it again"),
        _ => {}
    }
    match row.effects.open_world {
        Some(true) => text.push_str("; reaches beyond this machine"),
        Some(false) => text.push_str("; stays on this machine"),
        None => {}
    }
    text.push('.');
    Badge { name, text }
}

/// The gate of a row.
pub(crate) fn gate(row: &Row) -> Gate {
    let grant = row.gate.gated.then(|| grant(row));
    let text = match (row.verdict, &grant) {
        (Verdict::Allow, None) => "Runs without asking.".to_owned(),
        (Verdict::Allow, Some(grant)) => format!("Denied unless {grant} is granted; then runs without asking."),
        (Verdict::Supervised, None) => "Asks first; denied where nobody can be asked.".to_owned(),
        (Verdict::Supervised, Some(grant)) => {
            format!("Denied unless {grant} is granted; then asks first, and is denied where nobody can be asked.")
        }
        (Verdict::Deny, None) => format!("Denied unless the policy allows {}.", row.name),
        (Verdict::Deny, Some(grant)) => format!("Denied unless the policy allows it and {grant} is granted."),
    };
    let access = [
        ("Reads files", &row.gate.read),
        ("Writes files", &row.gate.write),
        ("Reaches hosts", &row.gate.net),
        ("Runs programs", &row.gate.exec),
        ("Uses credentials", &row.gate.secrets),
    ];
    Gate {
        verdict: row.verdict.name(),
        text,
        confirm: row.gate.confirm.clone(),
        grant,
        access: access
            .into_iter()
            .filter(|(_, which)| !which.is_empty())
            .map(|(what, which)| Access { what, which: which.clone() })
            .collect(),
    }
}

/// The name of the grant that a gated row needs: `gatedAs`, else its wire name.
pub(crate) fn grant(row: &Row) -> String {
    row.gate.gated_as.clone().unwrap_or_else(|| row.name.clone())
}

/// The rows that an agent with these grants can use at all. A grant is `tool.action`, or the name itself.
pub(crate) fn granted<'c>(catalog: &'c Catalog, grants: &[String]) -> Vec<&'c Row> {
    let open = |row: &&Row| !row.gate.gated || grants.iter().any(|given| holds(row, given));
    catalog.tools.iter().filter(open).collect()
}

/// Whether `given` is the grant that `row` needs.
pub(crate) fn holds(row: &Row, given: &str) -> bool {
    let dotted = match &row.action {
        Some(action) => format!("{}.{action}", row.tool),
        None => row.tool.clone(),
    };
    given == dotted || given == grant(row)
}
