//! Anthropic Messages, strict: a row in, a tool with `strict: true` out.
//!
//! | Anthropic strict | what is done |
//! |---|---|
//! | no union or `$ref` at the root | it stands in the property `arguments`, and comes back |
//! | every object closed | one that says nothing of other properties is read so; else they go as pairs in `other_properties` |
//! | optional properties stay | as they are |
//! | no maps, no free-form or untyped values | pairs, or JSON text, which come back |
//! | what cannot be sent so that exactly the original's values come back | refused |
//! | no recursion | written out three times, then JSON text |
//! | ten formats; `minItems` 0 or 1 | another is left out, a loss |
//! | no `pattern`, bounds, lengths | said in the description, a loss |
//! | fewer than 24 optional properties and 16 unions in one schema | beyond: refused |
//! | 20 tools, 24 optional properties, 16 unions in one request | see the planner |

use super::accept::{ANY, Accepts, Limits};
use super::anthropic::{is_key, tool};
use super::loss::Refusal;
use super::name::plain;
use super::projection::{Projection, parts};
use super::rules::{Any, Enums, FREE, Formats, Keys, Objects, Refs, Root, Rules, Words};
use crate::catalog::Row;
use crate::json::Json;

const FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"];

const RULES: Rules = Rules {
    root: Root::Wrapped,
    refs: Refs::Inlined,
    any: Any::Text,
    objects: Objects::Closed,
    beside_union: false,
    enums: Enums::Primitive,
    keys: Keys::Root(is_key),
    keywords: Words::only(&["format", "minItems"]),
    annotations: Words::only(&["title", "description"]),
    formats: Formats::Only(FORMATS),
    value: is_taken,
    ..FREE
};

fn is_taken(keyword: &str, value: &Json) -> bool {
    keyword != "minItems" || value.as_u64().is_some_and(|least| least <= 1)
}

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
    "allOf",
    "$defs",
    "definitions",
    "$ref",
    "$schema",
    "format",
    "minItems",
    "pattern",
    "strict",
];

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::only(TAKEN),
    formats: Formats::Only(FORMATS),
    closed: true,
    booleans: false,
    typed: true,
    recursion: false,
    keys: Keys::Root(is_key),
    value: is_taken,
    name: |name| plain(name, 128),
    tools: 20,
    limits: Limits { optional: 23, unions: 15, ..Limits::NONE },
    request: Limits { optional: 24, unions: 16, ..Limits::NONE },
    ..ANY
};

/// `{name, description, input_schema, strict: true}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = parts(row, &RULES, |name| plain(name, 64))?;
    parts.refuse_narrowed()?;
    ACCEPTS.refuse(&parts)?;
    let mut wire = tool(&mut parts);
    wire.insert("strict", true);
    Ok(parts.with(wire))
}
