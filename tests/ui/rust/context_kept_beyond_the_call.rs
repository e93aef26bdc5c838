use toolgen_runtime::{Context, tool};

/// Does something.
#[tool]
fn act(context: &Context) {
    std::thread::spawn(move || context.agent().len());
}

fn main() {}
