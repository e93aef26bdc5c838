use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(pattern = "(a")]
    value: String,
) {
    let _ = value;
}

fn main() {}
