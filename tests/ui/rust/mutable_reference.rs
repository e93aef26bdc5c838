use toolgen_runtime::tool;

struct Counter;

/// Does something.
#[tool]
fn act(counter: &mut Counter) {
    let _ = counter;
}

fn main() {}
