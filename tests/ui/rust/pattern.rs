use toolgen_runtime::tool;

/// Does something.
#[tool]
fn area(
    /// Both sides.
    (width, height): (f64, f64),
) -> f64 {
    width * height
}

fn main() {}
