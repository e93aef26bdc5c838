use toolgen_runtime::tool;

/// Does something.
#[tool(confirm = "Delete ${input.pth}?")]
fn remove(
    /// The file.
    path: String,
) {
    let _ = path;
}

fn main() {}
