//! JSON text: what a dialect cannot type in, a string that holds it out.

use super::super::back::Back;
use super::super::loss::Relation;
use super::Lower;
use crate::json::{Json, Object};
use crate::validate::describe;

impl Lower<'_> {
    /// The value as JSON text. What the schema says of it is checked when it comes back.
    pub(super) fn text(&mut self, at: &str, schema: &Object, says: bool) -> (Object, Back) {
        let what = match schema.get("type").and_then(Json::as_str) {
            Some("object") => "a JSON object",
            Some("array") => "a JSON array",
            _ => "any JSON value",
        };
        self.lose(at, "type", Relation::Equal, format!("sent as text: {what}"));
        if says && schema.get("type").is_none() {
            let shape = describe::schema(&Json::Object(schema.clone()));
            self.lose(at, "type", Relation::Widened, format!("the value is {shape}"));
        }
        let mut out = Object::new();
        out.insert("type", "string");
        for key in ["title", "description"] {
            if let Some(value) = schema.get(key).filter(|_| self.rules.annotations.take(key)) {
                out.insert(key, value.clone());
            }
        }
        let text = match out.get("description").and_then(Json::as_str) {
            Some(text) if !text.is_empty() => format!("{text} (write {what} as text)"),
            _ => format!("Write {what} as text"),
        };
        out.insert("description", text);
        (out, Back::Text)
    }
}
