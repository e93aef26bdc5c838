//! A match over the names, a struct with `Deserialize` for each tool.

use std::fmt::Write;

use super::{body, name, type_name};

/// N functions with their structs, and `call(name, arguments)` that writes the reply.
pub fn handwritten(tools: usize, edit: usize) -> String {
    let mut text = String::from("use serde::Deserialize;\n\n");
    for tool in 0..tools {
        let (name, ty) = (name(tool), type_name(tool));
        let _ = write!(
            text,
            "#[derive(Deserialize)]\nstruct {ty} {{\n    a: i64,\n    b: i64,\n}}\n\n\
             /// Add two numbers.\npub fn {name}(a: i64, b: i64) -> i64 {{\n    {}\n}}\n\n",
            body(tool, edit)
        );
    }
    text.push_str(
        "/// The reply as text.\npub fn call(name: &str, arguments: &str) -> Result<String, serde_json::Error> {\n    \
         let sum = match name {\n",
    );
    for tool in 0..tools {
        let (name, ty) = (name(tool), type_name(tool));
        let _ = write!(
            text,
            "        {name:?} => {{\n            let {ty} {{ a, b }} = serde_json::from_str(arguments)?;\n            \
             {name}(a, b)\n        }}\n"
        );
    }
    text.push_str(
        "        _ => return Err(serde::de::Error::custom(\"no such tool\")),\n    };\n    serde_json::to_string(&sum)\n}\n",
    );
    text
}
