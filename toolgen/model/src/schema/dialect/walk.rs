//! The walk over a canonical schema by position: each schema in it goes through a function, outermost first.

use crate::json::{Json, Object, push_pointer};

/// Rewrites every schema in place; `change` gets the pointer to each.
pub(super) fn rewrite(schema: &mut Json, change: &mut impl FnMut(&str, &mut Object)) {
    at(schema, "", change);
}

fn at(schema: &mut Json, pointer: &str, change: &mut impl FnMut(&str, &mut Object)) {
    let Json::Object(object) = schema else { return };
    change(pointer, object);
    for (key, value) in object.iter_mut() {
        let below = push_pointer(pointer, key);
        match (key, value) {
            ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Json::Object(map)) => {
                for (name, schema) in map.iter_mut() {
                    at(schema, &push_pointer(&below, name), change);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Json::Array(items)) => {
                for (n, schema) in items.iter_mut().enumerate() {
                    at(schema, &push_pointer(&below, &n.to_string()), change);
                }
            }
            (
                "items"
                | "additionalProperties"
                | "propertyNames"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                schema @ Json::Object(_),
            ) => at(schema, &below, change),
            _ => {}
        }
    }
}
