//! Gemini, `parameters`: a row in, a function declaration with an OpenAPI schema out.
//!
//! | Gemini's `Schema` | what is done |
//! |---|---|
//! | no unions at the root, no `$ref` | merged; written out, recursion three times |
//! | no `additionalProperties` | `false` is left out, a loss; maps are pairs, which come back |
//! | no object without properties | pairs, which come back |
//! | no untyped value | JSON text, which comes back |
//! | `nullable: true` instead of null | written so |
//! | `anyOf` alone on its schema | what stands beside it goes into the branches |
//! | `enum` of strings that are not empty | others are sent as strings that stand for them |
//! | keys match `^[A-Za-z_][A-Za-z0-9_]{0,63}$` | another gets a name that does, and comes back |
//! | bounds, lengths, `pattern`, `format: date-time` | others are left out, a loss |
//! | a tool without parameters has no `parameters` | they are left out |

use super::accept::{ANY, Accepts};
use super::gemini::{declaration, is_name};
use super::loss::Refusal;
use super::name::strictest;
use super::projection::{Projection, parts};
use super::rules::{Any, Enums, FREE, Formats, Keys, Null, Objects, Refs, Root, Rules, Words};
use crate::catalog::Row;
use crate::json::{Json, Object, Word};

const KEYWORDS: &[&str] = &[
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minProperties",
    "maxProperties",
];

const RULES: Rules = Rules {
    root: Root::Merged,
    refs: Refs::Inlined,
    any: Any::Text,
    objects: Objects::Unclosed,
    beside_union: false,
    null: Null::Nullable,
    enums: Enums::Strings,
    items: true,
    keys: Keys::Every(is_key),
    keywords: Words::only(KEYWORDS),
    annotations: Words::only(&["title", "description", "default"]),
    formats: Formats::Only(&["date-time"]),
    ..FREE
};

const TAKEN: &[&str] = &[
    "type",
    "title",
    "description",
    "default",
    "enum",
    "properties",
    "required",
    "items",
    "anyOf",
    "nullable",
    "propertyOrdering",
    "example",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minProperties",
    "maxProperties",
];

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::only(TAKEN),
    formats: Formats::Only(&["date-time", "enum", "int32", "int64", "float", "double"]),
    booleans: false,
    typed: true,
    items: true,
    type_lists: false,
    string_enums: true,
    keys: Keys::Every(is_key),
    name: is_name,
    ..ANY
};

fn is_key(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && name.len() <= 64 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `{name, description, parameters?}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = parts(row, &RULES, strictest)?;
    let mut wire = declaration(&parts);
    if parts.schema.at(Word::Properties).and_then(Json::as_object).is_some_and(|all: &Object| !all.is_empty()) {
        wire.insert("parameters", std::mem::take(&mut parts.schema));
    }
    Ok(parts.with(wire))
}
