//! Relations: the schema of a tool and what a converter made of it in; equal, widened, narrowed or crossed out.
//!
//! The comparison of two canonical schemas decides where it can. Where it cannot, instances do: values that are valid
//! before and not after, and the other way round.

use toolgen_model::Json;
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::diff::{Change, diff};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::is_valid;

#[path = "../../../src/instances.rs"]
#[allow(dead_code, unreachable_pub)]
mod instances;

/// What a converter did to one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Equal,
    Widened,
    Narrowed,
    Crossed,
    /// It failed, or what it gave is no schema
    Crashed,
}

/// How many tools had which verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) equal: usize,
    pub(crate) widened: usize,
    pub(crate) narrowed: usize,
    pub(crate) crossed: usize,
    pub(crate) crashed: usize,
}

impl Count {
    pub(crate) fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Equal => &mut self.equal,
            Verdict::Widened => &mut self.widened,
            Verdict::Narrowed => &mut self.narrowed,
            Verdict::Crossed => &mut self.crossed,
            Verdict::Crashed => &mut self.crashed,
        } += 1;
    }
}

/// How many values of each schema are tried on the other.
const VALUES: u64 = 60;

/// How what `made` accepts relates to what `original` does; `openapi` is the schema of Gemini's `parameters`.
pub(crate) fn relation(original: &Json, made: Option<&Json>, openapi: bool) -> Verdict {
    let Some(made) = made.and_then(|made| standard(made, openapi)) else { return Verdict::Crashed };
    let change = diff(original, &made).0;
    if change == Change::Equal {
        return Verdict::Equal;
    }
    let (lost, gained) = (breaks(original, &made), breaks(&made, original));
    match (lost, gained, change) {
        (true, true, _) => Verdict::Crossed,
        (true, false, _) | (false, false, Change::Narrowed) => Verdict::Narrowed,
        (false, true, _) | (false, false, Change::Widened) => Verdict::Widened,
        // No value tells them apart, of those that were tried.
        (false, false, _) => Verdict::Equal,
    }
}

/// What was made, in canonical form.
fn standard(made: &Json, openapi: bool) -> Option<Json> {
    if !openapi {
        return canonicalize(made).ok();
    }
    let tool = Json::from([("name", Json::from("t")), ("parameters", made.clone())]);
    canonicalize(&read(&tool, Shape::Gemini, false).ok()?.schema).ok()
}

/// Whether some value of `from` is none of `to`.
fn breaks(from: &Json, to: &Json) -> bool {
    (0..VALUES).any(|seed| {
        let mut random = instances::Random::new(seed + 1);
        let noise = if seed % 3 == 0 { 0 } else { 8 };
        let value = instances::instance(from, from, noise, 0, &mut random);
        is_valid(from, &value) && !is_valid(to, &value)
    })
}
