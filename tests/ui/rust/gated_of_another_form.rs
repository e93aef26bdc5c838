use toolgen_runtime::tool;

/// Does something.
#[tool(gated = yes)]
fn send() {}

fn main() {}
