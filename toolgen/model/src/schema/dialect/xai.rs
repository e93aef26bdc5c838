//! xAI: a row in, a function tool of the responses API out.
//!
//! | xAI | what is done |
//! |---|---|
//! | the envelope and names of OpenAI | as there; arguments always follow the schema |
//! | no recursive `$ref` | written out; recursion ends after three rounds, a loss |
//! | no `minContains`, `maxContains` | left out, a loss |
//! | all else | as for OpenAI |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{RULES as OPENAI, function, of};
use super::projection::Projection;
use super::rules::{Refs, Rules, Words};
use crate::catalog::Row;
use crate::json::Object;

const REFUSED: &[&str] = &["minContains", "maxContains"];

const RULES: Rules = Rules { refs: Refs::Inlined, keywords: Words::without(REFUSED), ..OPENAI };

pub(super) static ACCEPTS: Accepts = Accepts {
    root_unions: false,
    keywords: Words::without(REFUSED),
    recursion: false,
    name: |name| plain(name, 64),
    ..ANY
};

/// `{type: "function", name, description, parameters}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let mut wire = Object::from_iter([("type", "function")]);
    function(&mut parts).into_iter().for_each(|(key, value)| wire.insert(key, value));
    Ok(parts.with(wire))
}
