use toolgen_runtime::tool;

type Call<'a> = &'a toolgen_runtime::Context;

/// Does something.
#[tool]
fn act(#[arg(default = 1)] context: Call<'_>) {
    let _ = context;
}

fn main() {}
