use toolgen_runtime::tool;

/// Does something.
#[tool]
fn show(
    /// What.
    value: impl ToString,
) -> String {
    value.to_string()
}

fn main() {}
