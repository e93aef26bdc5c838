//! Leniency: a schema with type names of other languages in, the same with those of JSON Schema out, and
//! what was put right.

use crate::json::{Json, Object, push_pointer};

/// One place that was put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leniency {
    /// RFC 6901 pointer into the schema
    pub at: String,
    /// What stood there
    pub was: String,
    /// What it was taken for; empty when it was left out
    pub is: String,
}

const DEPTH: usize = 100;

/// The type that a name of another language stands for; the empty name for any type.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "dict" | "map" | "hashmap" | "object" => "object",
        "float" | "double" | "decimal" | "number" => "number",
        "int" | "long" | "short" | "byte" | "bigint" | "integer" => "integer",
        "tuple" | "list" | "set" | "arraylist" | "array" => "array",
        "str" | "char" | "string" | "text" => "string",
        "bool" | "boolean" => "boolean",
        "none" | "null" => "null",
        "any" => "",
        _ => return None,
    })
}

/// The schema as it was meant.
pub(super) fn relaxed(schema: &Json, found: &mut Vec<Leniency>) -> Json {
    node(schema, "", DEPTH, found)
}

fn node(schema: &Json, at: &str, depth: usize, found: &mut Vec<Leniency>) -> Json {
    let Some(object) = schema.as_object().filter(|_| depth > 0) else { return schema.clone() };
    let mut out = Object::new();
    for (key, value) in object.iter() {
        let below = push_pointer(at, key);
        let mut note = |is: &str| found.push(Leniency { at: below.clone(), was: value.to_string(), is: is.to_owned() });
        match (key, value) {
            ("type", Json::String(name)) => match meant(name) {
                Some(known) if known == name => out.insert(key, value.clone()),
                Some("") => note(""),
                Some(known) => {
                    note(known);
                    out.insert(key, known);
                }
                None => out.insert(key, value.clone()),
            },
            ("required", Json::Bool(_)) => note(""),
            ("properties" | "patternProperties" | "$defs" | "definitions", Json::Object(map)) => {
                let mut kept = Object::new();
                for (name, value) in map.iter() {
                    kept.insert(name, node(value, &push_pointer(&below, name), depth - 1, found));
                }
                out.insert(key, kept);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Json::Array(items)) => {
                let mut kept = Vec::new();
                for (n, item) in items.iter().enumerate() {
                    kept.push(node(item, &push_pointer(&below, &n.to_string()), depth - 1, found));
                }
                out.insert(key, kept);
            }
            ("items" | "additionalProperties" | "not", value) => out.insert(key, node(value, &below, depth - 1, found)),
            _ => out.insert(key, value.clone()),
        }
    }
    Json::Object(out)
}
