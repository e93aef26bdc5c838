//! Null: a schema with unions with null in, the same in the dialect's way of writing them out.

use super::super::rules::Null;
use super::super::walk::{Replacing, rewrite};
use crate::json::{Json, Object, Word};
use crate::schema::canonical::in_order;

/// The schema, or null; none where that takes a union.
pub(super) fn admitted(mut schema: Object, style: Null) -> Result<Object, Object> {
    match schema.at(Word::Type).and_then(Json::as_str) {
        None | Some("null") => Err(schema),
        Some(_) if style != Null::TypeList || schema.words().has(Word::AnyOf) => Err(schema),
        Some(_) => {
            admit_null(&mut schema);
            Ok(schema)
        }
    }
}

/// Rewrites every union with null. Where references were written out, parts are `shared`: each is rewritten once.
pub(super) fn write(schema: &mut Json, style: Null, shared: bool) {
    if style == Null::Union {
        return;
    }
    if !shared {
        return rewrite(schema, &mut |node| one(node, style));
    }
    let change = |node: &Object| {
        holds_null(node).then(|| {
            let mut node = node.clone();
            one(&mut node, style);
            node
        })
    };
    if let Some(made) = schema.as_object().and_then(|root| Replacing::new(change).replaced(root)) {
        *schema = Json::Object(made);
    }
}

fn type_of(node: &Object) -> Option<&str> {
    node.at(Word::Type).and_then(Json::as_str)
}

fn is_null(node: &Object) -> bool {
    type_of(node) == Some("null")
}

/// Whether null is written out here.
fn holds_null(node: &Object) -> bool {
    let branches = node.at(Word::AnyOf).and_then(Json::as_array).unwrap_or_default();
    is_null(node) || branches.iter().any(|branch| branch.as_object().is_some_and(is_null))
}

fn one(node: &mut Object, style: Null) {
    if style == Null::Nullable && is_null(node) {
        node.insert(Word::Type, "string");
        node.insert(Word::Nullable, true);
        return;
    }
    if style == Null::TypeList && is_null(node) {
        only_null()
            .as_object()
            .into_iter()
            .flat_map(Object::iter)
            .for_each(|(key, value)| node.insert(key, value.clone()));
        return;
    }
    let typed = |branch: &Json| branch.as_object().is_some_and(|branch| type_of(branch).is_some());
    let is_null = |branch: &Json| branch.as_object().is_some_and(is_null);
    let Some(all) = node.at(Word::AnyOf).and_then(Json::as_array) else { return };
    if !all.iter().any(is_null) || all.iter().all(is_null) {
        return;
    }
    let Some(Json::Array(mut branches)) = node.take(Word::AnyOf) else { return };
    branches.retain(|branch| !is_null(branch));
    let alone = branches.len() == 1 && typed(&branches[0]);
    match (style, branches.pop()) {
        (Null::TypeList, Some(Json::Object(only))) if alone => {
            merge(node, only);
            admit_null(node);
        }
        (Null::Nullable, Some(Json::Object(only))) if alone => {
            merge(node, only);
            node.insert(Word::Nullable, true);
        }
        (style, last) => {
            branches.extend(last);
            if style == Null::TypeList {
                // One branch with a type of its own takes null too; else null stands alone, as a choice of one.
                match branches.iter_mut().rev().find(|branch| typed(branch)) {
                    Some(Json::Object(branch)) => admit_null(branch),
                    _ => branches.push(only_null()),
                }
            } else {
                node.insert(Word::Nullable, true);
            }
            node.insert(Word::AnyOf, branches);
        }
    }
    *node = in_order(std::mem::take(node));
}

/// Puts the branch in the place of the union; what the outside says about itself stays.
fn merge(node: &mut Object, branch: Object) {
    for (key, value) in branch {
        if !node.contains_key(&key) {
            node.insert(key, value);
        }
    }
}

/// `type: [t, "null"]`, and null among the choices.
fn admit_null(node: &mut Object) {
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
fn only_null() -> Json {
    Json::from([
        ("type", Json::Array(vec![Json::from("string"), Json::from("null")])),
        ("enum", Json::Array(vec![Json::Null])),
    ])
}
