//! Unions: `anyOf` and `oneOf` of canonical branches in, flat `anyOf`s with null last out.

use std::collections::HashSet;

use super::conjoin::is_never;
use super::disjoint::{are_disjoint, excludes};
use super::keyword::annotates;
use crate::json::{Json, Object, Text, Word};

/// Unions of at most this many branches are compared pair by pair.
const FEW: usize = 16;

/// Brings the unions of a schema into canonical form. What is no union any more goes to `all_of`.
pub(super) fn settle(schema: &mut Object, all_of: &mut Vec<Object>, stirred: &mut bool) {
    if let Some(branches) = branches(schema, "oneOf") {
        let before = branches.len();
        let branches = possible(schema, branches);
        *stirred |= branches.len() != before;
        match <[Object; 1]>::try_from(branches) {
            Ok([only]) => all_of.push(only),
            Err(branches) if branches.is_empty() => all_of.push(super::settle::never()),
            Err(branches) if are_disjoint(&branches) || bug!(OneOfIsAnyOf) => {
                let branches = list(branches);
                if schema.contains_key("anyOf") {
                    all_of.push(Object::from_iter([("anyOf", branches)]));
                } else {
                    schema.insert("anyOf", branches);
                }
            }
            Err(branches) => schema.insert("oneOf", list(branches)),
        }
    }
    if let Some(branches) = branches(schema, "anyOf") {
        let before = branches.len();
        let branches = flat(branches);
        *stirred |= branches.len() != before;
        let branches = distinct(possible(schema, branches));
        let mut branches = one_enum(branches);
        if bug!(FirstBranch) {
            branches.truncate(1);
        }
        if bug!(NullDropped) {
            branches.retain(|branch| !is_null(branch));
        }
        *stirred |= branches.len() != before;
        match branches.len() {
            0 => all_of.push(super::settle::never()),
            1 => all_of.extend(branches),
            count => {
                branches.sort_by_key(is_null);
                if count == 2 && is_null(&branches[1]) {
                    *stirred |= hoist(schema, &mut branches[0]);
                }
                schema.insert("anyOf", list(branches));
            }
        }
    }
}

fn branches(schema: &mut Object, key: &str) -> Option<Vec<Object>> {
    let Json::Array(branches) = schema.remove(key)? else { return None };
    Some(branches.into_iter().filter_map(|branch| if let Json::Object(o) = branch { Some(o) } else { None }).collect())
}

fn list(branches: Vec<Object>) -> Json {
    Json::Array(branches.into_iter().map(Json::Object).collect())
}

/// Without the branches that nothing can fit beside the type of the schema itself.
fn possible(schema: &Object, branches: Vec<Object>) -> Vec<Object> {
    branches.into_iter().filter(|branch| !is_never(branch) && !excludes(schema, branch)).collect()
}

/// A union inside a union, when it is nothing else, is part of it.
fn flat(branches: Vec<Object>) -> Vec<Object> {
    let mut out = Vec::new();
    for mut branch in branches {
        match branch.get("anyOf") {
            Some(Json::Array(_)) if branch.len() == 1 => {
                out.extend(self::branches(&mut branch, "anyOf").unwrap_or_default());
            }
            _ => out.push(branch),
        }
    }
    out
}

/// Each branch once; large unions are told apart by their text.
fn distinct(branches: Vec<Object>) -> Vec<Object> {
    if branches.len() > FEW {
        let mut seen = HashSet::new();
        return branches.into_iter().filter(|b| seen.insert(Json::Object(b.clone()).canonical())).collect();
    }
    let mut out: Vec<Object> = Vec::with_capacity(branches.len());
    for branch in branches {
        if !out.contains(&branch) {
            out.push(branch);
        }
    }
    out
}

/// Several branches that only list values of one type are one list.
fn one_enum(branches: Vec<Object>) -> Vec<Object> {
    let mut out: Vec<Object> = Vec::new();
    for branch in branches {
        let bare = |schema: &Object| schema.len() == 2 && schema.contains_key("enum") && schema.contains_key("type");
        let same = |other: &&mut Object| bare(other) && other.get("type") == branch.get("type");
        let Some(known) = bare(&branch).then(|| out.iter_mut().find(same)).flatten() else {
            out.push(branch);
            continue;
        };
        if let (Some(Json::Array(all)), Some(Json::Array(more))) = (known.get_mut("enum"), branch.get("enum")) {
            let fresh: Vec<Json> = more.iter().filter(|value| !all.contains(value)).cloned().collect();
            all.extend(fresh);
        }
    }
    out
}

fn is_null(branch: &Object) -> bool {
    branch.at(Word::Type).and_then(Json::as_str) == Some("null")
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
