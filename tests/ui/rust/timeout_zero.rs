use toolgen_runtime::tool;

/// Does something.
#[tool(timeout = "0s")]
fn look() {}

fn main() {}
