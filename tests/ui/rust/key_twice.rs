use toolgen_runtime::tool;

/// Does something.
#[tool(effect = read, effect = write)]
fn look() {}

fn main() {}
