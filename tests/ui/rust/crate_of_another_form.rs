use toolgen_runtime::tool;

/// Does something.
#[tool(crate = "toolgen_runtime")]
fn send() {}

fn main() {}
