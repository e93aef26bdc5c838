#![deny(dead_code)]

use toolgen_runtime::tool;

/// Does something.
#[tool]
fn add() {}

fn main() {}
