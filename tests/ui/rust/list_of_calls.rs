use toolgen_runtime::{Table, tool, tools};

/// Does something.
#[tool]
fn add() {}

static TOOLS: Table = tools![add()];

fn main() {}
