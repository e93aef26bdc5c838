//! OpenAI responses, not strict: a row in, a function tool out.
//!
//! The table is that of `openai`; the envelope is flat, and `strict: false` is always sent, since
//! leaving it out tries strict.

use super::loss::Refusal;
use super::openai::{RULES, function, of};
use super::projection::Projection;
use crate::catalog::Row;
use crate::json::Object;

/// `{type: "function", name, description, parameters, strict: false}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let mut wire = Object::from_iter([("type", "function")]);
    function(&mut parts).into_iter().for_each(|(key, value)| wire.insert(key, value));
    wire.insert("strict", false);
    Ok(parts.with(wire))
}
