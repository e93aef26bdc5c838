use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(length(-1..=3))]
    value: String,
) {
    let _ = value;
}

fn main() {}
