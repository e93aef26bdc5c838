//! Anthropic Messages, strict: a row in, a tool with `strict: true` out.
//!
//! | Anthropic strict | what is done |
//! |---|---|
//! | no union or `$ref` at the root | it stands in the property `arguments`, and comes back |
//! | every object closed | one that says nothing of other properties is read so; else they go as pairs in `other_properties` |
//! | optional properties may be left out | they stay, as far as the limits allow |
//! | no maps, no free-form or untyped values | pairs, or JSON text, which come back; in a union with a text, in an object of its own |
//! | what cannot be sent so that exactly the original's values come back | refused |
//! | no recursion | written out three times, then JSON text |
//! | ten formats; `minItems` 0 or 1 | another is left out, a loss |
//! | no `pattern`, bounds, lengths | said in the description, a loss |
//! | fewer than 24 optional properties and 16 unions in one schema | beyond, see below |
//! | 20 tools, 24 optional properties, 16 unions in one request | see the planner |
//!
//! Where a schema has more optional properties or unions, its outermost parts stay typed, since those are what a model
//! needs most. In the order of how little they ask of it:
//!
//! | form | what it spares |
//! |---|---|
//! | a null that is the default is not sent: the property is left out | a union |
//! | a property that may be null, or is a union, becomes required: null says that it is absent | an optional property |
//! | another becomes required in the same way | an optional property, for a union |
//! | of the arguments and of the objects right in them, properties that look alike go as pairs in `more_properties`, the last ones first | an optional property, and all but one union |
//! | an object further inside goes as JSON text, with its JSON Schema in the description | all that is in it |

use super::accept::{ANY, Accepts, Limits, counts};
use super::anthropic::{is_key, tool};
use super::loss::Refusal;
use super::lower::{Fit, choose};
use super::name::plain;
use super::projection::{Parts, Projection, fitted};
use super::rules::{Any, Enums, FREE, Formats, Keys, Objects, Refs, Root, Rules, Words};
use crate::catalog::Row;
use crate::json::{Json, Word};

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
    value: Some(is_taken),
    ..FREE
};

fn is_taken(keyword: Word, value: &Json) -> bool {
    keyword != Word::MinItems || value.as_u64().is_some_and(|least| least <= 1)
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
    value: Some(is_taken),
    name: |name| plain(name, 128),
    tools: 20,
    limits: Limits { optional: 23, unions: 15, ..Limits::NONE },
    request: Limits { optional: 24, unions: 16, ..Limits::NONE },
    ..ANY
};

/// How often the forms are chosen anew, where more counts than was counted.
const ROUNDS: usize = 4;

/// `{name, description, input_schema, strict: true}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = match exact(row, &mut Fit::at_most(ACCEPTS.limits.optional)) {
        Err(refusal) if is_budget(&refusal) => fitting(row)?,
        outcome => outcome?,
    };
    let mut wire = tool(&mut parts);
    wire.insert("strict", true);
    Ok(parts.with(wire))
}

/// The parts, unless they are over a limit or some call could not be sent.
fn exact(row: &Row, fit: &mut Fit) -> Result<Parts, Refusal> {
    let parts = fitted(row, &RULES, |name| plain(name, 64), fit)?;
    parts.refuse_narrowed()?;
    ACCEPTS.refuse(&parts)?;
    Ok(parts)
}

fn is_budget(refusal: &Refusal) -> bool {
    matches!(refusal.code, "optional" | "unions")
}

/// The parts in forms that stay within the limits.
fn fitting(row: &Row) -> Result<Parts, Refusal> {
    let limits = ACCEPTS.limits;
    let (mut optional, mut unions) = (limits.optional, limits.unions);
    let mut round = 0;
    loop {
        let mut fit = choose(&row.input, &RULES, optional, unions)?;
        let parts = fitted(row, &RULES, |name| plain(name, 64), &mut fit)?;
        parts.refuse_narrowed()?;
        match ACCEPTS.refuse(&parts) {
            Ok(()) => return Ok(parts),
            Err(refusal) if round == ROUNDS || !is_budget(&refusal) => return Err(refusal),
            Err(_) => {
                let counts = counts(&parts.schema);
                optional = optional.saturating_sub(counts.optional.saturating_sub(limits.optional));
                unions = unions.saturating_sub(counts.unions.saturating_sub(limits.unions));
                round += 1;
            }
        }
    }
}
