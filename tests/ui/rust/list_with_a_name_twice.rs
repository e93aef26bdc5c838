use toolgen_runtime::{Table, tool, tools};

/// Does something.
#[tool]
fn add() {}

/// Does something.
#[tool(name = "add")]
fn sum() {}

pub static TOOLS: Table = tools![add, sum];

fn main() {}
