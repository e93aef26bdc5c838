//! MCP: a row in, a `Tool` of `tools/list` out.
//!
//! | MCP takes | from |
//! |---|---|
//! | any JSON Schema 2020-12 with an object root as `inputSchema` | the canonical schema as it is |
//! | names of 1 to 128 of `A-Za-z0-9_.-` (from 2025-11-25 on) | another is cut and gets a digest |
//! | an object as `structuredContent` (revisions before 2026-07-28) | another root stands under `result` |
//! | `x-mcp-header` unique, on strings, whole numbers and booleans below `properties` only (from 2026-07-28 on) | else the tool is refused |
//! | hints | the declared effects; what nobody declared is left to MCP's defaults |

use super::accept::{ANY, Accepts};
use super::loss::{Loss, Refusal, Relation};
use super::name::fitting;
use super::projection::{Projection, as_it_is};
use super::walk::visit;
use crate::catalog::Row;
use crate::effect::{Effect, Effects};
use crate::json::{Json, Object};

pub(super) static ACCEPTS: Accepts = Accepts { name: |name| !name.is_empty(), ..ANY };

#[expect(clippy::unnecessary_wraps, reason = "all dialects have this form")]
pub(super) fn project_2025_06_18(row: &Row) -> Result<Projection, Refusal> {
    Ok(project(row, &row.name))
}

#[expect(clippy::unnecessary_wraps, reason = "all dialects have this form")]
pub(super) fn project_2025_11_25(row: &Row) -> Result<Projection, Refusal> {
    Ok(project(row, &fitting(&row.name, is_name)))
}

pub(super) fn project_2026_07_28(row: &Row) -> Result<Projection, Refusal> {
    headers(&row.input)?;
    Ok(project(row, &fitting(&row.name, is_name)))
}

fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// Properties that go into HTTP headers: their names differ, their values fit there, and they can be found without
/// a look at any value.
fn headers(input: &Json) -> Result<(), Refusal> {
    let mut seen: Vec<String> = Vec::new();
    let mut refusal = None;
    visit(input, &mut |at, _, schema| {
        if let Some(header) = schema.get("x-mcp-header").filter(|_| refusal.is_none()) {
            refusal = header_fault(&at.pointer(), header, schema, &mut seen);
        }
    });
    refusal.map_or(Ok(()), Err)
}

fn header_fault(at: &str, header: &Json, schema: &Json, seen: &mut Vec<String>) -> Option<Refusal> {
    let refuse = |code: &'static str, message: String| Some(Refusal::new(code, at, message));
    let header = header.as_str().unwrap_or_default();
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if header.is_empty() || !header.chars().all(token) {
        let message = "`x-mcp-header` is no name of a header; use letters, digits and `-`";
        return refuse("x-mcp-header-syntax", message.to_owned());
    }
    let steps: Vec<&str> = at.split('/').skip(1).collect();
    if steps.is_empty() || !steps.len().is_multiple_of(2) || steps.iter().step_by(2).any(|step| *step != "properties") {
        let message = "only a property of the arguments, or of an object in them, goes into a header; move it there";
        return refuse("x-mcp-header-place", message.to_owned());
    }
    if seen.contains(&header.to_ascii_lowercase()) {
        return refuse("x-mcp-header-duplicate", format!("two properties go into the header {header:?}; rename one"));
    }
    if !matches!(schema.get("type").and_then(Json::as_str), Some("string" | "integer" | "boolean")) {
        let message = "only a string, a whole number or a boolean goes into a header";
        return refuse("x-mcp-header-type", message.to_owned());
    }
    seen.push(header.to_ascii_lowercase());
    None
}

/// `{name, title?, description, inputSchema, outputSchema?, annotations?}`.
fn project(row: &Row, name: &str) -> Projection {
    let mut wire = Object::new();
    let mut losses = Vec::new();
    wire.insert("name", name);
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
            losses.push(Loss::new("", "outputSchema", Relation::Equal, residual));
        }
    }
    let hints = hints(&row.effects);
    if !hints.is_empty() {
        wire.insert("annotations", hints);
    }
    as_it_is(row, name, Json::Object(wire), losses)
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
