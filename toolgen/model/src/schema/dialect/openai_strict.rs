//! OpenAI chat completions, strict: a row in, a function tool whose arguments are always in the schema out.
//!
//! | OpenAI strict | what is done |
//! |---|---|
//! | no union or `$ref` at the root | it stands in the property `arguments`, and comes back |
//! | every object closed, every key required | null says that an optional property is absent |
//! | no maps | pairs of `key` and `value`, which come back as an object |
//! | no free-form objects, no untyped values | JSON text, which comes back as the value |
//! | no `oneOf`, `allOf`, `not`, `if`, tuples | merged or left out, a loss |
//! | `pattern` as Python reads it; nine formats; numeric bounds; `minItems`, `maxItems` | another is left out, a loss |
//! | nothing beside `$ref` | its description is left out |
//! | 10 levels, 5,000 properties, 1,000 enum values, 120,000 characters | beyond: refused |

use super::accept::{ANY, Accepts, Limits};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{enveloped, function, of};
use super::pattern::is_python;
use super::projection::Projection;
use super::rules::{Any, Enums, FREE, Keys, Null, Objects, Optional, Refs, Root, Rules, Words};
use crate::catalog::Row;

const KEYWORDS: &[&str] = &[
    "pattern",
    "format",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "minItems",
    "maxItems",
];

const FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

const RULES: Rules = Rules {
    root: Root::Wrapped,
    refs: Refs::Bare,
    any: Any::Text,
    objects: Objects::Closed,
    optional: Optional::Null,
    beside_union: false,
    null: Null::TypeList,
    enums: Enums::Primitive,
    items: true,
    keys: Keys::Any,
    keywords: Words::Only(KEYWORDS),
    annotations: Words::Only(&["title", "description"]),
    formats: Words::Only(FORMATS),
    pattern: is_python,
    ..FREE
};

/// The keywords that a request may have.
const TAKEN: &[&str] = &[
    "type",
    "title",
    "description",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "$defs",
    "definitions",
    "$ref",
    "$schema",
    "pattern",
    "format",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "minItems",
    "maxItems",
    "strict",
];

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::Only(TAKEN),
    formats: Words::Only(FORMATS),
    closed: true,
    all_required: true,
    typed: true,
    booleans: false,
    items: true,
    beside_ref: false,
    pattern: is_python,
    name: |name| plain(name, 64),
    tools: 128,
    limits: Limits { depth: 10, properties: 5_000, enum_values: 1_000, characters: 120_000, ..Limits::NONE },
    ..ANY
};

/// `{type: "function", function: {name, description, parameters, strict: true}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let parts = of(row, &RULES)?;
    ACCEPTS.refuse(&parts)?;
    let mut function = function(&parts);
    function.insert("strict", true);
    Ok(enveloped(parts, function))
}
