//! The smallest agent with a command line: words in, the reply of its one tool out.

use std::process::ExitCode;

use toolgen_runtime::{Table, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look() -> &'static str {
    "seen"
}

static TOOLS: Table = tools![look];

fn main() -> ExitCode {
    toolgen_runtime::main(&TOOLS)
}
