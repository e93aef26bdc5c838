use toolgen_runtime::tool;

/// Does something.
#[tool(nmae = "add")]
fn add() {}

fn main() {}
