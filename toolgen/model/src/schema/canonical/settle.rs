//! Settling: the lifted keywords of one schema in, the same schema in canonical form out.

use std::collections::VecDeque;
use std::sync::LazyLock;

use super::conjoin::{conjoin, is_never, says_nothing};
use super::keyword::OF_OBJECTS;
use super::order::order;
use super::{array, bounds, object, types, union};
use crate::json::{Json, Object, Word, WordSet};

/// The schema that nothing fits; it is shared.
pub(super) fn never() -> Object {
    static NEVER: LazyLock<Object> = LazyLock::new(|| Object::from_iter([(Word::Not, Object::new())]));
    NEVER.clone()
}

/// Brings one schema with its words, and the `all_of` that hold for the same value, into canonical form. All schemas
/// below are in canonical form already.
///
/// `unevaluated` says that the document has keywords which see what other keywords looked at; then
/// nothing is merged or left out that they could see. `stirred` is set when another round may change the result.
pub(super) fn settle(
    mut schema: Object,
    words: WordSet,
    mut all_of: Vec<Object>,
    unevaluated: bool,
    stirred: &mut bool,
) -> Object {
    if words.has(Word::AllOf) {
        all_of.extend(take_members(&mut schema));
    }
    tidy(&mut schema, words, &mut all_of, unevaluated, stirred);
    if all_of.is_empty() {
        return order(schema);
    }
    // What is merged with nothing but annotations stays as it was.
    let is_settled = all_of.len() == 1 && says_nothing(&schema);
    *stirred |= !is_settled;
    let mut rest: Vec<Object> = Vec::new();
    let mut merged = false;
    let mut open = VecDeque::from(all_of);
    while let Some(member) = open.pop_front() {
        // One of several members would see what the others looked at.
        let apart = unevaluated && !(open.is_empty() && rest.is_empty());
        match (!apart).then(|| conjoin(&schema, &member, unevaluated)).flatten() {
            Some(both) => {
                schema = both;
                // A member may bring members of its own.
                open.extend(take_members(&mut schema));
                merged = true;
            }
            None => rest.push(member),
        }
    }
    if merged && !is_settled {
        let words = schema.words();
        tidy(&mut schema, words, &mut rest, unevaluated, stirred);
    }
    rest.retain(|member| !member.is_empty());
    if rest.iter().any(is_never) {
        schema = types::annotations(&schema);
        schema.insert(Word::Not, Object::new());
    } else if !rest.is_empty() {
        schema.insert(Word::AllOf, Json::Array(rest.into_iter().map(Json::Object).collect()));
    }
    order(schema)
}

fn take_members(schema: &mut Object) -> Vec<Object> {
    let Some(Json::Array(members)) = schema.take(Word::AllOf) else { return Vec::new() };
    members.into_iter().filter_map(|member| if let Json::Object(o) = member { Some(o) } else { None }).collect()
}

fn tidy(schema: &mut Object, words: WordSet, all_of: &mut Vec<Object>, unevaluated: bool, stirred: &mut bool) {
    if words.meets(array::SETTLED) {
        array::settle(schema, words, unevaluated);
    }
    if words.meets(OF_OBJECTS) {
        object::settle(schema, words, unevaluated, stirred);
    }
    if words.meets(CONDITIONS) {
        conditions(schema, unevaluated, stirred);
    }
    if words.meets(UNIONS) {
        union::settle(schema, all_of, stirred);
    }
    if words.meets(types::SETTLED) {
        types::settle(schema, words, all_of, unevaluated, stirred);
    }
    if words.meets(bounds::SETTLED) {
        bounds::settle(schema, words);
    }
}

const UNIONS: WordSet = WordSet::of(&[Word::AnyOf, Word::OneOf]);
const CONDITIONS: WordSet = WordSet::of(&[Word::If, Word::Then, Word::Else, Word::Not, Word::DependentSchemas]);

/// `if` without a consequence asks nothing.
fn conditions(schema: &mut Object, unevaluated: bool, stirred: &mut bool) {
    let words = schema.words();
    *stirred |= words.meets(WordSet::of(&[Word::If, Word::DependentSchemas, Word::Not]));
    if !words.has(Word::If) {
        if words.meets(CONSEQUENCES) {
            schema.drop_all(CONSEQUENCES);
        }
    } else if !unevaluated && !words.meets(CONSEQUENCES) {
        schema.take(Word::If);
    }
}

const CONSEQUENCES: WordSet = WordSet::of(&[Word::Then, Word::Else]);
