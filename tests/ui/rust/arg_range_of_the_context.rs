use toolgen_runtime::tool;

/// Does something.
#[tool]
fn act(#[arg(range(1..=9))] context: &toolgen_runtime::Context) {
    let _ = context;
}

fn main() {}
