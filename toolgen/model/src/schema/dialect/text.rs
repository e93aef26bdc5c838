//! Text: a row in, an entry of a Markdown list for models without tools out.
//!
//! The model answers with a JSON block, `{"tool": …, "arguments": {…}}`.

use super::loss::{Loss, Refusal, Relation};
use super::projection::{Projection, as_it_is};
use crate::catalog::Row;
use crate::json::{Json, Object};
use crate::validate::describe;

/// `- **name**: description`, and below it one line for each property.
#[expect(clippy::unnecessary_wraps, reason = "all dialects have this form")]
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut text = format!("- **{}**: {}\n", row.name, one_line(&row.description));
    let mut losses = Vec::new();
    for (name, schema) in row.properties() {
        let need = if row.requires(name) { "required" } else { "optional" };
        let about = schema.get("description").and_then(Json::as_str).map(one_line).unwrap_or_default();
        let shape = describe::schema(schema);
        let tail = if about.is_empty() || about == shape { String::new() } else { format!(": {about}") };
        text.push_str(&format!("  - `{name}` ({shape}, {need}){tail}\n"));
        let deep = schema
            .as_object()
            .is_some_and(|o| ["properties", "items", "anyOf", "$ref"].iter().any(|k| o.contains_key(k)));
        if deep {
            losses.push(Loss::new(
                format!("/properties/{name}"),
                "type",
                Relation::Widened,
                format!("told as: {shape}"),
            ));
        }
    }
    let example: Object =
        row.properties().filter(|(name, _)| row.requires(name)).map(|(n, s)| (n, placeholder(s))).collect();
    let call = Json::from([("tool", Json::from(row.name.as_str())), ("arguments", Json::Object(example))]);
    text.push_str(&format!("  - call: `{call}`\n"));
    losses.push(Loss::new("", "type", Relation::Widened, "nothing but the text holds the model to the schema"));
    Ok(as_it_is(row, &row.name, Json::from(text), losses))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn placeholder(schema: &Json) -> Json {
    if let Some(first) = schema.get("enum").and_then(Json::as_array).and_then(<[Json]>::first) {
        return first.clone();
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("integer" | "number") => Json::from(0),
        Some("boolean") => Json::from(true),
        Some("array") => Json::Array(Vec::new()),
        Some("object") => Json::Object(Object::new()),
        _ => Json::from("…"),
    }
}
