use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(example = true)]
    value: i64,
) {
    let _ = value;
}

fn main() {}
