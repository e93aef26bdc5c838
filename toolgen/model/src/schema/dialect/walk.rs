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

/// Visits every schema of any form, booleans too; `see` gets the pointer, the nesting of values, and the schema.
pub(super) fn visit(schema: &Json, see: &mut impl FnMut(&str, usize, &Json)) {
    let mut open = vec![(String::new(), 1, schema)];
    while let Some((at, level, schema)) = open.pop() {
        see(&at, level, schema);
        for (key, value) in schema.as_object().into_iter().flat_map(Object::iter) {
            let below = push_pointer(&at, key);
            match (key, value) {
                ("properties" | "patternProperties" | "dependentSchemas", Json::Object(map)) => {
                    open.extend(map.iter().map(|(name, value)| (push_pointer(&below, name), level + 1, value)));
                }
                ("$defs" | "definitions", Json::Object(map)) => {
                    open.extend(map.iter().map(|(name, value)| (push_pointer(&below, name), 1, value)));
                }
                ("allOf" | "anyOf" | "oneOf", Json::Array(items)) => {
                    let items = items.iter().enumerate();
                    open.extend(items.map(|(n, value)| (push_pointer(&below, &n.to_string()), level, value)));
                }
                ("prefixItems" | "items", Json::Array(items)) => {
                    let items = items.iter().enumerate();
                    open.extend(items.map(|(n, value)| (push_pointer(&below, &n.to_string()), level + 1, value)));
                }
                ("not" | "if" | "then" | "else" | "propertyNames", value) => open.push((below, level, value)),
                ("items" | "contains", value) => open.push((below, level + 1, value)),
                ("additionalProperties" | "unevaluatedItems" | "unevaluatedProperties", value @ Json::Object(_)) => {
                    open.push((below, level + 1, value));
                }
                _ => {}
            }
        }
    }
}

/// Whether a reference leads back to where it stands in.
pub(super) fn is_recursive(schema: &Json) -> bool {
    fn targets(schema: &Json) -> Vec<String> {
        let mut found = Vec::new();
        visit(schema, &mut |_, _, node| {
            found.extend(
                node.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#')).map(str::to_owned),
            );
        });
        found
    }
    let all = targets(schema);
    let mut reached: Vec<(String, Vec<String>)> = Vec::new();
    for start in all {
        if reached.iter().any(|(known, _)| *known == start) {
            continue;
        }
        let direct =
            schema.pointer(&start).map(|target| if start.is_empty() { vec![start.clone()] } else { targets(target) });
        reached.push((start, direct.unwrap_or_default()));
    }
    // A target that reaches itself over any number of steps.
    reached.iter().any(|(start, direct)| {
        let mut seen: Vec<&str> = Vec::new();
        let mut open: Vec<&str> = direct.iter().map(String::as_str).collect();
        while let Some(at) = open.pop() {
            if at == start || at.is_empty() {
                return true;
            }
            if !seen.contains(&at) {
                seen.push(at);
                if let Some((_, next)) = reached.iter().find(|(name, _)| name == at) {
                    open.extend(next.iter().map(String::as_str));
                }
            }
        }
        false
    })
}
