use toolgen_runtime::tool;

/// Does something.
#[tool]
fn zeros<const N: usize>() -> Vec<u8> {
    vec![0; N]
}

fn main() {}
