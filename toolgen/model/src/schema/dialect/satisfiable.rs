//! Satisfiability: a canonical schema of arguments in, a refusal out when a required property can never be right.

use super::loss::Refusal;
use crate::json::{Json, Object};
use crate::schema::Place;

const DEPTH: usize = 30;

/// # Errors
/// Names the property that nothing fits.
pub(super) fn check(input: &Json) -> Result<(), Refusal> {
    match impossible(input, &Place::Root, DEPTH) {
        Some(at) => {
            let message = "nothing fits a property that is required, so no call can be right; correct its bounds";
            Err(Refusal::new("unsatisfiable", &at, message))
        }
        None => Ok(()),
    }
}

/// Where nothing fits, as far as bounds say so.
fn impossible(schema: &Json, at: &Place<'_>, depth: usize) -> Option<String> {
    let object = schema.as_object().filter(|_| depth > 0)?;
    let never = object.get("not").and_then(Json::as_object).is_some_and(Object::is_empty);
    let float = |key: &str| object.get(key).and_then(Json::as_number).and_then(crate::json::Number::as_f64);
    let crossed = |type_name: &str, least: &str, most: &str| {
        object.get("type").and_then(Json::as_str) == Some(type_name)
            && matches!((float(least), float(most)), (Some(least), Some(most)) if least > most)
    };
    let bounds = [
        ("integer", "minimum", "maximum"),
        ("number", "minimum", "maximum"),
        ("string", "minLength", "maxLength"),
        ("array", "minItems", "maxItems"),
        ("object", "minProperties", "maxProperties"),
    ];
    if never || bounds.iter().any(|(name, least, most)| crossed(name, least, most)) {
        return Some(at.pointer());
    }
    if object.get("type").and_then(Json::as_str) != Some("object") {
        return None;
    }
    let required = object.get("required").and_then(Json::as_array).unwrap_or_default();
    let properties = object.get("properties").and_then(Json::as_object)?;
    required
        .iter()
        .filter_map(Json::as_str)
        .find_map(|name| impossible(properties.get(name)?, &at.key("properties").key(name), depth - 1))
}
