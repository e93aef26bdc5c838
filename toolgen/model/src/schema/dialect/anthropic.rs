//! Anthropic Messages, not strict: a row in, a tool with `input_schema` out.
//!
//! | Anthropic | what is done |
//! |---|---|
//! | no `anyOf`, `oneOf`, `allOf`, `$ref` at the root | the branches' properties are merged, a loss |
//! | keys of the root match `^[a-zA-Z0-9_.-]{1,64}$` | another name is refused |
//! | all else | as it is |

use super::{Projection, root};
use crate::catalog::Row;
use crate::json::{Json, Object};

/// `{name, description, input_schema}`.
pub(super) fn project(row: &Row) -> Result<Projection, String> {
    let mut losses = Vec::new();
    let schema = root::plain(&row.input, &mut losses);
    let properties = schema.get("properties").and_then(Json::as_object);
    if let Some(name) = properties.into_iter().flat_map(Object::keys).find(|name| !is_key(name)) {
        return Err(format!(
            "the property {name:?} has a name that it does not take; use at most 64 of A-Z a-z 0-9 _ . -"
        ));
    }
    let mut wire = Object::new();
    wire.insert("name", row.name.as_str());
    wire.insert("description", root::with_residuals(&row.description, &losses));
    wire.insert("input_schema", schema);
    Ok(Projection { wire: Json::Object(wire), losses })
}

fn is_key(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}
