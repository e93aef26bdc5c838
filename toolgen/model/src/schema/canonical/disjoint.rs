//! Disjointness: two canonical schemas in, whether no value can fit both out. It proves, it does not guess.

use crate::json::{Json, Object, Word};

/// Unions of more branches are not looked at pair by pair.
const MOST: usize = 128;
/// How deep a common property is looked into.
const DEPTH: usize = 4;

/// Whether each pair of branches is disjoint.
pub(super) fn are_disjoint(branches: &[Json]) -> bool {
    let apart = |a: &Json, b: &Json| a.as_object().zip(b.as_object()).is_some_and(|(a, b)| disjoint(a, b, DEPTH));
    branches.len() <= MOST && branches.iter().enumerate().all(|(n, a)| branches[n + 1..].iter().all(|b| apart(a, b)))
}

/// Whether the type of `schema` alone excludes `branch`.
pub(super) fn excludes(schema: &Object, branch: &Object) -> bool {
    let own = match schema.at(Word::Type) {
        Some(Json::String(name)) => vec![name.as_str()],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => return false,
    };
    types(branch).is_some_and(|types| !types.iter().any(|a| own.iter().any(|b| overlap(a, b))))
}

fn disjoint(a: &Object, b: &Object, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    if let (Some(a_types), Some(b_types)) = (types(a), types(b)) {
        if !a_types.iter().any(|x| b_types.iter().any(|y| overlap(x, y))) {
            return true;
        }
        if a_types == ["object"] && b_types == ["object"] && differ_by_property(a, b, depth) {
            return true;
        }
    }
    // One branch of a union at a time.
    for (union, other) in [(a, b), (b, a)] {
        if let Some(branches) = union.at(Word::AnyOf).and_then(Json::as_array)
            && branches.iter().all(|branch| branch.as_object().is_some_and(|branch| disjoint(branch, other, depth - 1)))
        {
            return true;
        }
    }
    if let (Some(a), Some(b)) = (a.at(Word::Enum).and_then(Json::as_array), b.at(Word::Enum).and_then(Json::as_array)) {
        return a.len() * b.len() <= 10_000 && !a.iter().any(|value| b.contains(value));
    }
    let bound = |schema: &Object, key: Word| schema.at(key).and_then(Json::as_number).and_then(crate::json::whole);
    let below = |low: &Object, high: &Object| match (bound(low, Word::Maximum), bound(high, Word::Minimum)) {
        (Some(most), Some(least)) => most < least && types(low).is_some() && types(high).is_some(),
        _ => false,
    };
    let numeric = |schema: &Object| types(schema).is_some_and(|t| t.iter().all(|t| matches!(*t, "integer" | "number")));
    numeric(a) && numeric(b) && (below(a, b) || below(b, a))
}

/// Whether a property that one of the two requires cannot be there in the other.
fn differ_by_property(a: &Object, b: &Object, depth: usize) -> bool {
    let required = |schema: &Object| -> Vec<String> {
        let names = schema.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
        names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let property = |schema: &Object, name: &str| schema.at(Word::Properties).and_then(|all| all.get(name)).cloned();
    let closed = |schema: &Object| {
        schema.at(Word::AdditionalProperties).and_then(Json::as_bool) == Some(false)
            && !schema.has(Word::PatternProperties)
    };
    for (one, other) in [(a, b), (b, a)] {
        for name in required(one) {
            match (property(one, &name), property(other, &name)) {
                (Some(Json::Object(x)), Some(Json::Object(y))) if disjoint(&x, &y, depth - 1) => return true,
                (_, None) if closed(other) => return true,
                _ => {}
            }
        }
    }
    false
}

/// The types that a schema admits, where it says so.
fn types(schema: &Object) -> Option<Vec<&str>> {
    if let Some(name) = schema.at(Word::Type).and_then(Json::as_str) {
        return Some(vec![name]);
    }
    let mut all = Vec::new();
    for branch in schema.at(Word::AnyOf)?.as_array()? {
        all.extend(types(branch.as_object()?)?);
    }
    Some(all)
}

fn overlap(a: &str, b: &str) -> bool {
    a == b || matches!((a, b), ("integer", "number") | ("number", "integer"))
}
