//! A server with methods, a struct with `Deserialize` and `JsonSchema` for each tool.

use std::fmt::Write;

use super::{body, name, type_name};

/// N methods of `Server` with their structs, under `#[tool_router]` and `#[tool_handler]`.
pub fn rmcp(tools: usize, edit: usize) -> String {
    let mut text = String::from(
        "use rmcp::handler::server::wrapper::Parameters;\n\
         use rmcp::{ServerHandler, tool, tool_handler, tool_router};\n\
         use schemars::JsonSchema;\nuse serde::Deserialize;\n\n",
    );
    for tool in 0..tools {
        let ty = type_name(tool);
        let _ = write!(
            text,
            "/// The arguments.\n#[derive(Deserialize, JsonSchema)]\npub struct {ty} {{\n    /// First addend.\n    \
             a: i64,\n    /// Second addend.\n    b: i64,\n}}\n\n"
        );
    }
    text.push_str(
        "/// The server.\n#[derive(Clone)]\npub struct Server;\n\n#[tool_router(vis = \"pub\")]\nimpl Server {\n",
    );
    for tool in 0..tools {
        let (name, ty) = (name(tool), type_name(tool));
        let _ = write!(
            text,
            "    /// Add two numbers.\n    #[tool]\n    fn {name}(&self, Parameters({ty} {{ a, b }}): Parameters<{ty}>) \
             -> String {{\n        ({}).to_string()\n    }}\n\n",
            body(tool, edit)
        );
    }
    text.push_str("}\n\n#[tool_handler]\nimpl ServerHandler for Server {}\n");
    text
}
