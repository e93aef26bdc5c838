use toolgen_runtime::tool;

/// Does something.
#[tool(name = "add numbers")]
fn add() {}

fn main() {}
