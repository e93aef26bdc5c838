use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(range(0.0..1.0))]
    value: f64,
) {
    let _ = value;
}

fn main() {}
