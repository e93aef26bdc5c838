//! A lock in, its text out: an agent a line, so that a review shows what changed for whom.

use serde::Serialize;

use super::{Cells, Entry, Lock};

impl Lock {
    /// The file: tools, agents and surfaces sorted by name, a final newline.
    pub fn to_text(&self) -> String {
        let mut out = format!("{{\n  \"lockVersion\": {},\n  \"tools\": {{", self.lock_version);
        list(&mut out, self.tools.iter(), |out, (name, entry)| {
            out.push_str(&format!("\n    {}: {{\n", json(name)));
            entry_text(out, entry);
            out.push_str("    }");
        });
        out.push_str(if self.tools.is_empty() { "}" } else { "\n  }" });
        if !self.accepted.is_empty() {
            out.push_str(",\n  \"accepted\": [");
            list(&mut out, self.accepted.iter(), |out, accepted| out.push_str(&format!("\n    {}", json(accepted))));
            out.push_str("\n  ]");
        }
        out.push_str("\n}\n");
        out
    }
}

fn entry_text(out: &mut String, entry: &Entry) {
    let mut field = |name: &str, value: String| out.push_str(&format!("      \"{name}\": {value},\n"));
    field("tool", json(&entry.tool));
    if let Some(action) = &entry.action {
        field("action", json(action));
    }
    if let Some(effect) = &entry.effect {
        field("effect", json(effect));
    }
    if entry.gated {
        field("gated", json(&true));
    }
    if let Some(name) = &entry.gated_as {
        field("gatedAs", json(name));
    }
    if !entry.capabilities.is_empty() {
        field("capabilities", json(&entry.capabilities));
    }
    let cells = |cells: &Cells| json(cells).replace(',', ", ").replace("\":", "\": ");
    out.push_str("      \"agents\": {");
    list(out, entry.agents.iter(), |out, (name, row)| {
        out.push_str(&format!("\n        {}: {}", json(name), cells(row)));
    });
    out.push_str("\n      },\n");
    out.push_str(&format!("      \"others\": {}\n", cells(&entry.others)));
}

fn list<T>(out: &mut String, items: impl Iterator<Item = T>, write: impl Fn(&mut String, T)) {
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, item);
    }
}

/// These values have no form that JSON could not take.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
