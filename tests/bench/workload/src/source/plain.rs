//! Functions and a match: what the tools cost without any tool.

use std::fmt::Write;

use super::{body, name};

/// N functions, called with numbers that are there already.
pub fn plain(tools: usize, edit: usize) -> String {
    let mut text = String::new();
    for tool in 0..tools {
        let name = name(tool);
        let _ = write!(
            text,
            "/// Add two numbers.\npub fn {name}(a: i64, b: i64) -> i64 {{\n    {}\n}}\n\n",
            body(tool, edit)
        );
    }
    text.push_str(
        "/// The sum by the name of the tool.\npub fn call(name: &str, a: i64, b: i64) -> Option<i64> {\n    \
         Some(match name {\n",
    );
    for tool in 0..tools {
        let name = name(tool);
        let _ = writeln!(text, "        {name:?} => {name}(a, b),");
    }
    text.push_str("        _ => return None,\n    })\n}\n");
    text
}
