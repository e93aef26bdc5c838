//! Unions: `anyOf` and `oneOf` in, what the dialect takes of them out.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::Lower;
use super::assertion::words;
use crate::json::{Json, Object, Word};
use crate::schema::Place;
use crate::schema::canonical::{annotates, both, says_nothing};

impl Lower<'_> {
    pub(super) fn union(
        &mut self,
        at: &Place<'_>,
        key: &str,
        schema: &Object,
        top: bool,
    ) -> Result<(Object, Back), Refusal> {
        let branches = schema.get(key).and_then(Json::as_array).unwrap_or_default();
        let kept = schema.entries().filter(|(other, _)| **other != *key && !other.is(Word::Defs));
        let mut outer: Object = kept.map(|(key, value)| (key, value.clone())).collect();
        let beside = !says_nothing(&outer);
        if !beside {
            return self.pure(at, key, branches, &outer);
        }
        if self.rules.beside_union {
            return self.beside(at, key, branches, outer, top);
        }
        let own: Object = outer.entries().filter(|(key, _)| !annotates(key)).map(|(k, v)| (k, v.clone())).collect();
        let merged: Option<Vec<Json>> =
            branches.iter().map(|branch| Some(Json::Object(both(&own, branch.as_object()?)?))).collect();
        if let Some(merged) = merged.filter(|all| !all.iter().any(|b| b.get("allOf").is_some())) {
            outer.retain(|key, _| annotates(key));
            return self.pure(at, key, &merged, &outer);
        }
        self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
        self.top = top;
        self.node(at, &Json::Object(outer))
    }

    /// A union that is all that the schema says.
    fn pure(
        &mut self,
        at: &Place<'_>,
        key: &str,
        branches: &[Json],
        outer: &Object,
    ) -> Result<(Object, Back), Refusal> {
        let before = self.losses.len();
        let below = at.key(key);
        let mut lowered = Vec::with_capacity(branches.len());
        let of = |branch: &Json, name: &str| branch.get("type").and_then(Json::as_str) == Some(name);
        let lists = branches.iter().any(|branch| of(branch, "array"));
        self.standard += 1;
        for (n, branch) in branches.iter().enumerate() {
            self.apart = lists && of(branch, "object");
            let is_null = branch.get("type").and_then(Json::as_str) == Some("null");
            lowered.push(if is_null {
                (Object::from_iter([(Word::Type, "null")]), Back::Same)
            } else {
                self.node(&below.item(n), branch)?
            });
        }
        self.standard -= 1;
        let mut out = Object::new();
        let wider = self.losses[before..].iter().any(|loss| loss.relation != Relation::Equal);
        let same = lowered.iter().all(|(_, back)| back.is_same(&[]));
        let all: Vec<Json> = if same {
            lowered.drain(..).map(|(schema, _)| Json::Object(schema)).collect()
        } else {
            lowered.iter().map(|(schema, _)| Json::Object(schema.clone())).collect()
        };
        if key == "oneOf" && !wider && self.rules.keywords.take("oneOf") {
            out.insert(Word::OneOf, all);
        } else {
            if key == "oneOf" {
                self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
            }
            out.insert(Word::AnyOf, flat(all));
        }
        self.assertions(at, outer, &mut out, &[])?;
        if same {
            return Ok((out, Back::Same));
        }
        let mut backs: Vec<(Json, Back)> =
            lowered.into_iter().map(|(schema, back)| (Json::Object(schema), back)).collect();
        // What stands for a value as text is looked at last: a text is sooner itself.
        let stands_for = |back: &Back| matches!(back, Back::Text(_) | Back::Choice(_) | Back::Pairs(_));
        backs.sort_by_key(|(_, back)| stands_for(back));
        for name in ["string", "array"] {
            let is = |schema: &Json| schema.get("type").and_then(Json::as_str) == Some(name);
            let alike: Vec<&(Json, Back)> = backs.iter().filter(|(schema, _)| is(schema)).collect();
            if alike.len() > 1 && alike.iter().any(|(_, back)| stands_for(back)) && !told_apart(&alike) {
                let residual = format!("a value that is sent as {name} cannot be told from one that is a {name}");
                self.lose(at, key, Relation::Narrowed, residual);
            }
        }
        Ok((out, Back::Union(backs)))
    }

    /// A union beside other assertions for the same value.
    fn beside(
        &mut self,
        at: &Place<'_>,
        key: &str,
        branches: &[Json],
        outer: Object,
        top: bool,
    ) -> Result<(Object, Back), Refusal> {
        self.top = top;
        let (mut out, back) = self.node(at, &Json::Object(outer))?;
        let before = self.losses.len();
        let below = at.key(key);
        let mut lowered = Vec::with_capacity(branches.len());
        for (n, branch) in branches.iter().enumerate() {
            match self.inside(&below, &n.to_string(), branch)? {
                Some(branch) if self.is_same(&back) => lowered.push(branch),
                _ => {
                    self.forget(before);
                    self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
                    return Ok((out, back));
                }
            }
        }
        let intact = self.losses.len() == before;
        if key == "oneOf" && !(intact && self.rules.keywords.take("oneOf")) {
            self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
            if !out.contains_key("anyOf") {
                out.insert(Word::AnyOf, lowered);
            }
        } else {
            out.insert(key, lowered);
        }
        Ok((out, back))
    }
}

/// Unions inside of the union become part of it.
fn flat(branches: Vec<Json>) -> Vec<Json> {
    let mut out: Vec<Json> = Vec::with_capacity(branches.len());
    for mut branch in branches {
        let inner = branch.as_object_mut().filter(|o| o.len() == 1).and_then(|o| o.remove("anyOf"));
        let parts = match inner {
            Some(Json::Array(parts)) => parts,
            Some(other) => vec![Json::from([("anyOf", other)])],
            None => vec![branch],
        };
        for part in parts {
            if !out.contains(&part) {
                out.push(part);
            }
        }
    }
    out
}

/// Whether the branches are lists of choices that share none.
fn told_apart(branches: &[&(Json, Back)]) -> bool {
    let mut seen: Vec<&Json> = Vec::new();
    branches.iter().all(|(schema, _)| {
        let Some(choices) = schema.get("enum").and_then(Json::as_array) else { return false };
        let fresh = choices.iter().all(|choice| !seen.contains(&choice));
        seen.extend(choices);
        fresh
    })
}
