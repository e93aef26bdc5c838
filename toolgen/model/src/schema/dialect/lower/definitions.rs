//! References: `$ref`s and definitions in, kept or written out as the dialect asks.

use super::super::back::Back;
use super::super::loss::Refusal;
use super::super::rules::Refs;
use super::Lower;
use super::recursive::references;
use crate::json::{Json, Object, Word};
use crate::schema::Place;

/// How often a definition is written out inside of itself.
const ROUNDS: usize = 3;
/// From this many parts on, definitions that contain themselves are not written out any more.
const MODEST: usize = 1_000;
const PREFIX: &str = "#/$defs/";

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
        if self.rules.refs == Refs::Inlined {
            return self.inlined(at, name, schema);
        }
        let mut out = Object::from_iter([(Word::Ref, reference)]);
        if self.rules.refs == Refs::Kept {
            self.assertions(at, schema, &mut out, &[])?;
        }
        Ok((out, Back::Ref(name.to_owned())))
    }

    fn inlined(&mut self, at: &Place<'_>, name: &str, schema: &Object) -> Result<(Object, Back), Refusal> {
        let root = self.root;
        let definition = root.get("$defs").and_then(|all| all.get(name)).filter(|body| body.as_object().is_some());
        let Some(definition) = definition else {
            let message = format!("the definition {name:?} does not exist");
            return Err(Refusal::new("unresolved-ref", &at.pointer(), message));
        };
        // What the place says about itself goes first.
        let beside = schema.iter().filter(|(key, _)| !matches!(*key, "$ref" | "$defs"));
        let mut own = None;
        for (key, value) in beside {
            let target = own.get_or_insert_with(|| definition.as_object().cloned().unwrap_or_default());
            target.insert(key, value.clone());
        }
        let own = own.map(Json::Object);
        let target = own.as_ref().unwrap_or(definition);
        let rounds = self.open.iter().filter(|open| *open == name).count();
        let many = if self.fit.is_sparing() { rounds > 0 } else { self.nodes > MODEST };
        if rounds >= ROUNDS || many && self.recursive.contains(name) {
            let kept = target.as_object().into_iter().flat_map(Object::iter);
            let kept = kept.filter(|(key, _)| matches!(*key, "type" | "title" | "description"));
            let cut: Object = kept.map(|(key, value)| (key, value.clone())).collect();
            if self.rules.any == super::Any::Text {
                return Ok(self.text(at, &cut, false));
            }
            self.lose(at, "$ref", super::Relation::Widened, format!("the same again as `{name}` above"));
            return self.node(at, &Json::Object(cut));
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
        let Some(all) = self.root.get("$defs").and_then(Json::as_object) else { return Ok(Vec::new()) };
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
            let (body, back) = self.node(&Place::Written("/$defs").key(&name), body)?;
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
