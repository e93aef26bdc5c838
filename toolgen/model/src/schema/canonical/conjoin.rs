//! Conjunction: two canonical schemas in, one that accepts what both accept out, where that is exact and simple.

use super::disjoint::excludes;
use super::keyword::{ASSERTIONS, annotates};
use super::order::order;
use super::settle::never;
use super::types::annotations;
use crate::json::{Json, Number, Object, Word, whole};

/// Whether a schema accepts nothing.
pub(super) fn is_never(schema: &Object) -> bool {
    schema.at(Word::Not).and_then(Json::as_object).is_some_and(Object::is_empty)
}

/// The same for a schema as it stands in an object.
pub(super) fn is_never_json(schema: &Json) -> bool {
    match schema {
        Json::Bool(accepts) => !accepts,
        Json::Object(object) => is_never(object) && object.len() == 1,
        _ => false,
    }
}

/// One schema for both, or `None` where they have to stay two. The annotations of `a` go first.
pub(super) fn conjoin(a: &Object, b: &Object, unevaluated: bool) -> Option<Object> {
    if unevaluated && !says_nothing(a) && !says_nothing(b) {
        return None;
    }
    if is_never(a) || is_never(b) || excludes(a, b) {
        let mut none = annotations(a);
        none.insert("not", Object::new());
        return Some(none);
    }
    if a.is_empty() {
        return Some(order(b.clone()));
    }
    if !objects_meet(a, b) || !arrays_meet(a, b) {
        return None;
    }
    let mut out = a.clone();
    for (key, value) in b.entries() {
        let Some(own) = a.get(key) else {
            out.insert(key, value.clone());
            continue;
        };
        if annotates(key) || own == value {
            continue;
        }
        let both = match key.as_str() {
            "type" => narrower(own, value)?,
            "enum" => common(own, value)?,
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => tighter(own, value, true)?,
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => tighter(own, value, false)?,
            "uniqueItems" => Json::Bool(true),
            "required" => union_of(own, value)?,
            "properties" | "patternProperties" if bug!(ShallowMerge) => value.clone(),
            "properties" | "patternProperties" => each(own, value)?,
            "items" | "additionalProperties" => both_json(own, value),
            _ => return None,
        };
        out.insert(key, both);
    }
    Some(order(out))
}

/// Whether a schema holds annotations only.
pub(in crate::schema) fn says_nothing(schema: &Object) -> bool {
    !schema.words().meets(ASSERTIONS)
}

/// `additionalProperties` speaks about what its own neighbours leave; merging must not change that.
fn objects_meet(a: &Object, b: &Object) -> bool {
    let speaks = |schema: &Object| {
        ["properties", "patternProperties", "additionalProperties"].iter().any(|key| schema.contains_key(key))
    };
    if !speaks(a) || !speaks(b) {
        return true;
    }
    let closes = |schema: &Object| schema.get("additionalProperties").is_some_and(|rest| rest.as_bool() != Some(true));
    if !closes(a) && !closes(b) {
        return true;
    }
    let names = |schema: &Object, key: &str| -> Vec<String> {
        let map = schema.get(key).and_then(Json::as_object);
        let mut names: Vec<String> = map.into_iter().flat_map(Object::keys).map(str::to_owned).collect();
        names.sort();
        names
    };
    // What the one that closes does not name must not be named by the other.
    let within = |closing: &Object, other: &Object| {
        let known = names(closing, "properties");
        names(other, "patternProperties") == names(closing, "patternProperties")
            && names(other, "properties").iter().all(|name| known.binary_search(name).is_ok())
    };
    (!closes(a) || within(a, b)) && (!closes(b) || within(b, a))
}

/// The same for `items`, which speaks about what `prefixItems` leaves; `contains` counts as a group.
fn arrays_meet(a: &Object, b: &Object) -> bool {
    let tuple = |schema: &Object| schema.contains_key("prefixItems");
    let rest = |schema: &Object| schema.contains_key("items");
    let contains = a.contains_key("contains") && b.contains_key("contains");
    let conditional = a.contains_key("if") && b.contains_key("if");
    let lengths = match (a.get("prefixItems"), b.get("prefixItems")) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    !contains && !conditional && lengths && (tuple(a) == tuple(b) || !(tuple(a) && rest(b) || tuple(b) && rest(a)))
}

fn narrower(a: &Json, b: &Json) -> Option<Json> {
    match (a.as_str()?, b.as_str()?) {
        ("integer", "number") | ("number", "integer") => Some("integer".into()),
        (a, b) if a == b => Some(a.into()),
        _ => None,
    }
}

fn common(a: &Json, b: &Json) -> Option<Json> {
    let known: std::collections::HashSet<String> = b.as_array()?.iter().map(Json::canonical).collect();
    let both: Vec<Json> = a.as_array()?.iter().filter(|value| known.contains(&value.canonical())).cloned().collect();
    Some(Json::Array(both))
}

fn tighter(a: &Json, b: &Json, greater: bool) -> Option<Json> {
    let (x, y) = (a.as_number()?, b.as_number()?);
    let a_is_greater = match (whole(x), whole(y)) {
        (Some(x), Some(y)) => x > y,
        _ => Number::as_f64(x)? > Number::as_f64(y)?,
    };
    Some(if a_is_greater == greater { a.clone() } else { b.clone() })
}

fn union_of(a: &Json, b: &Json) -> Option<Json> {
    let mut all = a.as_array()?.to_vec();
    for name in b.as_array()? {
        if !all.contains(name) {
            all.push(name.clone());
        }
    }
    Some(Json::Array(all))
}

/// Both maps; a key that both have must fit both.
fn each(a: &Json, b: &Json) -> Option<Json> {
    let mut all = a.as_object()?.clone();
    for (name, value) in b.as_object()?.entries() {
        let value = match all.get(name) {
            Some(own) => both_json(own, value),
            None => value.clone(),
        };
        all.insert(name, value);
    }
    Some(Json::Object(all))
}

fn both_json(a: &Json, b: &Json) -> Json {
    let object = |schema: &Json| match schema {
        Json::Object(object) => object.clone(),
        Json::Bool(false) => never(),
        _ => Object::new(),
    };
    let (a, b) = (object(a), object(b));
    match conjoin(&a, &b, false) {
        Some(both) => Json::Object(both),
        None => Json::from([("allOf", Json::Array(vec![Json::Object(a), Json::Object(b)]))]),
    }
}
