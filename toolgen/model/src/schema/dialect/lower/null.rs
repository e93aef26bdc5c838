//! Null: a schema with unions with null in, the same in the dialect's way of writing them out.

use std::sync::LazyLock;

use super::super::rules::Null;
use super::super::walk::Replacing;
use crate::json::{Json, Object, Text, Word, WordSet};
use crate::schema::canonical::{HOLDING, in_order};

/// A list that can only be empty.
pub(super) static EMPTY_LIST: LazyLock<Object> = LazyLock::new(|| {
    let items = Object::from_iter([(Word::Type, "string")]);
    Object::from_iter([
        (Word::Type, Json::from("array")),
        (Word::Items, Json::Object(items)),
        (Word::MaxItems, Json::from(0)),
    ])
});

const UNIONS: WordSet = WordSet::of(&[Word::AnyOf, Word::OneOf]);

/// The schema, or null; none where that takes a union.
pub(super) fn admitted(mut schema: Object, style: Null) -> Result<Object, Object> {
    match type_of(&schema) {
        None | Some(Word::Null) => Err(schema),
        Some(_) if style != Null::TypeList || schema.words().has(Word::AnyOf) => Err(schema),
        Some(_) => {
            admit_null(&mut schema);
            Ok(schema)
        }
    }
}

/// Writes every null as `nullable`. Where references were written out, parts are `shared`: each is rewritten once.
pub(super) fn write(schema: &mut Json, shared: bool) {
    let mut replacing = Replacing::new(HOLDING, shared, |node| written(node, Null::Nullable));
    if let Some(made) = schema.as_object().and_then(|root| replacing.replaced(root)) {
        *schema = Json::Object(made);
    }
}

/// The schema with null in lists of types, in itself and in the branches of its union.
pub(super) fn listed(schema: Object) -> Object {
    if !stands_in(&schema) {
        return schema;
    }
    let mut replacing = Replacing::new(UNIONS, false, |node| written(node, Null::TypeList));
    replacing.replaced(&schema).unwrap_or(schema)
}

fn type_of(node: &Object) -> Option<Word> {
    node.at(Word::Type).and_then(Json::as_word)
}

pub(super) fn is_null(branch: &Json) -> bool {
    branch.as_object().and_then(type_of) == Some(Word::Null)
}

/// Whether null is one of the types, in itself or in a branch.
pub(super) fn stands_in(schema: &Object) -> bool {
    let branches = schema.entries().filter(|(key, _)| key.word().is_some_and(|word| UNIONS.has(word)));
    let mut branches = branches.filter_map(|(_, all)| all.as_array()).flatten().filter_map(Json::as_object);
    type_of(schema) == Some(Word::Null) || branches.any(stands_in)
}

/// The schema with null written out, where it stands here.
fn written(node: &Object, style: Null) -> Option<Object> {
    if type_of(node) == Some(Word::Null) {
        let mut out = node.clone();
        if style == Null::Nullable {
            out.insert(Word::Type, "string");
            out.insert(Word::Nullable, true);
        } else {
            only_null().into_iter().for_each(|(key, value)| out.insert(key, value));
        }
        return Some(out);
    }
    let all = node.at(Word::AnyOf)?.as_array()?;
    let others = || all.iter().filter(|branch| !is_null(branch));
    let count = others().count();
    if count == all.len() || count == 0 {
        return None;
    }
    let alone = others().next().and_then(Json::as_object).filter(|only| count == 1 && type_of(only).is_some());
    let mut out = match alone {
        Some(only) => {
            let mut out = merged(node, only);
            if style == Null::TypeList {
                admit_null(&mut out);
            }
            out
        }
        None => {
            let mut branches = all.to_vec();
            match style {
                Null::TypeList => among(&mut branches),
                _ => branches.retain(|branch| !is_null(branch)),
            }
            with_branches(node, branches)
        }
    };
    if style == Null::Nullable {
        out.insert(Word::Nullable, true);
    }
    Some(in_order(out))
}

/// Puts null into one of the other branches.
pub(super) fn among(branches: &mut Vec<Json>) {
    let count = branches.len();
    branches.retain(|branch| !is_null(branch));
    if branches.len() == count || branches.is_empty() {
        return;
    }
    // One with a type of its own takes null too; else null stands alone, as a choice of one.
    match branches.iter_mut().rev().filter_map(Json::as_object_mut).find(|branch| type_of(branch).is_some()) {
        Some(branch) => admit_null(branch),
        None => branches.push(only_null().into()),
    }
}

/// The branch in the place of the union; what the outside says about itself stays.
fn merged(node: &Object, branch: &Object) -> Object {
    let outside = || node.entries().filter(|(key, _)| !key.is(Word::AnyOf));
    let inside = branch.entries().filter(|(key, _)| !outside().any(|(other, _)| other == *key));
    let mut out = Vec::with_capacity(node.len() + branch.len());
    out.extend(outside().chain(inside).map(|(key, value)| (key.clone(), value.clone())));
    Object::of_distinct(out)
}

/// The schema with other branches; the old ones are not copied.
fn with_branches(node: &Object, branches: Vec<Json>) -> Object {
    let mut branches = Some(Json::Array(branches));
    let entry = |(key, value): (&Text, &Json)| {
        (key.clone(), branches.take_if(|_| key.is(Word::AnyOf)).unwrap_or_else(|| value.clone()))
    };
    Object::of_distinct(node.entries().map(entry).collect())
}

/// `type: [t, "null"]`, and null among the choices.
fn admit_null(node: &mut Object) {
    // Most tools have it many times.
    static EMPTY_LIST_OR_NULL: LazyLock<Object> = LazyLock::new(|| {
        let mut list = EMPTY_LIST.entries().map(|(key, value)| (key.clone(), value.clone())).collect();
        admit_null(&mut list);
        list
    });
    if node.identity() == EMPTY_LIST.identity() {
        *node = EMPTY_LIST_OR_NULL.clone();
        return;
    }
    if let Some(name) = node.at_mut(Word::Type) {
        *name = Json::Array(vec![std::mem::take(name), Json::from("null")]);
    }
    if let Some(Json::Array(choices)) = node.at_mut(Word::Enum)
        && !choices.contains(&Json::Null)
    {
        choices.push(Json::Null);
    }
}

/// Nothing but null, beside a type that the list must have.
fn only_null() -> Object {
    Object::from_iter([
        (Word::Type, Json::Array(vec![Json::from("string"), Json::from("null")])),
        (Word::Enum, Json::Array(vec![Json::Null])),
    ])
}
