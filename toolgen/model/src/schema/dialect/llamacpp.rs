//! llama.cpp's server: a row in, a function tool out, whose schema becomes a grammar there.
//!
//! | llama.cpp | what is done |
//! |---|---|
//! | objects are closed unless they say otherwise | `additionalProperties: true` is written |
//! | `pattern` must be `^…$`, without look-around | another is left out, a loss |
//! | repetitions from 2,000 on fail to parse | such lengths are left out, a loss |
//! | bounds of whole numbers only | those of fractions are left out, a loss |
//! | `allOf`, `not`, `if`, tuples, `uniqueItems`, `contains`, names and counts of properties are ignored or broken | left out, a loss |
//! | nested `$ref`s are broken | written out; recursion ends after three rounds, a loss |

use super::accept::{ANY, Accepts};
use super::loss::Refusal;
use super::name::plain;
use super::openai::{enveloped, function, of};
use super::pattern::is_grammar;
use super::projection::Projection;
use super::rules::{FREE, Formats, Refs, Root, Rules, Words};
use super::walk::rewrite;
use crate::catalog::Row;
use crate::json::{Json, Word};

/// From here on a repetition is no grammar any more.
const REPETITION: u64 = 2_000;

const RULES: Rules = Rules {
    root: Root::Merged,
    refs: Refs::Inlined,
    beside_union: false,
    items: true,
    keywords: Words::only(&[
        "pattern",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "format",
    ]),
    formats: Formats::Only(&["date-time", "date", "time", "uuid"]),
    pattern: is_grammar,
    value: Some(is_taken),
    ..FREE
};

pub(super) static ACCEPTS: Accepts = Accepts { name: |name| plain(name, 64), ..ANY };

fn is_taken(keyword: Word, value: &Json) -> bool {
    match keyword {
        Word::MinLength | Word::MaxLength | Word::MinItems | Word::MaxItems => {
            value.as_u64().is_some_and(|n| n < REPETITION)
        }
        Word::Minimum | Word::Maximum => value.as_i64().is_some(),
        _ => true,
    }
}

/// `{type: "function", function: {name, description, parameters}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = of(row, &RULES)?;
    rewrite(&mut parts.schema, &mut |node| {
        if node.at(Word::Type).and_then(Json::as_str) == Some("object") && !node.has(Word::AdditionalProperties) {
            node.insert(Word::AdditionalProperties, true);
        }
    });
    let function = function(&mut parts);
    Ok(enveloped(parts, function))
}
