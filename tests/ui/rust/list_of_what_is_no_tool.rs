use toolgen_runtime::{Table, tools};

fn add() {}

static TOOLS: Table = tools![add];

fn main() {}
