//! What an argument's schema allows, in words for its help: a row and a flag in, short notes out.

use toolgen_model::catalog::Row;
use toolgen_model::flag::Flag;
use toolgen_model::json::Json;

/// The limits of a flag's value.
pub(crate) fn limits(row: &Row, flag: &Flag) -> Vec<String> {
    let Some(schema) = schema(row, flag) else { return Vec::new() };
    let mut notes = Vec::new();
    if flag.repeated {
        notes.extend(range(schema, "minItems", "maxItems", "items"));
    }
    let item = if flag.repeated { schema.get("items").map_or(schema, not_null) } else { schema };
    notes.extend(range(item, "minimum", "maximum", ""));
    notes.extend(item.get("exclusiveMinimum").map(|n| format!("above {n}")));
    notes.extend(item.get("exclusiveMaximum").map(|n| format!("below {n}")));
    notes.extend(item.get("multipleOf").map(|n| format!("a multiple of {n}")));
    notes.extend(range(item, "minLength", "maxLength", "characters"));
    notes.extend(item.get("pattern").and_then(Json::as_str).map(|pattern| format!("matches {pattern}")));
    notes.extend(item.get("format").and_then(Json::as_str).map(|format| format!("format: {format}")));
    notes
}

/// The schema of the property that a flag fills.
pub(crate) fn schema<'r>(row: &'r Row, flag: &Flag) -> Option<&'r Json> {
    flag.property.iter().try_fold(&row.input, |at, name| Some(not_null(at.get("properties")?.get(name)?)))
}

fn range(schema: &Json, least: &str, most: &str, unit: &str) -> Option<String> {
    let text = match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) => format!("{least} to {most} {unit}"),
        (Some(least), None) => format!("at least {least} {unit}"),
        (None, Some(most)) => format!("at most {most} {unit}"),
        (None, None) => return None,
    };
    Some(text.trim_end().to_owned())
}

fn not_null(schema: &Json) -> &Json {
    match schema.get("anyOf").and_then(Json::as_array) {
        Some([branch, null]) if null.get("type").and_then(Json::as_str) == Some("null") => branch,
        _ => schema,
    }
}
