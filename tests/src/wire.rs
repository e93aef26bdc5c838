//! Wires: what is sent to a provider in, the schema in it and what its parts say out.

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::canonicalize_any;

/// The schema in an envelope.
pub fn schema(wire: &Json) -> Option<&Json> {
    let places = [
        "/inputSchema",
        "/input_schema",
        "/function/parameters",
        "/parameters",
        "/parametersJsonSchema",
        "/toolSpec/inputSchema/json",
    ];
    places.iter().find_map(|place| wire.pointer(place))
}

/// Every schema in a schema, by position, with the pointer to it.
pub fn schemas(schema: &Json) -> Vec<(String, &Object)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), schema)];
    while let Some((at, schema)) = open.pop() {
        let Some(object) = schema.as_object() else { continue };
        for (key, value) in object.iter() {
            match (key, value) {
                (
                    "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions",
                    Json::Object(map),
                ) => {
                    open.extend(map.iter().map(|(name, schema)| (format!("{at}/{key}/{name}"), schema)));
                }
                ("allOf" | "anyOf" | "oneOf" | "prefixItems", Json::Array(all)) => {
                    open.extend(all.iter().enumerate().map(|(n, schema)| (format!("{at}/{key}/{n}"), schema)));
                }
                (
                    "items"
                    | "additionalProperties"
                    | "propertyNames"
                    | "contains"
                    | "not"
                    | "if"
                    | "then"
                    | "else"
                    | "unevaluatedItems"
                    | "unevaluatedProperties",
                    Json::Object(_),
                ) => open.push((format!("{at}/{key}"), value)),
                _ => {}
            }
        }
        found.push((at, object));
    }
    found
}

/// The texts of all references.
pub fn references(schema: &Json) -> Vec<&str> {
    schemas(schema).into_iter().filter_map(|(_, object)| object.get("$ref")?.as_str()).collect()
}

/// A reference that leads nowhere.
pub fn dangling(schema: &Json) -> Option<&str> {
    references(schema).into_iter().find(|text| schema.pointer(text.strip_prefix('#').unwrap_or("?")).is_none())
}

/// The schema at a pointer, and where it is a reference, what that leads to.
pub fn followed<'s>(schema: &'s Json, pointer: &str) -> Option<&'s Json> {
    let mut at = schema.pointer(pointer)?;
    for _ in 0..8 {
        match at.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#')) {
            Some(target) => at = schema.pointer(target)?,
            None => break,
        }
    }
    Some(at)
}

/// Whether a schema of any provider takes null.
pub fn takes_null(schema: &Json) -> bool {
    let is_null = |value: &Json| value.as_str() == Some("null");
    let listed = schema
        .get("type")
        .is_some_and(|name| is_null(name) || name.as_array().is_some_and(|all| all.iter().any(is_null)));
    let branches = schema.get("anyOf").and_then(Json::as_array).unwrap_or_default();
    listed || schema.get("nullable").and_then(Json::as_bool) == Some(true) || branches.iter().any(takes_null)
}

/// The schema in canonical form, with OpenAPI's `nullable` as a union with null; `None` for what has no schema.
pub fn standard(schema: &Json) -> Option<Json> {
    fn plain(schema: &Json) -> Json {
        match schema {
            Json::Array(items) => Json::Array(items.iter().map(plain).collect()),
            Json::Object(object) => {
                let mut out: Object = object.iter().map(|(key, value)| (key, plain(value))).collect();
                if out.get("nullable").and_then(Json::as_bool) == Some(true) {
                    out.remove("nullable");
                    return Json::from([("anyOf", vec![Json::Object(out), Json::from([("type", "null")])])]);
                }
                Json::Object(out)
            }
            other => other.clone(),
        }
    }
    schema.as_object()?;
    canonicalize_any(&plain(schema)).ok()
}
