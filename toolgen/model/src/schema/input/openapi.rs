//! OpenAPI's schemas as Gemini has them in, JSON Schema out.

use crate::json::{Json, Object};

const TYPES: [&str; 7] = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];
const DEPTH: usize = 100;

/// Whether a schema is written in OpenAPI's way at its root.
pub(super) fn is_openapi(schema: &Json) -> bool {
    schema.get("type").and_then(Json::as_str).is_some_and(|name| TYPES.contains(&name))
        || schema.get("propertyOrdering").is_some()
}

/// The same in JSON Schema: types in lower case, `nullable` as a union with null.
pub(super) fn standard(schema: &Json) -> Json {
    node(schema, DEPTH)
}

fn node(schema: &Json, depth: usize) -> Json {
    let Some(object) = schema.as_object().filter(|_| depth > 0) else { return schema.clone() };
    let mut out = Object::new();
    for (key, value) in object.iter() {
        match (key, value) {
            ("type", Json::String(name)) if TYPES.contains(&name.as_str()) => {
                out.insert(key, name.to_ascii_lowercase())
            }
            ("nullable" | "propertyOrdering" | "property_ordering", _) => {}
            ("format", Json::String(name)) if name == "enum" => {}
            ("properties" | "$defs" | "definitions", Json::Object(map)) => {
                let map: Object = map.iter().map(|(name, value)| (name, node(value, depth - 1))).collect();
                out.insert(key, map);
            }
            ("anyOf" | "any_of", Json::Array(items)) => {
                out.insert("anyOf", items.iter().map(|item| node(item, depth - 1)).collect::<Vec<_>>());
            }
            ("items" | "additionalProperties", value) => out.insert(key, node(value, depth - 1)),
            (
                "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties",
                Json::String(n),
            ) => {
                // The wire form of 64-bit integers is text.
                out.insert(key, n.parse::<u64>().map_or_else(|_| value.clone(), Json::from));
            }
            _ => out.insert(key, value.clone()),
        }
    }
    if object.get("nullable").and_then(Json::as_bool) == Some(true) {
        let null = Json::from([("type", "null")]);
        return Json::from([("anyOf", Json::Array(vec![Json::Object(out), null]))]);
    }
    Json::Object(out)
}
