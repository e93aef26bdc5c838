use toolgen_runtime::tool;

struct Context;

/// Does something.
#[tool]
fn act(context: &Context) {
    let _ = context;
}

fn main() {}
