//! MCP as AnimaWorks serves it: a row in, a `Tool` of `tools/list` whose whole numbers may also come as text out.
//!
//! | AnimaWorks | what is done |
//! |---|---|
//! | `integer` is advertised as `["integer", "string"]`, since some clients send numbers as text | so, a loss |
//! | such a text is turned back | [`receive`](crate::schema::call::receive) reads the number out of it |
//! | a choice between numbers, and a schema with `oneOf`, `not`, `if` or `contains` | stays, since more would be less there |
//! | all else | as for MCP, the newest revision |

use super::loss::{Loss, Refusal, Relation};
use super::mcp;
use super::projection::Projection;
use super::walk::{rewrite, visit};
use crate::catalog::Row;
use crate::json::{Json, Object, Word};

/// `{name, title?, description, inputSchema, outputSchema?, annotations?}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut projection = mcp::project_2026_07_28(row)?;
    let mut counts = false;
    visit(&row.input, &mut |_, _, schema| {
        counts |= ["oneOf", "not", "if", "contains"].iter().any(|key| schema.get(key).is_some());
    });
    if counts {
        return Ok(projection);
    }
    let losses = &mut projection.losses;
    visit(&row.input, &mut |at, _, schema| {
        if schema.as_object().is_some_and(is_relaxed) {
            losses.push(Loss::new(at.pointer(), "type", Relation::Widened, "a whole number may come as text"));
        }
    });
    if let Some(input) = projection.wire.as_object_mut().and_then(|wire| wire.get_mut("inputSchema")) {
        rewrite(input, &mut |schema| {
            if is_relaxed(schema) {
                schema.insert(Word::Type, vec!["integer", "string"]);
            }
        });
    }
    Ok(projection)
}

fn is_relaxed(schema: &Object) -> bool {
    schema.at(Word::Type).and_then(Json::as_str) == Some("integer") && !schema.has(Word::Enum)
}
