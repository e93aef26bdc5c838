use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(default = 1)]
    value: Option<i64>,
) {
    let _ = value;
}

fn main() {}
