use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(rename = "other")]
    value: String,
    /// Another.
    other: String,
) {
    let _ = value;
}

fn main() {}
