use toolgen_runtime::tool;

/// Does something.
#[tool(timeout = "20")]
fn look() {}

fn main() {}
