//! Moonshot: a row in, a function tool out, inside of the strictest level of its format.
//!
//! | Moonshot | what is done |
//! |---|---|
//! | no union or reference at the root | the branches' properties are merged, a loss |
//! | nothing beside `$ref` | its description is left out |
//! | nothing beside `anyOf` | what stands there goes into the branches |
//! | no `oneOf`, `allOf`, `not`, `if`, tuples, `pattern`, `format`, `exclusive…`, `multipleOf`, `uniqueItems` | left out, a loss |
//! | a choice is a string, a number or a truth value | others are sent as strings that stand for them |
//! | keys are not empty, without `/`, and not `$defs`, `$ref`, `anyOf`, `required`, `additionalProperties` | another gets a name that fits, and comes back |
//! | 1,000 choices, 3,000 keys, 30 levels, 120,000 bytes | beyond: refused |

use super::accept::{ANY, Accepts, Limits};
use super::loss::Refusal;
use super::mfjs;
use super::name::plain;
use super::openai::{enveloped, function, of};
use super::projection::Projection;
use super::rules::{Enums, FREE, Keys, Refs, Root, Rules, Words};
use crate::catalog::Row;

const KEYWORDS: &[&str] = &["minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength"];

const RULES: Rules = Rules {
    root: Root::Merged,
    refs: Refs::Bare,
    beside_union: false,
    enums: Enums::Primitive,
    keys: Keys::Every(is_key),
    keywords: Words::only(KEYWORDS),
    annotations: Words::only(&["title", "description"]),
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
    "additionalProperties",
    "items",
    "anyOf",
    "$defs",
    "$ref",
    "$id",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
];

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::only(TAKEN),
    booleans: false,
    beside_ref: false,
    required_defined: true,
    keys: Keys::Every(is_key),
    name: |name| plain(name, 64),
    limits: Limits { depth: 30, properties: 3_000, enum_values: 1_000, characters: 120_000, ..Limits::NONE },
    ..ANY
};

fn is_key(name: &str) -> bool {
    let reserved = ["$defs", "$ref", "anyOf", "required", "additionalProperties"];
    !name.is_empty() && !name.contains('/') && !reserved.contains(&name)
}

/// `{type: "function", function: {name, description, parameters}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    ACCEPTS.refuse(&parts)?;
    mfjs::check(&parts.schema, mfjs::DEPTH).map_err(|why| Refusal::new("moonshot-format", "", why))?;
    let function = function(&mut parts);
    Ok(enveloped(parts, function))
}
