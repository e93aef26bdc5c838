//! Unions: `anyOf` and `oneOf` in, what the dialect takes of them out.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::super::rules::Objects;
use super::super::walk::visit;
use super::Lower;
use super::assertion::words;
use crate::json::{Json, Object, Word, distinct};
use crate::schema::Place;
use crate::schema::canonical::{annotates, both, is_annotation, says_nothing};

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
        if let Some(merged) = merged.filter(|all| !all.iter().any(|b| b.at(Word::AllOf).is_some())) {
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
        let of = |branch: &Json, name: Word| branch.at(Word::Type).and_then(Json::as_word) == Some(name);
        let lists = branches.iter().any(|branch| of(branch, Word::Array));
        self.fit.enter(at, false);
        for (n, branch) in branches.iter().enumerate() {
            self.apart = lists && of(branch, Word::Object);
            let alone =
                branch.as_object().is_some_and(|branch| branch.keys().filter(|key| !is_annotation(key)).count() == 1);
            lowered.push(if alone && of(branch, Word::Null) {
                (Object::from_iter([(Word::Type, "null")]), Back::Same)
            } else {
                self.node(&below.item(n), branch)?
            });
        }
        self.fit.leave(false);
        if self.rules.objects != Objects::Kept {
            self.set_apart(at, key, &mut lowered);
        }
        let mut out = Object::new();
        let wider = self.losses[before..].iter().any(|loss| loss.relation != Relation::Equal);
        let same = lowered.iter().all(|(_, back)| back.is_same(&[]));
        let all: Vec<Json> = if same {
            lowered.drain(..).map(|(schema, _)| Json::Object(schema)).collect()
        } else {
            lowered.iter().map(|(schema, _)| Json::Object(schema.clone())).collect()
        };
        if key == "oneOf" && !wider && self.rules.keywords.take(Word::OneOf) {
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
        backs.sort_by_key(|(_, back)| back.stands_for());
        Ok((out, Back::Union(backs)))
    }

    /// Puts branches that stand for other values, where another is sent as the same type, into an object of their own.
    fn set_apart(&mut self, at: &Place<'_>, key: &str, branches: &mut [(Object, Back)]) {
        if !branches.iter().any(|(_, back)| back.stands_for()) {
            return;
        }
        for name in ["string", "array"] {
            let is = |schema: &Object| schema.at(Word::Type).and_then(Json::as_str) == Some(name);
            let alike: Vec<usize> = (0..branches.len()).filter(|n| is(&branches[*n].0)).collect();
            let same = |n: &usize| branches[*n].1 == branches[alike[0]].1;
            if alike.len() < 2 || alike.iter().all(same) || told_apart(alike.iter().map(|n| &branches[*n].0)) {
                continue;
            }
            for n in alike {
                if branches[n].1.stands_for() {
                    let held = self.holder(branches);
                    let (schema, back) = std::mem::take(&mut branches[n]);
                    self.lose(
                        at,
                        key,
                        Relation::Equal,
                        format!("what is sent as {name} stands in the property `{held}`"),
                    );
                    branches[n] = (self.holding(&held, schema), Back::Unwrap(held, Box::new(back)));
                }
            }
        }
    }

    /// A name that no property of the branches has.
    fn holder(&self, branches: &[(Object, Back)]) -> String {
        let has = |schema: &Json, name: &str| {
            let mut found = false;
            visit(schema, &mut |_, _, node| {
                let properties = node.as_object().and_then(|node| node.at(Word::Properties)?.as_object());
                found |= properties.is_some_and(|properties| properties.contains_key(name));
            });
            found
        };
        let mut name = "value".to_owned();
        while has(self.root, &name) || branches.iter().any(|(schema, _)| has(&Json::Object(schema.clone()), &name)) {
            name.push('_');
        }
        name
    }

    /// The schema as the only property of an object.
    pub(super) fn holding(&self, name: &str, schema: Object) -> Object {
        let mut out = Object::from_iter([(Word::Type, "object")]);
        out.insert(Word::Properties, Json::from([(name, self.with_null(schema))]));
        out.insert(Word::Required, vec![name]);
        if self.rules.objects == Objects::Closed {
            out.insert(Word::AdditionalProperties, false);
        }
        out
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
        if key == "oneOf" && !(intact && self.rules.keywords.take(Word::OneOf)) {
            self.lose(at, key, Relation::Widened, words(key, &Json::Array(branches.to_vec())));
            if !out.has(Word::AnyOf) {
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
        let inner = branch.as_object_mut().filter(|o| o.len() == 1).and_then(|o| o.take(Word::AnyOf));
        let parts = match inner {
            Some(Json::Array(parts)) => parts,
            Some(other) => vec![Json::from([("anyOf", other)])],
            None => vec![branch],
        };
        out.extend(parts);
    }
    distinct(&mut out);
    out
}

/// Whether the branches are lists of choices that share none.
fn told_apart<'s>(branches: impl Iterator<Item = &'s Object>) -> bool {
    let mut seen: Vec<&Json> = Vec::new();
    let mut branches = branches;
    branches.all(|schema| {
        let Some(choices) = schema.at(Word::Enum).and_then(Json::as_array) else { return false };
        let fresh = choices.iter().all(|choice| !seen.contains(&choice));
        seen.extend(choices);
        fresh
    })
}
