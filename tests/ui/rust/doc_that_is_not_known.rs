use toolgen_runtime::tool;

#[doc = concat!("a", "b")]
#[tool]
fn act() {}

fn main() {}
