//! The canonical dialect: a row in, its names and schemas as they are out.

use super::loss::Refusal;
use super::projection::{Projection, as_it_is};
use crate::catalog::Row;
use crate::json::{Json, Object};

/// `{name, title?, description, inputSchema, outputSchema?}`; nothing is given up.
#[expect(clippy::unnecessary_wraps, reason = "all dialects have this form")]
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut wire = Object::new();
    wire.insert("name", row.name.as_str());
    if let Some(title) = &row.title {
        wire.insert("title", title.as_str());
    }
    wire.insert("description", row.description.as_str());
    wire.insert("inputSchema", row.input.clone());
    if let Some(output) = &row.output {
        wire.insert("outputSchema", output.clone());
    }
    Ok(as_it_is(row, &row.name, Json::Object(wire), Vec::new()))
}
