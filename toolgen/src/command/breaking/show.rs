//! What became more permissive in, text for people or JSON for programs out.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Value, json};
use toolgen_policy::lock::{CellChange, Change, Judged};

use crate::command::Console;

/// The most surfaces and agents that a line of the text names.
const NAMED: usize = 12;

/// Writes it for people.
pub(crate) fn text(judged: &Judged, console: &mut Console) -> io::Result<()> {
    for (changes, mark) in [(&judged.open, "more permissive"), (&judged.accepted, "accepted")] {
        for change in changes {
            writeln!(console.out, "{}: {mark}", shown(&change.tool))?;
            for line in lines(change) {
                writeln!(console.out, "  {line}")?;
            }
            if mark == "more permissive" {
                writeln!(console.out, "  digest {}", change.digest())?;
            }
        }
    }
    for unused in &judged.unused {
        writeln!(
            console.out,
            "{}: the acceptance {} accepts nothing that changed so; remove it, or accept what did",
            shown(&unused.tool),
            shown(&unused.digest)
        )?;
    }
    console.out.flush()?;
    if judged.open.is_empty() && judged.unused.is_empty() {
        return Ok(());
    }
    let cells: usize = judged.open.iter().map(|change| change.cells.len()).sum();
    writeln!(
        console.err,
        "{} tools with {cells} cells became more permissive, {} acceptances accept nothing; \
         tighten the policy, or accept with `toolgen lock --gates --accept REASON`",
        judged.open.len(),
        judged.unused.len()
    )
}

/// Writes it for programs.
pub(crate) fn json(judged: &Judged, console: &mut Console) -> io::Result<()> {
    let changes = |changes: &[Change]| -> Vec<Value> {
        let one = |change: &Change| {
            json!({
                "tool": change.tool,
                "digest": change.digest(),
                "cells": change.cells,
                "widened": change.widened,
            })
        };
        changes.iter().map(one).collect()
    };
    let value = json!({
        "open": changes(&judged.open),
        "accepted": changes(&judged.accepted),
        "unused": judged.unused,
    });
    writeln!(console.out, "{value:#}")
}

/// The lines of a change: cells of one step together, with who and where.
fn lines(change: &Change) -> Vec<String> {
    let mut lines = Vec::new();
    let mut steps: BTreeMap<String, Vec<&CellChange>> = BTreeMap::new();
    for cell in &change.cells {
        let from = cell.from.map_or("not there", |from| from.name());
        steps.entry(format!("{from} -> {}", cell.to.name())).or_default().push(cell);
    }
    for (step, cells) in &steps {
        let mut agents: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for cell in cells {
            let agent = cell.agent.as_deref().map_or("any other agent".to_owned(), shown);
            agents.entry(agent).or_default().push(&cell.surface);
        }
        let mut together: BTreeMap<Vec<&str>, Vec<String>> = BTreeMap::new();
        for (agent, surfaces) in agents {
            together.entry(surfaces).or_default().push(agent);
        }
        for (surfaces, agents) in together {
            lines.push(format!("{step}: {} on {}", some(&agents), some(&surfaces)));
        }
    }
    for wide in &change.widened {
        let value = |value: &Option<String>| value.as_deref().map_or("nothing".to_owned(), shown);
        lines.push(format!("{}: {} -> {}", wide.what, value(&wide.from), value(&wide.to)));
    }
    lines
}

/// The first few of a list.
fn some<T: AsRef<str>>(names: &[T]) -> String {
    let mut text = names.iter().take(NAMED).map(|name| shown(name.as_ref())).collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        text.push_str(&format!(" and {} more", names.len() - NAMED));
    }
    text
}

/// A text of a file, so that it does not act on a terminal.
fn shown(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_debug).collect()
}
