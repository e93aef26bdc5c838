use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(defualt = 1)]
    value: i64,
) {
    let _ = value;
}

fn main() {}
