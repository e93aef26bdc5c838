use toolgen_runtime::tool;

/// Does something.
#[tool(expected_seconds = -1)]
fn send() {}

fn main() {}
