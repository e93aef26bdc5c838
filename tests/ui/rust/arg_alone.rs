use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg]
    value: i64,
) {
    let _ = value;
}

fn main() {}
