//! Groq: a row in, a function tool out.
//!
//! | Groq | what is done |
//! |---|---|
//! | the envelope and names of OpenAI | as there, without `strict` |
//! | `required` only beside `properties` that it names | canonical form defines what it requires |
//! | arguments are validated by the server | the schema goes as it is |
//! | all else | as for OpenAI |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{RULES, enveloped, function, of};
use super::projection::Projection;
use crate::catalog::Row;

pub(super) static ACCEPTS: Accepts =
    Accepts { root_unions: false, required_defined: true, name: |name| plain(name, 64), ..ANY };

/// `{type: "function", function: {name, description, parameters}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let function = function(&mut parts);
    Ok(enveloped(parts, function))
}
