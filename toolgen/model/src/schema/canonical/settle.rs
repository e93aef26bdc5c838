//! Settling: the lifted keywords of one schema in, the same schema in canonical form out.

use super::conjoin::{conjoin, is_never};
use super::order::order;
use super::{array, bounds, object, types, union};
use crate::json::{Json, Object};

/// The schema that nothing fits.
pub(super) fn never() -> Object {
    Object::from_iter([("not", Object::new())])
}

/// Brings one schema, and the `all_of` that hold for the same value, into canonical form. All schemas
/// below are in canonical form already.
///
/// `unevaluated` says that the document has keywords which see what other keywords looked at; then
/// nothing is merged or left out that they could see.
pub(super) fn settle(mut schema: Object, mut all_of: Vec<Object>, unevaluated: bool) -> Object {
    if let Some(Json::Array(rest)) = schema.remove("allOf") {
        all_of.extend(rest.into_iter().filter_map(|member| if let Json::Object(o) = member { Some(o) } else { None }));
    }
    tidy(&mut schema, &mut all_of, unevaluated);
    let mut rest: Vec<Object> = Vec::new();
    let mut merged = false;
    for member in all_of {
        match conjoin(&schema, &member, unevaluated) {
            Some(both) => {
                schema = both;
                merged = true;
            }
            None => rest.push(member),
        }
    }
    if merged {
        tidy(&mut schema, &mut rest, unevaluated);
    }
    rest.retain(|member| !member.is_empty());
    if rest.iter().any(is_never) {
        schema = types::annotations(&schema);
        schema.insert("not", Object::new());
    } else if !rest.is_empty() {
        schema.insert("allOf", Json::Array(rest.into_iter().map(Json::Object).collect()));
    }
    order(schema)
}

fn tidy(schema: &mut Object, all_of: &mut Vec<Object>, unevaluated: bool) {
    array::settle(schema, unevaluated);
    object::settle(schema, unevaluated);
    conditions(schema, unevaluated);
    union::settle(schema, all_of);
    types::settle(schema, all_of, unevaluated);
    bounds::settle(schema);
}

/// `if` without a consequence asks nothing.
fn conditions(schema: &mut Object, unevaluated: bool) {
    if !schema.contains_key("if") {
        schema.retain(|key, _| !matches!(key, "then" | "else"));
    } else if !unevaluated && !schema.contains_key("then") && !schema.contains_key("else") {
        schema.remove("if");
    }
}
