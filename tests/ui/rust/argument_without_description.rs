use toolgen_runtime::tool;

/// Does something.
#[tool]
fn add(a: i64) -> i64 {
    a
}

fn main() {}
