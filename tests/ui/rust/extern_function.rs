use toolgen_runtime::tool;

/// Does something.
#[tool]
extern "C" fn call() {}

fn main() {}
