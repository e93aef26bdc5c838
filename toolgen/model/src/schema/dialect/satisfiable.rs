//! Satisfiability: a canonical schema of arguments in, a refusal out when a required property can never be right.

use super::loss::Refusal;
use crate::json::{Json, Object, Word};
use crate::schema::Place;
use crate::validate::is_valid_in;

const DEPTH: usize = 30;

/// # Errors
/// Names the property that nothing fits.
pub(super) fn check(input: &Json) -> Result<(), Refusal> {
    match impossible(input, input, &Place::Root, DEPTH) {
        Some(at) => {
            let message = "nothing fits a property that is required, so no call can be right; correct its bounds";
            Err(Refusal::new("unsatisfiable", &at, message))
        }
        None => Ok(()),
    }
}

/// Where nothing fits, as far as bounds and choices say so.
fn impossible(root: &Json, schema: &Json, at: &Place<'_>, depth: usize) -> Option<String> {
    let object = schema.as_object().filter(|_| depth > 0)?;
    let float = |word: Word| object.at(word).and_then(Json::as_number).and_then(crate::json::Number::as_f64);
    let crossed =
        |least: Word, most: Word| matches!((float(least), float(most)), (Some(least), Some(most)) if least > most);
    let type_name = object.at(Word::Type).and_then(Json::as_str);
    let never = match type_name {
        Some("integer" | "number") => crossed(Word::Minimum, Word::Maximum),
        Some("string") => crossed(Word::MinLength, Word::MaxLength),
        Some("array") => crossed(Word::MinItems, Word::MaxItems),
        Some("object") => crossed(Word::MinProperties, Word::MaxProperties),
        _ => false,
    };
    let none = |choices: &[Json]| object.len() > 2 && !choices.iter().any(|choice| is_valid_in(root, schema, choice));
    let never = never || object.at(Word::Enum).and_then(Json::as_array).is_some_and(none);
    if never || object.at(Word::Not).and_then(Json::as_object).is_some_and(Object::is_empty) {
        return Some(at.pointer());
    }
    if type_name != Some("object") {
        return None;
    }
    let required = object.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
    let properties = object.at(Word::Properties).and_then(Json::as_object)?;
    required
        .iter()
        .filter_map(Json::as_str)
        .find_map(|name| impossible(root, properties.get(name)?, &at.key("properties").key(name), depth - 1))
}
