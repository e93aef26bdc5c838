use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(read = "${input.value}")]
    value: String,
) {
    let _ = value;
}

fn main() {}
