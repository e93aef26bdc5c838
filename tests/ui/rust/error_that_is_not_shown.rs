use toolgen_runtime::tool;

struct Wrong;

/// Does something.
#[tool]
fn act() -> Result<(), Wrong> {
    Err(Wrong)
}

fn main() {}
