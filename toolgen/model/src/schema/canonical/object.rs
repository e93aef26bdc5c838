//! Keywords of objects: an object of them in, with `properties` and `required` that belong together out.

use super::Fault;
use super::conjoin::{conjoin, is_never_json};
use super::document::Document;
use super::order::order;
use super::settle::{never, settle as settle_schema};
use crate::json::{Json, Object};
use crate::pattern::Pattern;

/// Brings the keywords of an object into canonical form.
pub(super) fn settle(schema: &mut Object, unevaluated: bool) {
    for key in ["additionalProperties", "unevaluatedProperties"] {
        let Some(value) = schema.get_mut(key) else { continue };
        if is_never_json(value) {
            *value = Json::Bool(false);
        }
    }
    let is_any = |value: Option<&Json>| value.and_then(Json::as_object).is_some_and(Object::is_empty);
    if !unevaluated {
        if is_any(schema.get("additionalProperties")) {
            schema.remove("additionalProperties");
        }
        if is_any(schema.get("propertyNames")) {
            schema.remove("propertyNames");
        }
        if !schema.contains_key("additionalProperties")
            && let Some(patterns) = schema.get_mut("patternProperties").and_then(Json::as_object_mut)
        {
            patterns.retain(|_, value| !is_any(Some(value)));
        }
        define_required(schema);
        drop_forbidden(schema);
    }
    for key in ["patternProperties", "dependentRequired", "dependentSchemas"] {
        if is_any(schema.get(key)) {
            schema.remove(key);
        }
    }
    order_required(schema);
}

/// What is required gets a schema: the one under which it was judged without one.
fn define_required(schema: &mut Object) {
    let names: Vec<String> = texts(schema.get("required"));
    let is_defined = |name: &String| schema.get("properties").and_then(|all| all.get(name)).is_some();
    let missing: Vec<String> = names.into_iter().filter(|name| !is_defined(name)).collect();
    if missing.is_empty() {
        return;
    }
    let additional = match schema.get("additionalProperties") {
        None => Object::new(),
        Some(Json::Object(additional)) => additional.clone(),
        Some(_) => never(),
    };
    let mut fresh = Vec::new();
    for name in missing {
        match matches_a_pattern(schema, &name) {
            // What a pattern speaks about is no additional property.
            Some(true) => fresh.push((name, Object::new())),
            Some(false) => fresh.push((name, additional.clone())),
            None => {}
        }
    }
    if fresh.is_empty() {
        return;
    }
    if !schema.contains_key("properties") {
        schema.insert("properties", Object::new());
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
        for (name, fresh) in fresh {
            properties.insert(name, fresh);
        }
    }
}

/// Whether a name matches one of the `patternProperties`; `None` when that cannot be decided here.
fn matches_a_pattern(schema: &Object, name: &str) -> Option<bool> {
    let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) else { return Some(false) };
    let mut found = false;
    for expression in patterns.keys() {
        found |= Pattern::compile(expression).ok()?.is_match(name);
    }
    Some(found)
}

/// A property that nothing fits is the same as none, where no other properties may come.
fn drop_forbidden(schema: &mut Object) {
    let closed = schema.get("additionalProperties").and_then(Json::as_bool) == Some(false);
    if !closed || schema.contains_key("patternProperties") {
        return;
    }
    let required = texts(schema.get("required"));
    if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
        properties.retain(|name, value| !is_never_json(value) || required.iter().any(|other| other == name));
    }
}

fn order_required(schema: &mut Object) {
    let Some(required) = schema.get("required") else { return };
    let mut names = texts(Some(required));
    if names.is_empty() {
        schema.remove("required");
        return;
    }
    if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
        let places: std::collections::HashMap<&str, usize> = properties.keys().zip(0..).collect();
        names.sort_by_key(|name| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
    }
    schema.insert("required", names);
}

fn texts(value: Option<&Json>) -> Vec<String> {
    value.and_then(Json::as_array).into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// The root of the arguments: an object with explicit properties.
pub(super) fn root(schema: Object, document: &Document<'_>) -> Result<Object, Fault> {
    let object = Object::from_iter([("type", "object")]);
    let merged = match conjoin(&object, &schema, document.unevaluated) {
        Some(merged) => settle_schema(merged, Vec::new(), document.unevaluated),
        None if !schema.contains_key("type") => {
            let mut schema = schema;
            schema.insert("type", "object");
            settle_schema(schema, Vec::new(), document.unevaluated)
        }
        None => schema,
    };
    let is_object = merged.get("type").and_then(Json::as_str) == Some("object");
    if !is_object {
        let help = "wrap it: `{\"type\": \"object\", \"properties\": {\"value\": …}, \"required\": [\"value\"]}`";
        return Err(Fault::new("", "the arguments of a tool are an object, and this schema accepts none", help));
    }
    let mut merged = merged;
    if !merged.contains_key("properties") {
        merged.insert("properties", Object::new());
    }
    Ok(order(merged))
}
