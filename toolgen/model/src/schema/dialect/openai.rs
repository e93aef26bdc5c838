//! OpenAI chat completions, not strict: a row in, a function tool out.
//!
//! | OpenAI | what is done |
//! |---|---|
//! | no `anyOf`, `oneOf`, `allOf`, `$ref` at the root | the branches' properties are merged, a loss |
//! | every `type: array` has `items` | `items: {}` is added, which says the same |
//! | a `pattern` compiles as a Python `re`, without look-around | another is left out, a loss |
//! | a name matches `^[a-zA-Z0-9_-]{1,64}$` | another is cut and gets a digest |
//! | a description of at most 1,024 characters | a longer one is cut at a word |
//! | without `strict: false` some endpoints try strict | it is always sent |
//! | all else | as it is |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::lower::Fit;
use super::name::plain;
use super::pattern::is_python;
use super::projection::{Parts, Projection, fitted};
use super::rules::{FREE, Root, Rules};
use crate::catalog::Row;
use crate::json::{Json, Object, Word};

/// The longest description of a function, in characters.
const DESCRIPTION: usize = 1024;

pub(super) const RULES: Rules = Rules { root: Root::Merged, items: true, pattern: is_python, ..FREE };

pub(super) static ACCEPTS: Accepts =
    Accepts { root_unions: false, items: true, pattern: is_python, name: |name| plain(name, 64), tools: 128, ..ANY };

/// `{type: "function", function: {name, description, parameters, strict: false}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    let mut function = function(&mut parts);
    function.insert("strict", false);
    Ok(enveloped(parts, function))
}

/// The parts of a function tool.
pub(super) fn of(row: &Row, rules: &Rules) -> Result<Parts, Refusal> {
    of_fitted(row, rules, &mut Fit::default())
}

/// The same with some parts in a form that counts less.
pub(super) fn of_fitted(row: &Row, rules: &Rules, fit: &mut Fit) -> Result<Parts, Refusal> {
    let mut parts = fitted(row, rules, |name| plain(name, 64), fit)?;
    parts.cut_description(DESCRIPTION);
    Ok(parts)
}

/// `{name, description, parameters}`.
pub(super) fn function(parts: &mut Parts) -> Object {
    // With room for `strict`.
    let mut function = Vec::with_capacity(4);
    function.push((Word::Name.into(), parts.name.as_str().into()));
    function.push((Word::Description.into(), (&parts.description).into()));
    function.push((Word::Parameters.into(), std::mem::take(&mut parts.schema)));
    Object::of_distinct(function)
}

/// `{type: "function", function: …}`.
pub(super) fn enveloped(parts: Parts, function: Object) -> Projection {
    parts.with([("type", Json::from("function")), ("function", Json::Object(function))])
}
