use toolgen_runtime::tool;

/// Does something.
#[tool]
fn show<T: ToString>(
    /// What.
    value: T,
) -> String {
    value.to_string()
}

fn main() {}
