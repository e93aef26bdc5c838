//! JSON text: what a dialect cannot type in, a string that holds it out.

use super::super::back::Back;
use super::super::loss::Relation;
use super::super::walk::{rewrite, visit};
use super::Lower;
use crate::json::{Json, Object, Word};
use crate::schema::Place;
use crate::schema::canonical::{annotates, in_order, says_nothing};
use crate::validate::describe;

/// The longest schema that is written into a description.
const SHOWN: usize = 2_000;

/// What is lost where a value of any type goes as text.
pub(super) const ANY_TEXT: &str = "sent as text: any JSON value";

impl Lower<'_> {
    /// The value as JSON text. What the schema says of it is checked when it comes back.
    pub(super) fn text(&mut self, at: &Place<'_>, schema: &Object, says: bool) -> (Object, Back) {
        let (what, title) = match schema.at(Word::Type).and_then(Json::as_str) {
            Some("object") => ("a JSON object", "A JSON object, as text"),
            Some("array") => ("a JSON array", "A JSON array, as text"),
            _ => ("any JSON value", "Any JSON value, as text"),
        };
        let any = schema.at(Word::Type).is_none();
        let relation = if any { Relation::Equal } else { Relation::Widened };
        match any {
            true => self.lose(at, "type", relation, ANY_TEXT),
            false => self.lose(at, "type", relation, format!("sent as text: {what}")),
        }
        if says && any {
            let shape = describe::schema(&Json::Object(schema.clone()));
            self.lose(at, Word::Type, Relation::Widened, format!("the value is {shape}"));
        }
        let mut out = Object::new();
        out.insert(Word::Type, "string");
        for key in [Word::Title, Word::Description] {
            if let Some(value) = schema.at(key).filter(|_| self.rules.annotations.take(key)) {
                out.insert(key, value.clone());
            }
        }
        // The title is free to say it where the author has written a description.
        let described = out.at(Word::Description).and_then(Json::as_str).is_some_and(|text| !text.is_empty());
        match (described, out.has(Word::Title)) {
            (true, false) => out.insert(Word::Title, title),
            (true, true) => {
                let text = out.at(Word::Description).and_then(Json::as_str).unwrap_or_default();
                let text = format!("{text} (write {what} as text)");
                out.insert(Word::Description, text);
            }
            (false, _) => out.insert(Word::Description, format!("Write {what} as text")),
        }
        (out, Back::Text(any))
    }
    /// A schema that could be sent typed, as JSON text; the description says what is in it.
    pub(super) fn folded(&mut self, at: &Place<'_>, schema: &Object) -> (Object, Back) {
        let (mut out, back) = self.text(at, schema, !says_nothing(schema));
        if !self.rules.annotations.take(Word::Description) {
            return (out, back);
        }
        let text = out.at(Word::Description).and_then(Json::as_str).unwrap_or_default();
        let text = format!("{}. {}", text.trim_end_matches('.'), shape(schema));
        out.insert(Word::Description, text);
        (in_order(out), back)
    }
}

/// The schema for a model to read: as JSON if that is short, without annotations if that is, else in words.
fn shape(schema: &Object) -> String {
    let mut schema = schema.clone();
    schema.retain(|key, _| !annotates(key));
    let whole = Json::Object(schema);
    let mut refers = false;
    visit(&whole, &mut |_, _, node| refers |= node.as_object().is_some_and(|node| node.at(Word::Ref).is_some()));
    let short = |schema: &Json| {
        let text = if is_longer(schema, &mut { SHOWN }) { None } else { Some(schema.to_string()) };
        text.filter(|text| text.len() <= SHOWN)
    };
    let plain = || {
        let mut plain = whole.clone();
        rewrite(&mut plain, &mut |node| node.retain(|key, _| !annotates(key)));
        short(&plain)
    };
    match if refers { None } else { short(&whole).or_else(plain) } {
        Some(text) => format!("Its JSON Schema: {text}"),
        None => format!("It is {}", describe::schema(&whole)),
    }
}

/// Whether the text of a value takes more bytes than that, as far as can be seen without writing it.
fn is_longer(value: &Json, most: &mut usize) -> bool {
    let mut is_over = |count: usize| {
        let left = most.checked_sub(count);
        *most = left.unwrap_or_default();
        left.is_none()
    };
    match value {
        Json::String(text) => is_over(text.len() + 2),
        Json::Array(items) => is_over(2) || items.iter().any(|item| is_longer(item, most)),
        Json::Object(object) => {
            is_over(2 + object.iter().map(|(key, _)| key.len() + 3).sum::<usize>())
                || object.values().any(|value| is_longer(value, most))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => is_over(1),
    }
}
