use toolgen_runtime::tool;

struct Point;

/// Does something.
#[tool]
fn draw() -> Point {
    Point
}

fn main() {}
