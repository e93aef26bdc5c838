use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// A value.
    #[arg(default = {"a": 1, "a": 2})]
    value: std::collections::BTreeMap<String, i64>,
) {
    let _ = value;
}

fn main() {}
