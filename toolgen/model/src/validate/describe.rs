//! Words: schemas and values in, short phrases for a model out.

use super::check::Check;
use crate::json::{Json, Object};

/// The longest value that is shown, in characters.
const SHOWN: usize = 60;
/// The most names or values that are listed.
const LISTED: usize = 20;

/// A value as short JSON text.
pub(super) fn short(value: &Json) -> String {
    match value {
        // The whole text of a large value is never made.
        Json::Array(items) if items.len() > 40 => format!("an array of {} items", items.len()),
        Json::Object(object) if object.len() > 40 => format!("an object of {} properties", object.len()),
        Json::String(text) if text.len() > 400 => {
            let start: String = text.chars().take(SHOWN - 20).collect();
            format!("{}… ({} characters)", Json::from(start), text.chars().count())
        }
        Json::Array(_) | Json::Object(_) if !is_small(value, 2_000) => format!("a large {}", value.type_name()),
        other => clip(&other.to_string()),
    }
}

fn is_small(value: &Json, most: usize) -> bool {
    let mut left = most;
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        let cost = match value {
            Json::String(text) => text.len(),
            Json::Array(items) => {
                open.extend(items.iter().map(|item| (item, depth + 1)));
                2
            }
            Json::Object(object) => {
                open.extend(object.values().map(|value| (value, depth + 1)));
                object.keys().map(str::len).sum()
            }
            _ => 1,
        };
        if cost >= left || depth > 50 {
            return false;
        }
        left -= cost;
    }
    true
}

/// Text of at most [`SHOWN`] characters.
pub(super) fn clip(text: &str) -> String {
    if text.chars().nth(SHOWN).is_none() {
        return text.to_owned();
    }
    let start: String = text.chars().take(SHOWN - 1).collect();
    format!("{start}…")
}

/// Names in backticks, the first of many.
pub(super) fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    listed(names.map(|name| format!("`{}`", clip(name))))
}

/// Values as JSON, the first of many.
pub(super) fn values(values: &[Json]) -> String {
    listed(values.iter().map(short))
}

fn listed(items: impl Iterator<Item = String>) -> String {
    let mut items = items;
    let mut shown: Vec<String> = items.by_ref().take(LISTED).collect();
    let more = items.count();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

/// The bounds of a number as one phrase, where it has both.
pub(super) fn range(schema: &Object) -> Option<String> {
    let (least, most) = (schema.get("minimum")?, schema.get("maximum")?);
    Some(format!("from {least} to {most}"))
}

/// What a schema accepts, as a phrase; a reference is followed.
pub(super) fn resolved(check: &Check<'_>, at: &Json) -> String {
    match at.get("$ref").and_then(Json::as_str).and_then(|text| check.target(text)) {
        Some(target) => schema(target),
        None => schema(at),
    }
}

/// What some branches accept, joined by "or".
pub(super) fn shapes(check: &Check<'_>, branches: &[&Json]) -> String {
    let mut shapes: Vec<String> = Vec::new();
    for branch in branches {
        let shape = resolved(check, branch);
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let more = shapes.len().saturating_sub(12);
    shapes.truncate(12);
    if more > 0 {
        shapes.push(format!("{more} more"));
    }
    shapes.join("; or ")
}

/// What a schema accepts, as a phrase.
pub(crate) fn schema(at: &Json) -> String {
    at.as_object().map_or_else(|| "anything".to_owned(), object)
}

/// The same for the keywords of one.
pub(super) fn object(schema: &Object) -> String {
    if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
        return match choices {
            [only] => short(only),
            _ => format!("one of {}", values(choices)),
        };
    }
    let Some(name) = schema.get("type").and_then(Json::as_str) else {
        return untyped(schema);
    };
    let mut text = match name {
        "null" => return "null".to_owned(),
        "boolean" => return "true or false".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "string" => match schema.get("format").and_then(Json::as_str).filter(|name| super::is_known_format(name)) {
            Some(name) => super::format::describe(name).to_owned(),
            None => "a string".to_owned(),
        },
        "array" => match schema.get("items").and_then(|items| items.get("type")).and_then(Json::as_str) {
            Some(item) => format!("an array of {}", plural(item)),
            None => "an array".to_owned(),
        },
        _ => described_object(schema),
    };
    if let Some(range) = range(schema) {
        text = format!("{text} {range}");
    } else if let Some(least) = schema.get("minimum") {
        text = format!("{text} of at least {least}");
    } else if let Some(most) = schema.get("maximum") {
        text = format!("{text} of at most {most}");
    }
    text
}

fn untyped(schema: &Object) -> String {
    let branches = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array());
    match branches {
        Some(branches) => {
            let shapes: Vec<String> = branches
                .iter()
                .take(6)
                .map(|branch| match branch.get("anyOf") {
                    Some(_) => "another union".to_owned(),
                    None => self::schema(branch),
                })
                .collect();
            shapes.join(" or ")
        }
        None if schema.contains_key("required") => described_object(schema),
        None => match schema.get("description").and_then(Json::as_str) {
            Some(description) => clip(description),
            None => "a value".to_owned(),
        },
    }
}

/// An object, by what tells it from others: the properties that it must have.
fn described_object(schema: &Object) -> String {
    let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
    let properties = schema.get("properties");
    let tag = required.iter().filter_map(Json::as_str).find_map(|name| {
        match properties?.get(name)?.get("enum")?.as_array()? {
            [only] => Some(format!("an object with `{}` {}", clip(name), short(only))),
            _ => None,
        }
    });
    match tag {
        Some(tag) => tag,
        None if required.is_empty() => "an object".to_owned(),
        None => format!("an object with {}", names(required.iter().filter_map(Json::as_str))),
    }
}

fn plural(name: &str) -> &'static str {
    match name {
        "string" => "strings",
        "integer" => "whole numbers",
        "number" => "numbers",
        "boolean" => "booleans",
        "array" => "arrays",
        "object" => "objects",
        _ => "nulls",
    }
}
