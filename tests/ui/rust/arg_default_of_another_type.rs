use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(default = "one")]
    value: i64,
) {
    let _ = value;
}

fn main() {}
