use toolgen_runtime::tool;

type Result<T> = std::result::Result<Vec<T>, toolgen_runtime::ToolError>;

/// Does something.
#[tool]
fn list() -> Result<i64> {
    Ok(vec![1])
}

fn main() {}
