//! The source text of N tools `add(a: i64, b: i64) -> i64`, as a user of each rival would write them.

mod handwritten;
mod plain;
mod rig;
mod rmcp;
mod toolgen;

pub use handwritten::handwritten;
pub use plain::plain;
pub use rig::rig;
pub use rmcp::rmcp;
pub use toolgen::{manifest, manifest_handlers, toolgen, toolgen_table};

/// The name of a tool.
pub fn name(tool: usize) -> String {
    format!("add_numbers_{tool}")
}

/// The name of a type that belongs to a tool.
fn type_name(tool: usize) -> String {
    format!("AddNumbers{tool}")
}

/// What a tool gives. Edit 0 is the sum. Otherwise each tool gives something of its own, so that the
/// compiler cannot make one function of them all, and each edit changes the first.
fn body(tool: usize, edit: usize) -> String {
    match (tool, edit) {
        (_, 0) => "a + b".into(),
        (0, edit) => format!("a + b - {edit}"),
        (tool, _) => format!("a + b + {tool}"),
    }
}
