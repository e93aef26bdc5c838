use toolgen_runtime::tool;

/// Does something.
#[tool(gated background)]
fn look() {}

fn main() {}
