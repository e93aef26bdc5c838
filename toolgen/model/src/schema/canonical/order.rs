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

/// Puts the keywords of one schema in order; `$defs` come last.
pub(super) fn order(mut schema: Object) -> Object {
    let defs = schema.remove("$defs");
    let mut entries: Vec<(usize, (String, Json))> = schema
        .into_iter()
        .map(|entry| (ORDER.iter().position(|name| *name == entry.0).unwrap_or(ORDER.len()), entry))
        .collect();
    entries.sort_by_key(|(rank, _)| *rank);
    entries.into_iter().map(|(_, entry)| entry).chain(defs.map(|defs| ("$defs".to_owned(), defs))).collect()
}
