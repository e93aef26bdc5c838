//! Keywords of arrays: an object of them in, without those that ask nothing out.

use super::conjoin::is_never_json;
use super::keyword::OF_ARRAYS;
use crate::json::{Json, Object, Word, WordSet};

/// What is looked at here; two counts of other types are left out by the same rule.
pub(super) const SETTLED: WordSet = OF_ARRAYS.and(WordSet::of(&[Word::MinLength, Word::MinProperties]));

/// Leaves out what asks nothing, and writes `false` where nothing may follow.
pub(super) fn settle(schema: &mut Object, unevaluated: bool) {
    for key in ["items", "unevaluatedItems"] {
        let Some(value) = schema.get_mut(key) else { continue };
        if is_never_json(value) {
            *value = Json::Bool(false);
        }
    }
    let is_any = |value: Option<&Json>| value.and_then(Json::as_object).is_some_and(Object::is_empty);
    if !unevaluated && is_any(schema.get("items")) {
        schema.remove("items");
    }
    if schema.get("uniqueItems").and_then(Json::as_bool) == Some(false) {
        schema.remove("uniqueItems");
    }
    for key in ["minItems", "minLength", "minProperties"] {
        if schema.get(key).and_then(Json::as_u64) == Some(0) {
            schema.remove(key);
        }
    }
    if schema.get("minContains").and_then(Json::as_u64) == Some(1) {
        schema.remove("minContains");
    }
    let asks_none = schema.get("minContains").and_then(Json::as_u64) == Some(0) && !schema.contains_key("maxContains");
    if asks_none && !unevaluated {
        schema.retain(|key, _| !key.is(Word::Contains) && !key.is(Word::MinContains));
    }
}
