//! Unions: `anyOf` and `oneOf` of canonical branches in, flat `anyOf`s with null last out.

use super::conjoin::is_never;
use super::disjoint::{are_disjoint, excludes};
use super::keyword::annotates;
use super::settle::never;
use crate::json::{Json, Object, Text, Word, distinct};

/// Brings the unions of a schema into canonical form. What is no union any more goes to `all_of`.
pub(super) fn settle(schema: &mut Object, all_of: &mut Vec<Object>, stirred: &mut bool) {
    if let Some(Json::Array(mut branches)) = schema.take(Word::OneOf) {
        let before = branches.len();
        branches.retain(|branch| is_possible(schema, branch));
        *stirred |= branches.len() != before;
        match branches.len() {
            0 => all_of.push(never()),
            1 => all_of.extend(branches.pop().and_then(object)),
            _ if are_disjoint(&branches) || bug!(OneOfIsAnyOf) => {
                if schema.has(Word::AnyOf) {
                    all_of.push(Object::from_iter([(Word::AnyOf, branches)]));
                } else {
                    schema.insert(Word::AnyOf, branches);
                }
            }
            _ => schema.insert(Word::OneOf, branches),
        }
    }
    if let Some(Json::Array(mut branches)) = schema.take(Word::AnyOf) {
        let before = branches.len();
        if branches.iter().any(is_union) {
            branches = flat(branches);
        }
        *stirred |= branches.len() != before;
        branches.retain(|branch| is_possible(schema, branch));
        distinct(&mut branches);
        branches = one_enum(branches);
        if bug!(FirstBranch) {
            branches.truncate(1);
        }
        if bug!(NullDropped) {
            branches.retain(|branch| !is_null(branch));
        }
        *stirred |= branches.len() != before;
        match branches.len() {
            0 => all_of.push(never()),
            1 => all_of.extend(branches.pop().and_then(object)),
            count => {
                branches.sort_by_key(is_null);
                if count == 2
                    && is_null(&branches[1])
                    && let Json::Object(branch) = &mut branches[0]
                {
                    *stirred |= hoist(schema, branch);
                }
                schema.insert(Word::AnyOf, Json::Array(branches));
            }
        }
    }
}

fn object(branch: Json) -> Option<Object> {
    if let Json::Object(object) = branch { Some(object) } else { None }
}

/// Whether anything can fit the branch beside the type of the schema itself.
fn is_possible(schema: &Object, branch: &Json) -> bool {
    branch.as_object().is_some_and(|branch| !is_never(branch) && !excludes(schema, branch))
}

/// Whether a branch is nothing but a union.
fn is_union(branch: &Json) -> bool {
    branch.as_object().is_some_and(|branch| branch.len() == 1 && branch.has(Word::AnyOf))
}

/// A union inside a union, when it is nothing else, is part of it.
fn flat(branches: Vec<Json>) -> Vec<Json> {
    let mut out = Vec::with_capacity(branches.len() + 1);
    for mut branch in branches {
        match branch.as_object_mut().filter(|branch| branch.len() == 1).and_then(|branch| branch.take(Word::AnyOf)) {
            Some(Json::Array(inner)) => out.extend(inner),
            _ => out.push(branch),
        }
    }
    out
}

/// Several branches that only list values of one type are one list.
fn one_enum(branches: Vec<Json>) -> Vec<Json> {
    if branches.iter().filter(|branch| values(branch).is_some()).nth(1).is_none() {
        return branches;
    }
    let mut out: Vec<Json> = Vec::with_capacity(branches.len());
    for branch in branches {
        let known = values(&branch).and_then(|(own, more)| {
            let known = out.iter_mut().find(|known| values(known).is_some_and(|(name, _)| name == own))?;
            Some((known.as_object_mut()?.at_mut(Word::Enum)?, more))
        });
        if let Some((Json::Array(all), more)) = known {
            let fresh: Vec<Json> = more.iter().filter(|value| !all.contains(value)).cloned().collect();
            all.extend(fresh);
        } else {
            out.push(branch);
        }
    }
    out
}

/// The type of a schema that only lists values, and these.
fn values(schema: &Json) -> Option<(&Json, &[Json])> {
    let schema = schema.as_object().filter(|schema| schema.len() == 2)?;
    Some((schema.at(Word::Type)?, schema.at(Word::Enum)?.as_array()?))
}

fn is_null(branch: &Json) -> bool {
    branch.as_object().and_then(|branch| branch.at(Word::Type)).and_then(Json::as_str) == Some("null")
}

/// What the branch says about itself, the whole says, unless it says so itself; returns whether anything moved.
fn hoist(schema: &mut Object, branch: &mut Object) -> bool {
    let own = branch.entries().filter(|(key, _)| annotates(key) && !schema.contains_key(key));
    let keys: Vec<Text> = own.map(|(key, _)| key.clone()).collect();
    for key in &keys {
        if let Some(value) = branch.remove(key) {
            schema.insert(key, value);
        }
    }
    !keys.is_empty()
}
