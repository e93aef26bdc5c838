//! Hints: what is wrong with a value's type or choice in, what to write instead out.

use super::check::{Check, is_type};
use super::describe;
use crate::json::{Json, Object};
use crate::nearest::nearest;

impl<'s> Check<'s> {
    pub(super) fn wrong_type(&mut self, schema: &'s Object, name: &str, value: &Json) {
        let hint = if value.is_null() && self.optional { Some(self.leave_out()) } else { instead(schema, name, value) };
        self.fail("type", value, describe::object(schema), hint);
    }

    /// A hint for a value that has the type of no branch.
    pub(super) fn type_hint(&self, branches: &[&Json], value: &Json) -> Option<String> {
        if value.is_null() && self.optional {
            return Some(self.leave_out());
        }
        branches.iter().find_map(|branch| {
            let schema = branch.as_object()?;
            instead(schema, schema.get("type")?.as_str()?, value)
        })
    }

    fn leave_out(&self) -> String {
        let name = self.pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        format!("leave `{}` out when there is nothing to say", describe::clip(&name))
    }

    /// A value that is none of the `enum`. Always `false`.
    pub(super) fn wrong_choice(&mut self, choices: &[Json], value: &Json) -> bool {
        if !self.words {
            return false;
        }
        let hint = match value {
            Json::Null if self.optional => Some(self.leave_out()),
            Json::String(text) => near(text, choices),
            other => {
                let text = other.to_string();
                choices.iter().find(|choice| choice.as_str() == Some(&text)).map(|choice| format!("write {choice}"))
            }
        };
        let expected = match choices {
            [only] => describe::short(only),
            _ => format!("one of {}", describe::values(choices)),
        };
        self.fail("enum", value, expected, hint)
    }
}

fn near(text: &str, choices: &[Json]) -> Option<String> {
    let texts = choices.iter().filter_map(Json::as_str);
    let written = Json::parse(text).ok().filter(|parsed| choices.contains(parsed));
    match (written, nearest(text, texts)) {
        (Some(parsed), _) => Some(format!("write {parsed} without quotes")),
        (None, Some(near)) => Some(format!("did you mean {}?", Json::from(near))),
        (None, None) => None,
    }
}

/// What to write for `value` where the type `name` is asked for.
fn instead(schema: &Object, name: &str, value: &Json) -> Option<String> {
    match (name, value) {
        ("string", Json::Number(_) | Json::Bool(_)) => Some(format!("write \"{value}\", in quotes")),
        ("integer", Json::Number(number)) => {
            let float = number.as_f64()?;
            (float.abs() < 9.0e15).then(|| format!("write a whole number, such as {}", float.round() as i64))
        }
        ("boolean", Json::Number(number)) => match number.as_i64() {
            Some(0) => Some("write false".to_owned()),
            Some(1) => Some("write true".to_owned()),
            _ => None,
        },
        (_, Json::String(text)) if name != "string" => match Json::parse(text.trim()) {
            Ok(parsed) if is_type(&parsed, name) => Some(match parsed {
                Json::Array(_) | Json::Object(_) => format!("write the {name} itself, not its JSON text in quotes"),
                _ => format!("write {parsed} without quotes"),
            }),
            _ if name == "boolean" => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => Some("write true".to_owned()),
                "false" | "no" | "off" => Some("write false".to_owned()),
                _ => None,
            },
            _ if name == "array" => as_item(schema, value),
            _ => None,
        },
        ("array", Json::Array(_)) => None,
        ("array", _) => as_item(schema, value),
        _ => None,
    }
}

/// One item that was written without the array around it.
fn as_item(schema: &Object, value: &Json) -> Option<String> {
    let fits = schema.get("items").and_then(|items| items.get("type")).and_then(Json::as_str)?;
    is_type(value, fits).then(|| format!("write it as an array: [{}]", describe::short(value)))
}
