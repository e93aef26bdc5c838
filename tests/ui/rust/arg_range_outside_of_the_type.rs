use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(range(0..=300))]
    value: u8,
) {
    let _ = value;
}

fn main() {}
