//! References: `$ref`s and definitions in, kept or written out as the dialect asks.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::super::rules::{Objects, Refs};
use super::Lower;
use super::assertion::words;
use super::recursive::references;
use crate::json::{Json, Object, Word};
use crate::schema::Place;
use crate::schema::canonical::{annotates, both, says_nothing};

/// How often a definition is written out inside of itself.
const ROUNDS: usize = 3;
/// From this many parts on, definitions that contain themselves are not written out any more.
pub(super) const MODEST: usize = 1_000;
const PREFIX: &str = "#/$defs/";

/// What both accept, if one schema says it.
fn merged(own: &Object, definition: &Object) -> Option<Object> {
    both(own, definition).filter(|both| !both.has(Word::AllOf))
}

impl Lower<'_> {
    pub(super) fn reference(
        &mut self,
        at: &Place<'_>,
        reference: &str,
        schema: &Object,
    ) -> Result<(Object, Back), Refusal> {
        let Some(name) = reference.strip_prefix(PREFIX) else {
            let message = format!("the reference {reference:?} leads nowhere");
            return Err(Refusal::new("unresolved-ref", &at.pointer(), message));
        };
        let beside = schema.entries().filter(|(key, _)| !key.is(Word::Ref) && !key.is(Word::Defs));
        let own: Object = beside.map(|(key, value)| (key, value.clone())).collect();
        if self.rules.refs == Refs::Inlined {
            return self.inlined(at, name, own);
        }
        let mut out = Object::from_iter([(Word::Ref, reference)]);
        let kept = self.rules.refs == Refs::Kept;
        if kept && !says_nothing(&own) {
            // What stands beside a reference holds too.
            let before = self.losses.len();
            let (mine, back) = self.node(at, &Json::Object(own.clone()))?;
            if self.is_same(&back) {
                mine.entries().for_each(|(key, value)| out.insert(key, value.clone()));
                return Ok((out, Back::Ref(name.to_owned())));
            }
            self.forget(before);
        }
        let definition = self.root.at(Word::Defs).and_then(|all| all.get(name)?.as_object());
        let apart = !says_nothing(&own) && !self.open.iter().any(|open| open == name);
        if let Some(merged) = definition.filter(|_| apart).and_then(|body| merged(&own, body)) {
            self.open.push(name.to_owned());
            let lowered = self.node(at, &Json::Object(merged));
            self.open.pop();
            return lowered;
        }
        self.lose_all(at, &own);
        if kept {
            let annotations: Object =
                own.entries().filter(|(key, _)| annotates(key)).map(|(k, v)| (k, v.clone())).collect();
            self.assertions(at, &annotations, &mut out, &[])?;
        }
        Ok((out, Back::Ref(name.to_owned())))
    }

    /// Every assertion of a schema is lost. Where objects are closed, what it declares cannot be sent.
    fn lose_all(&mut self, at: &Place<'_>, schema: &Object) {
        let closes = self.rules.objects == Objects::Closed;
        let relation = if closes { Relation::Narrowed } else { Relation::Widened };
        for (key, value) in schema.entries().filter(|(key, _)| !annotates(key)) {
            self.lose(at, key, relation, words(key, value));
        }
    }

    fn inlined(&mut self, at: &Place<'_>, name: &str, own: Object) -> Result<(Object, Back), Refusal> {
        let root = self.root;
        let definition = root.at(Word::Defs).and_then(|all| all.get(name)).filter(|body| body.as_object().is_some());
        let Some(definition) = definition else {
            let message = format!("the definition {name:?} does not exist");
            return Err(Refusal::new("unresolved-ref", &at.pointer(), message));
        };
        let mut merged = None;
        if let Some(body) = definition.as_object().filter(|_| !own.is_empty()) {
            // What the place says about itself goes first.
            merged = self::merged(&own, body).or_else(|| {
                self.lose_all(at, &own);
                let said = own.entries().filter(|(key, _)| annotates(key)).map(|(key, value)| (key, value.clone()));
                let mut target = body.clone();
                said.for_each(|(key, value)| target.insert(key, value));
                Some(target)
            });
        }
        let own = merged.map(Json::Object);
        let target = own.as_ref().unwrap_or(definition);
        let rounds = self.open.iter().filter(|open| *open == name).count();
        let many = if self.fit.is_sparing() { rounds > 0 } else { self.nodes > MODEST };
        if rounds >= ROUNDS || many && self.reach.is_recursive(name) {
            let kept = target.as_object().into_iter().flat_map(Object::iter);
            let kept = kept.filter(|(key, _)| matches!(*key, "type" | "title" | "description"));
            let cut: Object = kept.map(|(key, value)| (key, value.clone())).collect();
            if self.rules.any == super::Any::Text {
                return Ok(self.text(at, &cut, false));
            }
            self.lose(at, Word::Ref, Relation::Widened, format!("the same again as `{name}` above"));
            return self.node(at, &Json::Object(cut));
        }
        if own.is_none() && !self.fit.is_sparing() {
            return self.definition(at, name, definition);
        }
        self.open.push(name.to_owned());
        let lowered = self.node(at, target);
        self.open.pop();
        lowered
    }

    /// Lowers the definitions that the schema refers to and puts them at its root.
    pub(super) fn definitions(&mut self, schema: &mut Object) -> Result<Vec<(String, Back)>, Refusal> {
        if self.rules.refs == Refs::Inlined {
            return Ok(Vec::new());
        }
        let Some(all) = self.root.at(Word::Defs).and_then(Json::as_object) else { return Ok(Vec::new()) };
        let (mut defs, mut backs) = (Object::new(), Vec::new());
        let mut whole = Json::Object(std::mem::take(schema));
        let mut open = references(&whole);
        if let Some(inner) = whole.as_object_mut() {
            *schema = std::mem::take(inner);
        }
        open.reverse();
        while let Some(name) = open.pop() {
            if defs.contains_key(&name) {
                continue;
            }
            let Some(body) = all.get(&name) else { continue };
            let (body, back) = match body {
                Json::Object(body) if self.keeps_references => (body.clone(), Back::Same),
                body => self.placed(&Place::Written("/$defs").key(&name), body)?,
            };
            let body = Json::Object(body);
            open.extend(references(&body).into_iter().rev());
            defs.insert(name.clone(), body);
            backs.push((name, back));
        }
        if !defs.is_empty() && !bug!(NoDefinitions) {
            schema.insert(Word::Defs, defs);
        }
        Ok(backs)
    }
}
