//! The canonical dialect: a row in, its names and schemas as they are out.

use super::Projection;
use crate::catalog::Row;
use crate::json::{Json, Object};

/// `{name, title?, description, inputSchema, outputSchema?}`; nothing is given up.
pub(super) fn project(row: &Row) -> Projection {
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
    Projection { wire: Json::Object(wire), losses: Vec::new() }
}
