//! Calls: arguments as a model sent them in, arguments that the original schema accepts out, with every
//! repair that was needed, or what is wrong with them.
//!
//! A repair is made only where the schema says what was meant, and only when the whole is valid after it.

use super::dialect::BackMap;
use crate::json::{Json, Object, Text, push_pointer};
use crate::validate::{Violation, is_valid, is_valid_in, validate};

/// One thing that was put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// RFC 6901 pointer into the arguments
    pub at: String,
    /// What was done
    pub done: String,
}

/// Arguments that are valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    /// For the original schema
    pub arguments: Json,
    /// What was put right
    pub repairs: Vec<Repair>,
}

const DEPTH: usize = 60;
/// The most values that are looked at for repairs.
const STEPS: usize = 50_000;

/// Takes a call: the way back, then the validation against the canonical schema `input`.
///
/// # Errors
/// Every violation of `input`, located in the arguments as they came back.
pub fn receive(input: &Json, back_map: &BackMap, arguments: Json) -> Result<Received, Vec<Violation>> {
    let mut repairs = Vec::new();
    let arguments = match arguments {
        // Some APIs carry arguments as text, some models put text into text.
        Json::String(text) => match Json::parse(&text) {
            Ok(value @ Json::Object(_)) => {
                repairs.push(Repair { at: String::new(), done: "read the object out of its JSON text".to_owned() });
                value
            }
            _ => Json::String(text),
        },
        other => other,
    };
    let arguments = back_map.apply(arguments).map_err(|faults| {
        let violation = |fault: super::dialect::BackFault| Violation {
            pointer: fault.at,
            keyword: "type",
            expected: fault.expected,
            got: "something else".to_owned(),
            hint: None,
        };
        faults.into_iter().map(violation).collect::<Vec<_>>()
    })?;
    if is_valid(input, &arguments) {
        return Ok(Received { arguments, repairs });
    }
    let mut repairer = Repairer { root: input, repairs, steps: 0 };
    let repaired = repairer.value(input, arguments.clone(), "", DEPTH);
    if is_valid(input, &repaired) {
        return Ok(Received { arguments: repaired, repairs: repairer.repairs });
    }
    Err(validate(input, &arguments))
}

struct Repairer<'s> {
    root: &'s Json,
    repairs: Vec<Repair>,
    steps: usize,
}

impl<'s> Repairer<'s> {
    fn value(&mut self, schema: &'s Json, value: Json, at: &str, depth: usize) -> Json {
        self.steps += 1;
        if depth == 0 || self.steps > STEPS || is_valid_in(self.root, schema, &value) {
            return value;
        }
        let target = schema.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#'));
        if let Some(target) = target {
            return match self.root.pointer(target) {
                Some(target) => self.value(target, value, at, depth - 1),
                None => value,
            };
        }
        for branches in ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()) {
            for branch in branches {
                let before = self.repairs.len();
                let tried = self.value(branch, value.clone(), at, depth - 1);
                if is_valid_in(self.root, schema, &tried) {
                    return tried;
                }
                self.repairs.truncate(before);
            }
        }
        let name = schema.get("type").and_then(Json::as_str).unwrap_or_default();
        match (name, value) {
            ("integer" | "number" | "boolean" | "array" | "object", Json::String(text)) => {
                self.text(schema, name, text, at, depth)
            }
            ("object", Json::Object(object)) => self.object(schema, object, at, depth),
            ("array", Json::Array(items)) => {
                let Some(schema) = schema.get("items") else { return Json::Array(items) };
                let each = items.into_iter().enumerate();
                Json::Array(
                    each.map(|(n, v)| self.value(schema, v, &push_pointer(at, &n.to_string()), depth - 1)).collect(),
                )
            }
            (_, value) => value,
        }
    }

    /// Text where another type is due.
    fn text(&mut self, schema: &'s Json, name: &str, text: Text, at: &str, depth: usize) -> Json {
        let plain = if name == "boolean" { text.trim().to_ascii_lowercase() } else { text.trim().to_owned() };
        let Ok(meant) = Json::parse(&plain) else { return Json::String(text) };
        let fits = match name {
            "integer" | "number" => meant.as_number().is_some(),
            "boolean" => meant.as_bool().is_some(),
            "array" => meant.as_array().is_some(),
            _ => meant.as_object().is_some(),
        };
        if !fits {
            return Json::String(text);
        }
        self.repairs.push(Repair { at: at.to_owned(), done: format!("read the {name} out of its text") });
        self.value(schema, meant, at, depth - 1)
    }

    fn object(&mut self, schema: &'s Json, object: Object, at: &str, depth: usize) -> Json {
        let properties = schema.get("properties").and_then(Json::as_object);
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        let takes_none = at.is_empty() && properties.is_none_or(Object::is_empty);
        let closed = schema.get("additionalProperties").and_then(Json::as_bool) == Some(false);
        let mut out = Object::new();
        for (name, value) in object {
            let at = push_pointer(at, &name);
            let Some(property) = properties.and_then(|all| all.get(&name)) else {
                if takes_none && closed {
                    self.repairs.push(Repair { at, done: "left out: the tool takes no arguments".to_owned() });
                } else {
                    out.insert(name, value);
                }
                continue;
            };
            let optional = !required.iter().any(|other| other.as_str() == Some(&name));
            if value.is_null() && optional && !is_valid_in(self.root, property, &value) {
                self.repairs.push(Repair { at, done: "left out: null says that it is absent".to_owned() });
                continue;
            }
            out.insert(&*name, self.value(property, value, &at, depth - 1));
        }
        Json::Object(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::canonical::canonicalize;

    fn received(schema: &str, arguments: &str) -> Result<(String, usize), Vec<Violation>> {
        let input = canonicalize(&Json::parse(schema).unwrap()).unwrap();
        let received = receive(&input, &BackMap::default(), Json::parse(arguments).unwrap())?;
        Ok((received.arguments.to_string(), received.repairs.len()))
    }

    #[test]
    fn what_a_schema_says_was_meant_is_put_right_and_reported() {
        let schema = r#"{"type":"object","properties":{"n":{"type":"integer","maximum":50},"b":{"type":"boolean"},"l":{"type":"array","items":{"type":"integer"}},
            "o":{"type":"object","properties":{"x":{"type":"number"}}},"s":{"type":"string"},"u":{"type":["integer","null"]}},"required":["n"]}"#;
        let sent = r#"{"n":"42","b":"True","l":"[1,\"2\"]","o":"{\"x\":\"1.5\"}","s":null,"u":"7"}"#;
        let expected = r#"{"n":42,"b":true,"l":[1,2],"o":{"x":1.5},"u":7}"#;
        assert_eq!(received(schema, sent).unwrap(), (expected.to_owned(), 8));
        assert_eq!(received(schema, r#"{"n":1,"s":"42"}"#).unwrap(), (r#"{"n":1,"s":"42"}"#.to_owned(), 0));
    }

    #[test]
    fn what_would_not_be_valid_after_it_is_not_put_right() {
        let schema = r#"{"type":"object","properties":{"n":{"type":"integer","maximum":50}},"required":["n"]}"#;
        let violations = received(schema, r#"{"n":"99"}"#).unwrap_err();
        assert_eq!((violations[0].pointer.as_str(), violations[0].keyword), ("/n", "type"));
        assert!(received(schema, r#"{"n":null}"#).is_err());
        assert!(received(schema, r#"{"n":"abc"}"#).is_err());
    }

    #[test]
    fn a_tool_without_parameters_takes_no_invented_ones() {
        let schema = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
        assert_eq!(received(schema, r#"{"name":"x"}"#).unwrap(), ("{}".to_owned(), 1));
        let with = r#"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#;
        assert!(received(with, r#"{"name":"x"}"#).is_err());
    }
}
