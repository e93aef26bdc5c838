use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(alias(dir))]
    value: String,
) {
    let _ = value;
}

fn main() {}
