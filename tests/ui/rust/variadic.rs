use toolgen_runtime::tool;

/// Does something.
#[tool]
unsafe extern "C" fn print(mut rest: ...) {}

fn main() {}
