use toolgen_runtime::tool;

/// Does something.
#[tool]
unsafe fn poke() {}

fn main() {}
