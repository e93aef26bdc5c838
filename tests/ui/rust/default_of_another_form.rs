use toolgen_runtime::tool;

/// Does something.
#[tool(default = ask)]
fn send() {}

fn main() {}
