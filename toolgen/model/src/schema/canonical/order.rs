//! The order of keywords: an object in, the same with its keywords in the fixed order out.

use crate::json::{Json, Object};

/// The order in which canonical schemas are written: what it is, what it is for, what it holds, how
/// it is bound. Keywords that are not named here follow, in the order in which they came.
const ORDER: &[&str] = &[
    "$ref",
    "type",
    "title",
    "description",
    "deprecated",
    "enum",
    "format",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "prefixItems",
    "items",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "unevaluatedItems",
    "properties",
    "patternProperties",
    "propertyNames",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "default",
    "examples",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "$comment",
];

/// The rank of a keyword; `$defs` come last.
fn rank(key: &str) -> usize {
    if key == "$defs" {
        return ORDER.len() + 1;
    }
    ORDER.iter().position(|name| *name == key).unwrap_or(ORDER.len())
}

/// Puts the keywords of one schema in order.
pub(super) fn order(schema: Object) -> Object {
    let mut last = 0;
    let in_order = schema.keys().all(|key| {
        let rank = rank(key);
        let follows = rank >= last;
        last = rank;
        follows
    });
    if in_order {
        return schema;
    }
    let mut entries: Vec<(usize, (String, Json))> = schema.into_iter().map(|entry| (rank(&entry.0), entry)).collect();
    entries.sort_by_key(|(rank, _)| *rank);
    Object::of_distinct(entries.into_iter().map(|(_, entry)| entry).collect())
}
