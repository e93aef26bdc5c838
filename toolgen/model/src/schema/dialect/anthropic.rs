//! Anthropic Messages, not strict: a row in, a tool with `input_schema` out.
//!
//! | Anthropic | what is done |
//! |---|---|
//! | no `anyOf`, `oneOf`, `allOf`, `$ref` at the root | the branches' properties are merged, a loss |
//! | keys of the root match `^[a-zA-Z0-9_.-]{1,64}$` | another gets a name that does, and comes back |
//! | a name matches `^[a-zA-Z0-9_-]{1,64}$` (the API takes 128, front ends 64) | another is cut and gets a digest |
//! | `$ref` only to `#/$defs/…` | canonical form has no other |
//! | all else | as it is |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::projection::{Parts, Projection, parts};
use super::rules::{FREE, Keys, Root, Rules};
use crate::catalog::Row;
use crate::json::{Object, Word};

const RULES: Rules = Rules { root: Root::Merged, keys: Keys::Root(is_key), ..FREE };

pub(super) static ACCEPTS: Accepts =
    Accepts { root_unions: false, keys: Keys::Root(is_key), name: |name| plain(name, 128), ..ANY };

/// `{name, description, input_schema}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = parts(row, &RULES, |name| plain(name, 64))?;
    let wire = tool(&mut parts);
    Ok(parts.with(wire))
}

/// The envelope.
pub(super) fn tool(parts: &mut Parts) -> Object {
    // With room for `strict`.
    let mut wire = Vec::with_capacity(4);
    wire.push((Word::Name.into(), parts.name.as_str().into()));
    wire.push((Word::Description.into(), (&parts.description).into()));
    wire.push((Word::InputSchemaSnake.into(), std::mem::take(&mut parts.schema)));
    Object::of_distinct(wire)
}

pub(super) fn is_key(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}
