use toolgen_runtime::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point;

/// Does something.
#[tool]
fn draw(point: Point) {
    let _ = point;
}

fn main() {}
