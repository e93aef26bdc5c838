use toolgen_runtime::tool;

/// Does something.
#[tool(zebra)]
fn add() {}

fn main() {}
