//! OpenAI chat completions, strict: a row in, a function tool whose arguments are always in the schema out.
//!
//! | OpenAI strict | what is done |
//! |---|---|
//! | no union or `$ref` at the root | it stands in the property `arguments`, and comes back |
//! | every key required | null says that an optional property is absent; where null is a value, an empty list or a text does; where all are, it stands in an object of its own |
//! | every object closed | one that says nothing of other properties is read so; else they go as pairs in `other_properties` |
//! | no maps, no free-form objects | pairs of `key` and `value`, which come back as an object |
//! | no untyped values | JSON text, which comes back as the value; in a union with a text, in an object of its own |
//! | what cannot be sent so that exactly the original's values come back | refused |
//! | no `oneOf`, `allOf`, `not`, `if`, tuples | merged or left out, a loss |
//! | `pattern` as Python reads it; nine formats; numeric bounds; `minItems`, `maxItems` | another is left out, a loss |
//! | nothing beside `$ref` | its description is left out |
//! | 10 levels | beyond: free-form objects go as JSON text, then the innermost objects, whose schema is in the description |
//! | 5,000 properties, 1,000 enum values, 120,000 characters | beyond: refused |

use super::accept::{ANY, Accepts, Limits};
use super::loss::Refusal;
use super::lower::Fit;
use super::name::plain;
use super::openai::{enveloped, function, of_fitted};
use super::pattern::is_python;
use super::projection::{Parts, Projection};
use super::rules::{Any, Enums, FREE, Formats, Keys, Maps, Null, Objects, Optional, Refs, Root, Rules, Words};
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
    keywords: Words::only(KEYWORDS),
    annotations: Words::only(&["title", "description"]),
    formats: Formats::Only(FORMATS),
    pattern: is_python,
    ..FREE
};

/// For schemas that are too deep with pairs.
const FLAT: Rules = Rules { maps: Maps::Text, ..RULES };

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
    keywords: Words::only(TAKEN),
    formats: Formats::Only(FORMATS),
    closed: true,
    all_required: true,
    required_defined: true,
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
    let depth = ACCEPTS.limits.depth;
    let mut outcome = exact(row, &RULES, &mut Fit::within(depth));
    // Less and less of it typed, until it is not too deep.
    let fits = (1..=depth).rev().map(|level| Fit::text_from(level, depth));
    for mut fit in std::iter::once(Fit::within(depth)).chain(fits) {
        match &outcome {
            Err(refusal) if refusal.code == "depth" => outcome = exact(row, &FLAT, &mut fit),
            _ => break,
        }
    }
    let mut parts = outcome?;
    let mut function = function(&mut parts);
    function.insert("strict", true);
    Ok(enveloped(parts, function))
}

/// The parts, unless they are over a limit or some call could not be sent.
fn exact(row: &Row, rules: &Rules, fit: &mut Fit) -> Result<Parts, Refusal> {
    let parts = of_fitted(row, rules, fit)?;
    parts.refuse_narrowed()?;
    ACCEPTS.refuse(&parts)?;
    Ok(parts)
}
