//! Two locks in, what became more permissive out, tool by tool.

use std::collections::BTreeSet;

use serde::Serialize;
use toolgen_model::gate::Verdict;
use toolgen_model::json::{Json, digest};

use super::{Cells, Entry, Lock};

/// What became more permissive of one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The tool, by wire name
    pub tool: String,
    /// Its cells
    pub cells: Vec<CellChange>,
    /// What gates and limits it
    pub widened: Vec<Widened>,
}

/// A cell that became more permissive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellChange {
    /// The agent; none is one that nobody declared
    pub agent: Option<String>,
    /// The surface
    pub surface: String,
    /// What was; none where there was no such tool
    pub from: Option<Verdict>,
    /// What is
    pub to: Verdict,
}

/// A gate or a limit that became wider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Widened {
    /// `gated`, `gatedAs`, `effect`, `read`, `write`, `net`, `exec` or `secrets`
    pub what: String,
    /// What was; none where there was nothing
    pub from: Option<String>,
    /// What is, or what was added
    pub to: Option<String>,
}

impl Change {
    /// What an acceptance is bound to: every cell and limit of the change, with what was and what is.
    pub fn digest(&self) -> String {
        Json::of(self).map_or_else(|_| String::new(), |json| digest(&json))
    }
}

/// Everything in `new` that permits more than `old`, by tool. A tool that was not there permitted nothing; an
/// agent that was not declared had what any other had.
pub fn looser(old: &Lock, new: &Lock) -> Vec<Change> {
    new.tools
        .iter()
        .filter_map(|(name, entry)| {
            let before = old.tools.get(name);
            let change = Change { tool: name.clone(), cells: cells(before, entry), widened: widened(before, entry) };
            (!change.cells.is_empty() || !change.widened.is_empty()).then_some(change)
        })
        .collect()
}

fn cells(before: Option<&Entry>, entry: &Entry) -> Vec<CellChange> {
    let mut changes = Vec::new();
    let mut compare = |agent: Option<&String>, row: &Cells| {
        let old = before.map(|before| agent.and_then(|agent| before.agents.get(agent)).unwrap_or(&before.others));
        for (surface, to) in row {
            let from = old.map(|old| old.get(surface).copied().unwrap_or(Verdict::Deny));
            if *to < from.unwrap_or(Verdict::Deny) {
                changes.push(CellChange { agent: agent.cloned(), surface: surface.clone(), from, to: *to });
            }
        }
    };
    for (agent, row) in &entry.agents {
        compare(Some(agent), row);
    }
    // One that is not declared any more has what every other has.
    let gone = before.into_iter().flat_map(|before| before.agents.keys());
    for agent in gone.filter(|agent| !entry.agents.contains_key(*agent)) {
        compare(Some(agent), &entry.others);
    }
    compare(None, &entry.others);
    changes
}

fn widened(before: Option<&Entry>, entry: &Entry) -> Vec<Widened> {
    let mut all = Vec::new();
    let mut say = |what: &str, from: Option<String>, to: Option<String>| {
        all.push(Widened { what: what.to_owned(), from, to });
    };
    if let Some(before) = before {
        if before.gated && !entry.gated {
            say("gated", Some("true".to_owned()), Some("false".to_owned()));
        }
        if before.gated && entry.gated && before.gated_as != entry.gated_as {
            say("gatedAs", before.gated_as.clone(), entry.gated_as.clone());
        }
        // An effect that nobody declares asks, so that any declared one may be wider.
        let strength = |entry: &Entry| entry.effect.map_or(3, |effect| effect as u8);
        if strength(entry) < strength(before) {
            let name = |entry: &Entry| entry.effect.map(|effect| effect.name().to_owned());
            say("effect", name(before), name(entry));
        }
    }
    for (kind, names) in &entry.capabilities {
        let old: BTreeSet<&String> =
            before.and_then(|before| before.capabilities.get(kind)).into_iter().flatten().collect();
        for name in names.iter().filter(|name| !old.contains(name)) {
            say(kind, None, Some(name.clone()));
        }
    }
    all
}
