use toolgen_runtime::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point;

/// Does something.
#[tool]
fn act(#[arg(read = ".")] point: Point) {
    let _ = point;
}

fn main() {}
