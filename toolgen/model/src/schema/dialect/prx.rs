//! The strategies of SchemaCleanr: a row in, `{name, description, parameters}` with a cleaned schema out.
//!
//! | strategy | keywords that it removes |
//! |---|---|
//! | `gemini` | all but types, properties, items, unions, `enum` and annotations |
//! | `anthropic` | `$ref`, `$defs` |
//! | `openai` | none |
//! | `conservative` | `$ref`, `$defs`, `additionalProperties` |
//!
//! Where the strategies contradict correctness they are not followed: null stays, a recursive reference
//! does not become `{}` at once, siblings of `$ref` and of a union stay, and literals are no schemas.

use super::loss::Refusal;
use super::name::plain;
use super::openai::function;
use super::projection::{Projection, parts};
use super::rules::{FREE, Maps, Objects, Refs, Root, Rules, Words};
use crate::catalog::Row;

const GEMINI: Rules = Rules {
    root: Root::Merged,
    refs: Refs::Inlined,
    objects: Objects::Unclosed,
    maps: Maps::Kept,
    beside_union: false,
    keywords: Words::only(&[]),
    annotations: Words::only(&["title", "description", "default"]),
    ..FREE
};
const ANTHROPIC: Rules = Rules { refs: Refs::Inlined, ..FREE };
const CONSERVATIVE: Rules = Rules { refs: Refs::Inlined, objects: Objects::Unclosed, maps: Maps::Kept, ..FREE };

pub(super) fn gemini(row: &Row) -> Result<Projection, Refusal> {
    project(row, &GEMINI)
}

pub(super) fn anthropic(row: &Row) -> Result<Projection, Refusal> {
    project(row, &ANTHROPIC)
}

pub(super) fn openai(row: &Row) -> Result<Projection, Refusal> {
    project(row, &FREE)
}

pub(super) fn conservative(row: &Row) -> Result<Projection, Refusal> {
    project(row, &CONSERVATIVE)
}

fn project(row: &Row, rules: &Rules) -> Result<Projection, Refusal> {
    let mut parts = parts(row, rules, |name| plain(name, 64))?;
    let wire = function(&mut parts);
    Ok(parts.with(wire))
}
