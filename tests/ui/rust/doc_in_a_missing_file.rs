use toolgen_runtime::tool;

#[doc = include_str!("missing.md")]
#[tool]
fn act() {}

fn main() {}
