//! Mistral: a row in, a function tool out.
//!
//! | Mistral | what is done |
//! |---|---|
//! | the envelope and names of OpenAI | as there, without `strict` |
//! | no `$schema`, `$id`, `$defs` | written out; recursion ends after three rounds, a loss |
//! | all else | as for OpenAI |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{RULES as OPENAI, enveloped, function, of};
use super::pattern::is_python;
use super::projection::Projection;
use super::rules::{Refs, Rules, Words};
use crate::catalog::Row;

const RULES: Rules = Rules { refs: Refs::Inlined, ..OPENAI };

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::without(&["$id"]),
    pattern: is_python,
    name: |name| plain(name, 64),
    ..ANY
};

/// `{type: "function", function: {name, description, parameters}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let function = function(&mut parts);
    Ok(enveloped(parts, function))
}
