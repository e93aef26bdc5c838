use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(
    /// The call.
    context: Option<&toolgen_runtime::Context>,
) {
    let _ = context;
}

fn main() {}
