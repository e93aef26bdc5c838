//! Deferred schemas: the row's text and what the linked types say in, the sealed row out.

use toolgen_model::catalog::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{Fault, canonicalize, canonicalize_any};

use crate::tool::{Deferred, Tool};

mod definitions;

/// The row of `tool`.
pub(super) fn complete(tool: &Tool) -> Result<Row, String> {
    let text = &tool.row;
    let mut row: Row = serde_json::from_str(text.text).map_err(|error| format!("its row cannot be read: {error}"))?;
    if text.deferred.is_empty() {
        return Ok(row);
    }
    for deferred in text.deferred {
        fill(&mut row, deferred)?;
    }
    for field in tool.fields.iter().filter(|field| !field.required) {
        unrequire(&mut row.input, field.name);
    }
    row.input = told(canonicalize(&row.input), "its input")?;
    Ok(row.seal())
}

fn fill(row: &mut Row, deferred: &Deferred) -> Result<(), String> {
    let schema = (deferred.schema)().map(|schema| Json::of(&schema));
    let schema = schema.transpose().map_err(|error| format!("a schema cannot be written: {error}"))?;
    match (deferred.property, schema) {
        (None, schema) => {
            row.output = schema.map(|schema| told(canonicalize_any(&schema), "its output")).transpose()?;
            Ok(())
        }
        (Some(property), None) => {
            without(&mut row.input, property);
            row.arguments.remove(property);
            Ok(())
        }
        (Some(property), Some(schema)) => set(&mut row.input, property, schema),
    }
}

/// Takes a property out: its type is no argument.
fn without(input: &mut Json, property: &str) {
    if let Some(properties) = object_at(input, "properties") {
        properties.remove(property);
    }
    unrequire(input, property);
}

/// Lets a property be absent: its type is an `Option` under another name.
fn unrequire(input: &mut Json, property: &str) {
    let Some(input) = input.as_object_mut() else { return };
    if let Some(Json::Array(required)) = input.get_mut("required") {
        required.retain(|name| name.as_str() != Some(property));
        if required.is_empty() {
            input.remove("required");
        }
    }
}

/// Puts the type's schema under what was said at the parameter, which takes precedence.
fn set(input: &mut Json, property: &str, schema: Json) -> Result<(), String> {
    let Json::Object(mut schema) = schema else {
        let closed = schema.as_bool() == Some(false);
        let any = if closed { [("not", Json::Object(Object::new()))].into_iter().collect() } else { Object::new() };
        return set(input, property, Json::Object(any));
    };
    schema.remove("$schema");
    definitions::hoist(input, &mut schema);
    let properties = object_at(input, "properties").ok_or("its input has no properties")?;
    if let Some(Json::Object(said)) = properties.get(property) {
        for (key, value) in said.iter() {
            schema.insert(key, value.clone());
        }
    }
    properties.insert(property, schema);
    Ok(())
}

fn object_at<'j>(json: &'j mut Json, key: &str) -> Option<&'j mut Object> {
    json.as_object_mut()?.get_mut(key)?.as_object_mut()
}

fn told(made: Result<Json, Vec<Fault>>, what: &str) -> Result<Json, String> {
    made.map_err(|faults| {
        let told = faults.iter().map(|Fault { at, message, help }| format!("{at}: {message}; {help}"));
        format!("{what} has no canonical schema: {}", told.collect::<Vec<_>>().join(". "))
    })
}
