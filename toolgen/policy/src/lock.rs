//! A snapshot in, `gate.lock.json` out: the verdict of every cell with what gates and limits the tool; and two of
//! them in, every cell that became more permissive out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toolgen_model::catalog::Row;
use toolgen_model::effect::Effect;
use toolgen_model::gate::{GateRow, Verdict};

use crate::load::Snapshot;

mod accept;
mod looser;
mod text;

pub use accept::{Judged, judge};
pub use looser::{CellChange, Change, Widened, looser};

/// The file's name, in the folder of the package.
pub const FILE: &str = "gate.lock.json";
/// The version of the format.
const VERSION: u32 = 1;
/// The longest file that is read, in bytes.
pub const LARGEST: usize = 64 << 20;

/// The whole table of one state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lock {
    /// The format
    lock_version: u32,
    /// The tools, and actions, by wire name
    pub tools: BTreeMap<String, Entry>,
    /// What was accepted, in the order in which it was
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Acceptance>,
}

/// The verdicts by surface.
pub type Cells = BTreeMap<String, Verdict>;

/// A tool, or one action of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// The tool
    pub tool: String,
    /// The action
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The declared effect
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Whether it needs a grant of its own
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gated: bool,
    /// The name of that grant, where it is another
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gated_as: Option<String>,
    /// What it may touch, by kind: read, write, net, exec, secrets
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub capabilities: BTreeMap<String, Vec<String>>,
    /// The verdicts by agent
    pub agents: BTreeMap<String, Cells>,
    /// The verdicts for an agent that nobody declared
    pub others: Cells,
}

/// That somebody accepted what became more permissive of one tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Acceptance {
    /// The tool, by wire name
    pub tool: String,
    /// [`Change::digest`] of what was accepted: of another change it accepts nothing
    pub digest: String,
    /// Why
    pub reason: String,
}

impl Lock {
    /// The table of a snapshot over the rows that it was loaded with.
    pub fn of(snapshot: &Snapshot, rows: &[Row]) -> Lock {
        let universe = &snapshot.universe;
        let tools = rows.iter().filter_map(|row| {
            let tool = universe.tool(&row.name)?;
            let cells = |agent: u32| -> Cells {
                let surfaces = (0..).zip(universe.surfaces());
                surfaces
                    .map(|(at, name)| ((*name).to_owned(), snapshot.table.verdict(tool, agent, at).verdict))
                    .collect()
            };
            let entry = Entry {
                tool: row.tool.clone(),
                action: row.action.clone(),
                effect: row.effects.effect,
                gated: row.gate.gated,
                gated_as: row.gate.gated_as.clone(),
                capabilities: capabilities(&row.gate),
                agents: (0..).zip(universe.agents()).map(|(at, name)| (name.clone(), cells(at))).collect(),
                others: cells(universe.stranger()),
            };
            Some((row.name.clone(), entry))
        });
        Lock { lock_version: VERSION, tools: tools.collect(), accepted: Vec::new() }
    }

    /// Reads a lock file.
    ///
    /// # Errors
    /// A sentence: too long, no JSON of that form, or another version.
    pub fn parse(text: &str) -> Result<Lock, String> {
        if text.len() > LARGEST {
            return Err(format!("expected at most {LARGEST} bytes, found {}", text.len()));
        }
        let lock: Lock = serde_json::from_str(text)
            .map_err(|error| format!("this is no gate lock: {error}; `toolgen lock --gates` writes one"))?;
        if lock.lock_version != VERSION {
            return Err(format!(
                "it has version {}, this program reads version {VERSION}; run `toolgen lock --gates` again",
                lock.lock_version
            ));
        }
        match lock.accepted.iter().find(|accepted| accepted.reason.trim().is_empty()) {
            Some(accepted) => Err(format!("the acceptance of `{}` gives no reason; write why", accepted.tool)),
            None => Ok(lock),
        }
    }
}

/// What a tool may touch, sorted; kinds of which it has nothing are left out.
fn capabilities(gate: &GateRow) -> BTreeMap<String, Vec<String>> {
    let kinds = [
        ("read", &gate.read),
        ("write", &gate.write),
        ("net", &gate.net),
        ("exec", &gate.exec),
        ("secrets", &gate.secrets),
    ];
    let kinds = kinds.into_iter().filter(|(_, names)| !names.is_empty());
    kinds
        .map(|(kind, names)| {
            let mut names = names.clone();
            names.sort();
            names.dedup();
            (kind.to_owned(), names)
        })
        .collect()
}

#[cfg(test)]
mod tests;
