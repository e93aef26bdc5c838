use toolgen_runtime::tool;

/// Does something.
#[tool(effect = destructve)]
fn remove() {}

fn main() {}
