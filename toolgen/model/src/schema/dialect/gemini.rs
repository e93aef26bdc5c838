//! Gemini, `parametersJsonSchema`: a row in, a function declaration out.
//!
//! | Gemini | what is done |
//! |---|---|
//! | no unions at the root | the branches' properties are merged, a loss |
//! | `$ref` with nothing but `description` and `default` beside it | as it is |
//! | `anyOf` and `oneOf` alone on their schema | what stands beside them goes into the branches |
//! | `allOf`, `not`, `if`, `dependent…`, `patternProperties`, `propertyNames`, `…Properties`, `exclusive…`, `multipleOf`, `contains` are not listed | left out, a loss |
//! | `title` made 2.5 Flash answer with malformed calls | left out |
//! | a name starts with a letter or `_`, then `[A-Za-z0-9_-]`, at most 64 | another is cut and gets a digest |
//! | all else, maps and tuples too | as it is |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::strictest;
use super::projection::{Parts, Projection, parts};
use super::rules::{FREE, Root, Rules, Words};
use crate::catalog::Row;
use crate::json::{Object, Word};

const NOT_LISTED: &[&str] = &[
    "allOf",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "unevaluatedProperties",
];

const RULES: Rules = Rules {
    root: Root::Merged,
    beside_union: false,
    keywords: Words::without(NOT_LISTED),
    annotations: Words::only(&["description", "default"]),
    ..FREE
};

pub(super) static ACCEPTS: Accepts =
    Accepts { root_unions: false, keywords: Words::without(NOT_LISTED), name: is_name, ..ANY };

/// What the API takes as a name; what is sent is stricter.
pub(super) fn is_name(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let rest = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-'));
    first && rest && name.len() <= 128
}

/// `{name, description, parametersJsonSchema}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = parts(row, &RULES, strictest)?;
    let mut wire = declaration(&parts);
    wire.insert("parametersJsonSchema", std::mem::take(&mut parts.schema));
    Ok(parts.with(wire))
}

/// `{name, description}`.
pub(super) fn declaration(parts: &Parts) -> Object {
    // With room for the parameters.
    let mut wire = Vec::with_capacity(3);
    wire.push((Word::Name.into(), parts.name.as_str().into()));
    wire.push((Word::Description.into(), (&parts.description).into()));
    Object::of_distinct(wire)
}
