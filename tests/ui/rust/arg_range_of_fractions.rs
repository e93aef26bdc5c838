use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(range(0.5..=1.5))]
    value: i64,
) {
    let _ = value;
}

fn main() {}
