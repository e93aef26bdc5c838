use toolgen_runtime::tool;

struct Point;

/// Does something.
#[tool]
fn draw(
    /// Where.
    point: Point,
) {
    let _ = point;
}

fn main() {}
