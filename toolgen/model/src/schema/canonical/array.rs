//! Keywords of arrays: an object of them in, without those that ask nothing out.

use super::conjoin::is_never_json;
use super::keyword::OF_ARRAYS;
use crate::json::{Json, Object, Word, WordSet};

/// What is looked at here; two counts of other types are left out by the same rule.
pub(super) const SETTLED: WordSet = OF_ARRAYS.and(WordSet::of(&[Word::MinLength, Word::MinProperties]));

/// Leaves out what asks nothing, and writes `false` where nothing may follow.
pub(super) fn settle(schema: &mut Object, words: WordSet, unevaluated: bool) {
    for word in [Word::Items, Word::UnevaluatedItems] {
        forbid(schema, words, word);
    }
    if words.has(Word::Items) && !unevaluated && is_any(schema.at(Word::Items)) {
        schema.take(Word::Items);
    }
    if words.has(Word::UniqueItems) && schema.at(Word::UniqueItems).and_then(Json::as_bool) == Some(false) {
        schema.take(Word::UniqueItems);
    }
    let count = |schema: &Object, word: Word| schema.at(word).filter(|_| words.has(word)).and_then(Json::as_u64);
    for word in [Word::MinItems, Word::MinLength, Word::MinProperties] {
        if words.has(word) && count(schema, word) == Some(0) {
            schema.take(word);
        }
    }
    if !words.has(Word::MinContains) {
        return;
    }
    match count(schema, Word::MinContains) {
        Some(1) => {
            schema.take(Word::MinContains);
        }
        Some(0) if !words.has(Word::MaxContains) && !unevaluated => {
            schema.drop_all(WordSet::of(&[Word::Contains, Word::MinContains]));
        }
        _ => {}
    }
}

/// Whether anything fits the schema.
pub(super) fn is_any(schema: Option<&Json>) -> bool {
    schema.and_then(Json::as_object).is_some_and(Object::is_empty)
}

/// Writes `false` under a keyword where nothing fits what is there.
pub(super) fn forbid(schema: &mut Object, words: WordSet, word: Word) {
    if words.has(word)
        && schema.at(word).is_some_and(is_never_json)
        && let Some(value) = schema.at_mut(word)
    {
        *value = Json::Bool(false);
    }
}
