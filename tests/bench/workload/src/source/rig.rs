//! Functions under `#[rig_tool]`, which makes a struct for each.

use std::fmt::Write;

use super::{body, name, type_name};

/// N functions and `tools()`, which collects them in a `ToolSet`.
pub fn rig(tools: usize, edit: usize) -> String {
    let mut text =
        String::from("use std::convert::Infallible;\n\nuse rig_agent::rig_tool;\nuse rig_agent::tool::ToolSet;\n\n");
    for tool in 0..tools {
        let name = name(tool);
        let _ = write!(
            text,
            "/// Add two numbers.\n#[rig_tool]\npub fn {name}(\n    /// First addend.\n    a: i64,\n    \
             /// Second addend.\n    b: i64,\n) -> Result<i64, Infallible> {{\n    Ok({})\n}}\n\n",
            body(tool, edit)
        );
    }
    text.push_str("/// Every tool.\npub fn tools() -> ToolSet {\n    let mut set = ToolSet::default();\n");
    for tool in 0..tools {
        let _ = writeln!(text, "    set.add_tool({});", type_name(tool));
    }
    text.push_str("    set\n}\n");
    text
}
