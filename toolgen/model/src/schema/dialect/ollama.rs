//! Ollama: a row in, a function tool out.
//!
//! | Ollama's structs | what is done |
//! |---|---|
//! | `$ref` is dropped | written out; recursion ends after three rounds, a loss |
//! | every other assertion than types, properties, items, unions and `enum` is dropped | said in the description, a loss |
//! | of annotations only `description` | the others are left out |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{enveloped, function, of};
use super::projection::Projection;
use super::rules::{FREE, Refs, Root, Rules, Words};
use crate::catalog::Row;

const RULES: Rules = Rules {
    root: Root::Merged,
    refs: Refs::Inlined,
    beside_union: false,
    keywords: Words::only(&[]),
    annotations: Words::only(&["description"]),
    ..FREE
};

pub(super) static ACCEPTS: Accepts = Accepts { booleans: false, name: |name| plain(name, 64), ..ANY };

/// `{type: "function", function: {name, description, parameters}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let function = function(&mut parts);
    Ok(enveloped(parts, function))
}
