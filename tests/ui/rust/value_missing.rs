use toolgen_runtime::tool;

/// Does something.
#[tool(title = )]
fn look() {}

fn main() {}
