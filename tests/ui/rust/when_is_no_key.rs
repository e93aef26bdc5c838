use toolgen_runtime::tool;

/// Does something.
#[tool(when = "git.enabled == true")]
fn log() {}

fn main() {}
