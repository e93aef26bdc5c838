//! JSON text: what a dialect cannot type in, a string that holds it out.

use super::super::back::Back;
use super::super::loss::Relation;
use super::Lower;
use crate::json::{Json, Object, Word};
use crate::schema::Place;
use crate::validate::describe;

impl Lower<'_> {
    /// The value as JSON text. What the schema says of it is checked when it comes back.
    pub(super) fn text(&mut self, at: &Place<'_>, schema: &Object, says: bool) -> (Object, Back) {
        let (what, title) = match schema.get("type").and_then(Json::as_str) {
            Some("object") => ("a JSON object", "A JSON object, as text"),
            Some("array") => ("a JSON array", "A JSON array, as text"),
            _ => ("any JSON value", "Any JSON value, as text"),
        };
        let any = schema.get("type").is_none();
        let relation = if any { Relation::Equal } else { Relation::Widened };
        self.lose(at, "type", relation, format!("sent as text: {what}"));
        if says && any {
            let shape = describe::schema(&Json::Object(schema.clone()));
            self.lose(at, "type", Relation::Widened, format!("the value is {shape}"));
        }
        let mut out = Object::new();
        out.insert(Word::Type, "string");
        for key in ["title", "description"] {
            if let Some(value) = schema.get(key).filter(|_| self.rules.annotations.take(key)) {
                out.insert(key, value.clone());
            }
        }
        // The title is free to say it where the author has written a description.
        let described = out.get("description").and_then(Json::as_str).is_some_and(|text| !text.is_empty());
        match (described, out.contains_key("title")) {
            (true, false) => out.insert(Word::Title, title),
            (true, true) => {
                let text = out.get("description").and_then(Json::as_str).unwrap_or_default();
                let text = format!("{text} (write {what} as text)");
                out.insert(Word::Description, text);
            }
            (false, _) => out.insert(Word::Description, format!("Write {what} as text")),
        }
        (out, Back::Text(any))
    }
}
