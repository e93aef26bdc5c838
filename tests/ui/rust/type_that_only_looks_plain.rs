use toolgen_runtime::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct String;

/// Does something.
#[tool]
fn act(
    /// A text.
    text: String,
) {
    let _ = text;
}

fn main() {}
