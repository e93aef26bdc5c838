//! The keywords of JSON Schema and what stands under each: a schema is walked by position, never by name,
//! since a property may be called `items`.

use crate::ir::{Node, NodeKind};

/// What the value of a keyword is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A schema
    Schema,
    /// A list of schemas
    Schemas,
    /// A mapping from names to schemas
    Named,
    /// A schema, or a list of schemas
    SchemaOrList,
    /// Text
    Text,
    /// A whole number that is not negative
    Count,
    /// A number
    Number,
    /// `true` or `false`
    Flag,
    /// A number; `true` or `false` in old drafts
    Bound,
    /// A list of distinct names
    Names,
    /// A mapping from names to lists of names
    NamedNames,
    /// A type, or a list of types
    Types,
    /// A list of values
    Values,
    /// Anything
    Any,
}

/// Every keyword of the drafts from 04 to 2020-12 that a tool's schema may use.
pub(crate) const KEYWORDS: &[(&str, Holds)] = &[
    ("type", Holds::Types),
    ("properties", Holds::Named),
    ("required", Holds::Names),
    ("description", Holds::Text),
    ("title", Holds::Text),
    ("default", Holds::Any),
    ("examples", Holds::Values),
    ("example", Holds::Any),
    ("enum", Holds::Values),
    ("const", Holds::Any),
    ("format", Holds::Text),
    ("pattern", Holds::Text),
    ("minLength", Holds::Count),
    ("maxLength", Holds::Count),
    ("minimum", Holds::Number),
    ("maximum", Holds::Number),
    ("exclusiveMinimum", Holds::Bound),
    ("exclusiveMaximum", Holds::Bound),
    ("multipleOf", Holds::Number),
    ("items", Holds::SchemaOrList),
    ("prefixItems", Holds::Schemas),
    ("additionalItems", Holds::Schema),
    ("minItems", Holds::Count),
    ("maxItems", Holds::Count),
    ("uniqueItems", Holds::Flag),
    ("contains", Holds::Schema),
    ("minContains", Holds::Count),
    ("maxContains", Holds::Count),
    ("unevaluatedItems", Holds::Schema),
    ("additionalProperties", Holds::Schema),
    ("patternProperties", Holds::Named),
    ("propertyNames", Holds::Schema),
    ("minProperties", Holds::Count),
    ("maxProperties", Holds::Count),
    ("unevaluatedProperties", Holds::Schema),
    ("dependentRequired", Holds::NamedNames),
    ("dependentSchemas", Holds::Named),
    ("dependencies", Holds::Any),
    ("allOf", Holds::Schemas),
    ("anyOf", Holds::Schemas),
    ("oneOf", Holds::Schemas),
    ("not", Holds::Schema),
    ("if", Holds::Schema),
    ("then", Holds::Schema),
    ("else", Holds::Schema),
    ("$ref", Holds::Text),
    ("$defs", Holds::Named),
    ("definitions", Holds::Named),
    ("$schema", Holds::Text),
    ("$id", Holds::Text),
    ("$anchor", Holds::Text),
    ("$dynamicRef", Holds::Text),
    ("$dynamicAnchor", Holds::Text),
    ("$vocabulary", Holds::Any),
    ("$comment", Holds::Text),
    ("id", Holds::Text),
    ("deprecated", Holds::Flag),
    ("readOnly", Holds::Flag),
    ("writeOnly", Holds::Flag),
    ("nullable", Holds::Flag),
    ("contentEncoding", Holds::Text),
    ("contentMediaType", Holds::Text),
    ("contentSchema", Holds::Schema),
    ("discriminator", Holds::Any),
];

/// What stands under `keyword`; `None` when there is no such keyword.
pub(crate) fn holds(keyword: &str) -> Option<Holds> {
    KEYWORDS.iter().find(|(name, _)| *name == keyword).map(|(_, holds)| *holds)
}

/// The schemas that stand directly in `schema`.
fn inner(schema: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    for entry in schema.entries() {
        match (holds(&entry.key.value), &entry.value.kind) {
            (Some(Holds::Schema | Holds::SchemaOrList), NodeKind::Object(_) | NodeKind::Bool(_)) => {
                found.push(&entry.value);
            }
            (Some(Holds::Schemas | Holds::SchemaOrList), NodeKind::Array(items)) => found.extend(items),
            (Some(Holds::Named), NodeKind::Object(named)) => found.extend(named.iter().map(|entry| &entry.value)),
            _ => {}
        }
    }
    found
}

/// Calls `visit` for `schema` and every schema below it, the outer ones first.
pub(crate) fn walk<'n>(schema: &'n Node, visit: &mut impl FnMut(&'n Node)) {
    visit(schema);
    for inner in inner(schema) {
        walk(inner, visit);
    }
}
