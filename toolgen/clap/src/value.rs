//! One value as it stands on a command line: its text in, JSON out.

use toolgen_model::flag::Value;
use toolgen_model::json::Json;

/// The value that `text` stands for. What is no value of its kind stays text, so that the decoder says
/// what was expected.
///
/// # Errors
/// A sentence, when the text starts like JSON and is none.
pub(crate) fn value(kind: &Value, text: &str) -> Result<Json, String> {
    let plain = || Json::from(text);
    match kind {
        Value::Text | Value::Choice(_) => Ok(plain()),
        Value::Switch => Ok(match text {
            "true" => true.into(),
            "false" => false.into(),
            _ => plain(),
        }),
        Value::Integer | Value::Number => {
            // JSON's own form of numbers, and not what else a parser might take: `+1`, `inf`, `1_000`.
            Ok(Json::parse(text).ok().filter(|json| json.as_number().is_some()).unwrap_or_else(plain))
        }
        Value::Json => match Json::parse(text) {
            Ok(json) => Ok(json),
            Err(error) if text.trim_start().starts_with(['{', '[', '"']) => Err(format!("this is no JSON: {error}")),
            Err(_) => Ok(plain()),
        },
    }
}

/// The items that one occurrence of a repeated flag stands for: the items of a JSON array, or one.
///
/// # Errors
/// As of [`value`].
pub(crate) fn items(kind: &Value, nested: bool, text: &str) -> Result<Vec<Json>, String> {
    if text.trim_start().starts_with('[')
        && let Ok(Json::Array(items)) = Json::parse(text)
    {
        // Where an item is an array itself, only an array of arrays is all of them.
        let all = !nested || items.iter().all(|item| item.as_array().is_some());
        return Ok(if all { items } else { vec![Json::Array(items)] });
    }
    value(kind, text).map(|item| vec![item])
}
