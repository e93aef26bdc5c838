use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(range = 1..=9)]
    value: i64,
) {
    let _ = value;
}

fn main() {}
