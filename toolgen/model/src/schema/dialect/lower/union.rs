//! Unions: `anyOf` and `oneOf` in, what the dialect takes of them out.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::Lower;
use super::assertion::words;
use crate::json::{Json, Object, push_pointer};
use crate::schema::canonical::{both, is_annotation};

impl Lower<'_> {
    pub(super) fn union(&mut self, at: &str, key: &str, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let branches: Vec<Json> = schema.get(key).and_then(Json::as_array).unwrap_or_default().to_vec();
        let mut outer = schema.clone();
        outer.remove(key);
        let beside = outer.keys().any(|key| !is_annotation(key));
        if !beside {
            return self.pure(at, key, &branches, &outer);
        }
        if self.rules.beside_union {
            return self.beside(at, key, &branches, outer, top);
        }
        let own: Object = outer.iter().filter(|(key, _)| !is_annotation(key)).map(|(k, v)| (k, v.clone())).collect();
        let merged: Option<Vec<Json>> =
            branches.iter().map(|branch| Some(Json::Object(both(&own, branch.as_object()?)?))).collect();
        if let Some(merged) = merged.filter(|all| !all.iter().any(|b| b.get("allOf").is_some())) {
            outer.retain(|key, _| is_annotation(key));
            return self.pure(at, key, &merged, &outer);
        }
        self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches)));
        self.top = top;
        self.node(at, &Json::Object(outer))
    }

    /// A union that is all that the schema says.
    fn pure(&mut self, at: &str, key: &str, branches: &[Json], outer: &Object) -> Result<(Object, Back), Refusal> {
        let before = self.losses.len();
        let below = push_pointer(at, key);
        let mut lowered = Vec::with_capacity(branches.len());
        for (n, branch) in branches.iter().enumerate() {
            let is_null = branch.get("type").and_then(Json::as_str) == Some("null");
            lowered.push(if is_null {
                (Object::from_iter([("type", "null")]), Back::Same)
            } else {
                self.node(&push_pointer(&below, &n.to_string()), branch)?
            });
        }
        let mut out = Object::new();
        let wider = self.losses[before..].iter().any(|loss| loss.relation != Relation::Equal);
        let all: Vec<Json> = lowered.iter().map(|(schema, _)| Json::Object(schema.clone())).collect();
        if key == "oneOf" && !wider && self.rules.keywords.take("oneOf") {
            out.insert("oneOf", all);
        } else {
            if key == "oneOf" {
                self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
            }
            out.insert("anyOf", flat(all));
        }
        self.assertions(at, outer, &mut out, &[])?;
        let mut backs: Vec<(Json, Back)> =
            lowered.into_iter().map(|(schema, back)| (Json::Object(schema), back)).collect();
        // What stands for a value as text is looked at last: a text is sooner itself.
        let stands_for = |back: &Back| matches!(back, Back::Text | Back::Choice(_));
        backs.sort_by_key(|(_, back)| stands_for(back));
        let plain = |(schema, back): &(Json, Back)| {
            !stands_for(back)
                && schema.get("type").and_then(Json::as_str) == Some("string")
                && schema.get("enum").is_none()
        };
        if backs.iter().any(plain) && backs.iter().any(|(_, back)| stands_for(back)) {
            let residual = "a value that is sent as text cannot be told from a text";
            self.lose(at, key, Relation::Narrowed, residual);
        }
        Ok((out, Back::Union(backs)))
    }

    /// A union beside other assertions for the same value.
    fn beside(
        &mut self,
        at: &str,
        key: &str,
        branches: &[Json],
        outer: Object,
        top: bool,
    ) -> Result<(Object, Back), Refusal> {
        self.top = top;
        let (mut out, back) = self.node(at, &Json::Object(outer))?;
        let before = self.losses.len();
        let below = push_pointer(at, key);
        let mut lowered = Vec::with_capacity(branches.len());
        for (n, branch) in branches.iter().enumerate() {
            match self.inside(&below, &n.to_string(), branch)? {
                Some(branch) if back == Back::Same => lowered.push(branch),
                _ => {
                    self.losses.truncate(before);
                    self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
                    return Ok((out, back));
                }
            }
        }
        let intact = self.losses.len() == before;
        if key == "oneOf" && !(intact && self.rules.keywords.take("oneOf")) {
            self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
            if !out.contains_key("anyOf") {
                out.insert("anyOf", lowered);
            }
        } else {
            out.insert(key, lowered);
        }
        Ok((out, back))
    }
}

/// Unions inside of the union become part of it.
fn flat(branches: Vec<Json>) -> Vec<Json> {
    let mut out: Vec<Json> = Vec::new();
    for branch in branches {
        let inner = branch.as_object().filter(|o| o.len() == 1).and_then(|o| o.get("anyOf")).and_then(Json::as_array);
        let parts = inner.map_or_else(|| vec![branch.clone()], <[Json]>::to_vec);
        for part in parts {
            if !out.contains(&part) {
                out.push(part);
            }
        }
    }
    out
}
