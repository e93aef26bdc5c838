//! MCP 2026-07-28: a row in, a `Tool` of `tools/list` out.
//!
//! | MCP takes | from |
//! |---|---|
//! | any JSON Schema 2020-12 with an object root as `inputSchema` | the canonical schema as it is |
//! | an object as `structuredContent` (revisions before 2026-07-28) | another root stands under `result` |
//! | hints | the declared effects; what nobody declared is left to MCP's defaults |

use super::{Loss, Projection};
use crate::catalog::Row;
use crate::effect::{Effect, Effects};
use crate::json::{Json, Object};

/// `{name, title?, description, inputSchema, outputSchema?, annotations?}`.
pub(super) fn project(row: &Row) -> Projection {
    let mut wire = Object::new();
    let mut losses = Vec::new();
    wire.insert("name", row.name.as_str());
    if let Some(title) = &row.title {
        wire.insert("title", title.as_str());
    }
    wire.insert("description", row.description.as_str());
    wire.insert("inputSchema", row.input.clone());
    if let Some(output) = &row.output {
        let is_object = output.get("type").and_then(Json::as_str) == Some("object");
        if is_object {
            wire.insert("outputSchema", output.clone());
        } else {
            wire.insert("outputSchema", wrapped(output));
            let residual = "the reply is no object: it stands under `result`".to_owned();
            losses.push(Loss { at: String::new(), keyword: "outputSchema".to_owned(), residual });
        }
    }
    let hints = hints(&row.effects);
    if !hints.is_empty() {
        wire.insert("annotations", hints);
    }
    Projection { wire: Json::Object(wire), losses }
}

/// A reply that is no object, as the property `result`; its definitions stay at the root.
fn wrapped(output: &Json) -> Json {
    let mut inner = output.clone();
    let defs = inner.as_object_mut().and_then(|inner| inner.remove("$defs"));
    let mut outer = Object::new();
    outer.insert("type", "object");
    outer.insert("properties", Json::from([("result", inner)]));
    outer.insert("required", vec!["result"]);
    if let Some(defs) = defs {
        outer.insert("$defs", defs);
    }
    Json::Object(outer)
}

fn hints(effects: &Effects) -> Object {
    let mut hints = Object::new();
    if let Some(effect) = effects.effect {
        hints.insert("readOnlyHint", effect == Effect::Read);
        if effect != Effect::Read {
            hints.insert("destructiveHint", effect == Effect::Destructive);
        }
    }
    if let Some(idempotent) = effects.idempotent {
        hints.insert("idempotentHint", idempotent);
    }
    if let Some(open_world) = effects.open_world {
        hints.insert("openWorldHint", open_world);
    }
    hints
}
