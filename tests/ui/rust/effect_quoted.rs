use toolgen_runtime::tool;

/// Does something.
#[tool(effect = "read")]
fn look() {}

fn main() {}
