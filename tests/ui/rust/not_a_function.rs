use toolgen_runtime::tool;

/// Does something.
#[tool]
struct Add;

fn main() {}
