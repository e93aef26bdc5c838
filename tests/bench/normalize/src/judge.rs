//! Relations: the schema of a tool and what a converter made of it in; equal, widened, narrowed or crossed out.
//!
//! The comparison of two canonical schemas decides where it can. Where it cannot, instances do: values that are valid
//! before and not after, and the other way round. Arguments that come back through a map are sent and brought back.

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::dialect::{Projection, Relation};
use toolgen_model::schema::diff::{Change, diff};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::is_valid;

#[path = "../../../src/instances.rs"]
#[allow(dead_code, unreachable_pub)]
mod instances;

/// How what a converter made relates to what came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Equal,
    Widened,
    Narrowed,
    Crossed,
    /// It refused or failed, or what it gave is no schema
    Nothing,
}

/// What a converter did to one tool, in two readings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judgement {
    /// As JSON Schema reads it: an object that says nothing of other properties takes them
    pub(crate) open: Verdict,
    /// The same with such objects closed, in what came and in what was made
    pub(crate) closed: Verdict,
}

impl Judgement {
    pub(crate) const NOTHING: Judgement = Judgement { open: Verdict::Nothing, closed: Verdict::Nothing };
}

/// How many tools had which verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) equal: usize,
    pub(crate) widened: usize,
    pub(crate) narrowed: usize,
    pub(crate) crossed: usize,
    pub(crate) nothing: usize,
    /// Equal when silent objects are closed
    pub(crate) equal_closed: usize,
}

impl Count {
    pub(crate) fn add(&mut self, judgement: Judgement) {
        *match judgement.open {
            Verdict::Equal => &mut self.equal,
            Verdict::Widened => &mut self.widened,
            Verdict::Narrowed => &mut self.narrowed,
            Verdict::Crossed => &mut self.crossed,
            Verdict::Nothing => &mut self.nothing,
        } += 1;
        self.equal_closed += usize::from(judgement.closed == Verdict::Equal);
    }
}

/// How many values of each schema are tried on the other.
const VALUES: u64 = 60;

/// How what `made` accepts relates to what `original` does; `openapi` is the schema of Gemini's `parameters`.
pub(crate) fn judge(original: &Json, made: Option<&Json>, openapi: bool) -> Judgement {
    let Some(made) = made.and_then(|made| standard(made, openapi)) else { return Judgement::NOTHING };
    let relation = |original: &Json, made: &Json| {
        let change = diff(original, made).0;
        if change == Change::Equal {
            return Verdict::Equal;
        }
        let breaks = |from, to| values(from).any(|value| !is_valid(to, &value));
        match (breaks(original, made), breaks(made, original), change) {
            (true, true, _) => Verdict::Crossed,
            (true, false, _) | (false, false, Change::Narrowed) => Verdict::Narrowed,
            (false, true, _) | (false, false, Change::Widened) => Verdict::Widened,
            // No value tells them apart, of those that were tried.
            (false, false, _) => Verdict::Equal,
        }
    };
    Judgement { open: relation(original, &made), closed: relation(&closed(original), &closed(&made)) }
}

/// The same where arguments come back through a map. What it says of its own losses counts too, against it.
pub(crate) fn judge_mapped(original: &Json, made: Option<&Json>, openapi: bool, sent: &Projection) -> Judgement {
    let Some(made) = made.and_then(|made| standard(made, openapi)) else { return Judgement::NOTHING };
    // Null and absent are one where null is the default.
    let alike = sent.losses.iter().any(|loss| loss.residual.ends_with("since null is its default"));
    let seen = |value: &Json| if alike { without_nulls(value) } else { value.clone() };
    let relation = |original: &Json, made: &Json| {
        let lost = values(original).any(|value| {
            let out = sent.back_map.send(&value);
            !is_valid(made, &out) || sent.back_map.apply(out).is_ok_and(|back| seen(&back) != seen(&value))
        });
        // What does not come back at all, such as a key that comes twice, reaches no tool.
        let gained = values(made).any(|out| sent.back_map.apply(out).is_ok_and(|back| !is_valid(original, &back)));
        match (lost || sent.relation() == Relation::Narrowed, gained || sent.relation() == Relation::Widened) {
            (true, true) => Verdict::Crossed,
            (true, false) => Verdict::Narrowed,
            (false, true) => Verdict::Widened,
            (false, false) => Verdict::Equal,
        }
    };
    Judgement { open: relation(original, &made), closed: relation(&closed(original), &closed(&made)) }
}

/// What was made, in canonical form.
fn standard(made: &Json, openapi: bool) -> Option<Json> {
    if !openapi {
        return canonicalize(made).ok();
    }
    let tool = Json::from([("name", Json::from("t")), ("parameters", made.clone())]);
    canonicalize(&read(&tool, Shape::Gemini, false).ok()?.schema).ok()
}

/// Values that a schema takes.
fn values(schema: &Json) -> impl Iterator<Item = Json> {
    (0..VALUES).filter_map(move |seed| {
        let mut random = instances::Random::new(seed + 1);
        let noise = if seed % 3 == 0 { 0 } else { 8 };
        Some(instances::instance(schema, schema, noise, 0, &mut random)).filter(|value| is_valid(schema, value))
    })
}

/// The schema with every object closed that names properties and says nothing of others.
fn closed(schema: &Json) -> Json {
    match schema {
        Json::Array(items) => Json::Array(items.iter().map(closed).collect()),
        Json::Object(object) => {
            let mut out: Object = object.iter().map(|(key, value)| (key, closed(value))).collect();
            let says = ["additionalProperties", "patternProperties"].iter().any(|key| out.contains_key(key));
            let names = out.get("properties").is_some_and(|all| all.as_object().is_some());
            if names && !says && out.get("type").and_then(Json::as_str) == Some("object") {
                out.insert("additionalProperties", false);
            }
            Json::Object(out)
        }
        other => other.clone(),
    }
}

fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().map(without_nulls).collect()),
        Json::Object(object) => {
            let there = object.iter().filter(|(_, value)| !value.is_null());
            Json::Object(there.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}
