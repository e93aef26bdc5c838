use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(short = "n")]
    value: i64,
) {
    let _ = value;
}

fn main() {}
