//! Functions under `#[tool]`, and manifests whose actions have Rust handlers.

use std::fmt::Write;

use super::{body, name};

/// How many actions a generated manifest has.
const ACTIONS: usize = 10;

/// N functions.
pub fn toolgen(tools: usize, edit: usize) -> String {
    let mut text = String::from("use toolgen_runtime::tool;\n\n");
    for tool in 0..tools {
        let name = name(tool);
        let _ = write!(
            text,
            "/// Add two numbers.\n#[tool(effect = read)]\npub fn {name}(\n    /// First addend.\n    a: i64,\n    \
             /// Second addend.\n    b: i64,\n) -> i64 {{\n    {}\n}}\n\n",
            body(tool, edit)
        );
    }
    text
}

/// The table of those functions, for a program whose build script does not write it.
pub fn toolgen_table(tools: usize) -> String {
    let names: Vec<String> = (0..tools).map(name).collect();
    format!(
        "/// The table.\npub static TOOLS: toolgen_runtime::Table = toolgen_runtime::tools![{}];\n",
        names.join(", ")
    )
}

/// The manifests of N actions: file name and text.
pub fn manifest(tools: usize) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for first in (0..tools).step_by(ACTIONS) {
        let number = first / ACTIONS;
        let mut text = format!(
            "manifestVersion: \"1\"\ntoolset: add_{number}\nversion: 1.0.0\ndescription: Add numbers.\n\ntools:\n  \
             add_{number}:\n    description: Add numbers.\n    actions:\n"
        );
        for tool in first..tools.min(first + ACTIONS) {
            let _ = write!(
                text,
                "      numbers_{tool}:\n        description: Add two numbers.\n        \
                 annotations: {{readOnlyHint: true, openWorldHint: false}}\n        permission: {{default: allow}}\n        \
                 inputSchema:\n          type: object\n          required: [a, b]\n          properties:\n            \
                 a: {{type: integer, description: First addend.}}\n            \
                 b: {{type: integer, description: Second addend.}}\n        \
                 handler: {{rust: {{fn: \"crate::tools::{}\"}}}}\n",
                name(tool)
            );
        }
        files.push((format!("add_{number}.yaml"), text));
    }
    files
}

/// The handlers of those actions.
pub fn manifest_handlers(tools: usize, edit: usize) -> String {
    let mut text = String::new();
    for tool in 0..tools {
        let (name, module) = (name(tool), tool / ACTIONS);
        let _ = write!(
            text,
            "/// Add two numbers.\npub fn {name}(input: crate::generated::add_{module}::numbers_{tool}::Input) -> i64 {{\n    \
             let (a, b) = (input.a, input.b);\n    {}\n}}\n\n",
            body(tool, edit)
        );
    }
    text
}
