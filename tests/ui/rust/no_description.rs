use toolgen_runtime::tool;

#[tool]
fn add() {}

fn main() {}
