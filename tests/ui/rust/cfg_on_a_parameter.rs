use toolgen_runtime::tool;

/// Does something.
#[tool]
fn add(
    /// First.
    #[cfg(unix)]
    a: i64,
) -> i64 {
    a
}

fn main() {}
