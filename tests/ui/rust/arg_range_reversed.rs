use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(range(9..=1))]
    value: i64,
) {
    let _ = value;
}

fn main() {}
