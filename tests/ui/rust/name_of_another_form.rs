use toolgen_runtime::tool;

/// Does something.
#[tool(name = add)]
fn sum() {}

fn main() {}
