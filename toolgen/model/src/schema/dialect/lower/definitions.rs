//! References: `$ref`s and definitions in, kept or written out as the dialect asks.

use super::super::back::Back;
use super::super::loss::Refusal;
use super::super::rules::Refs;
use super::Lower;
use crate::json::{Json, Object, push_pointer};

/// How often a definition is written out inside of itself.
const ROUNDS: usize = 3;
const PREFIX: &str = "#/$defs/";

impl Lower<'_> {
    pub(super) fn reference(&mut self, at: &str, reference: &str, schema: &Object) -> Result<(Object, Back), Refusal> {
        let Some(name) = reference.strip_prefix(PREFIX) else {
            return Err(Refusal::new("unresolved-ref", at, format!("the reference {reference:?} leads nowhere")));
        };
        if self.rules.refs == Refs::Inlined {
            return self.inlined(at, name, schema);
        }
        let mut out = Object::from_iter([("$ref", reference)]);
        if self.rules.refs == Refs::Kept {
            self.assertions(at, schema, &mut out, &[])?;
        }
        Ok((out, Back::Ref(name.to_owned())))
    }

    fn inlined(&mut self, at: &str, name: &str, schema: &Object) -> Result<(Object, Back), Refusal> {
        let target = self.root.pointer(&format!("/$defs/{name}")).and_then(Json::as_object).cloned();
        let Some(mut target) = target else {
            return Err(Refusal::new("unresolved-ref", at, format!("the definition {name:?} does not exist")));
        };
        // What the place says about itself goes first.
        for (key, value) in schema.iter().filter(|(key, _)| *key != "$ref") {
            target.insert(key, value.clone());
        }
        let rounds = self.open.iter().filter(|open| *open == name).count();
        if rounds >= ROUNDS {
            let kept = target.iter().filter(|(key, _)| matches!(*key, "type" | "title" | "description"));
            let cut: Object = kept.map(|(key, value)| (key, value.clone())).collect();
            if self.rules.any == super::Any::Text {
                return Ok(self.text(at, &cut, false));
            }
            self.lose(at, "$ref", super::Relation::Widened, format!("the same again as `{name}` above"));
            return self.node(at, &Json::Object(cut));
        }
        self.open.push(name.to_owned());
        let lowered = self.node(at, &Json::Object(target));
        self.open.pop();
        lowered
    }

    /// Lowers the definitions that the schema refers to and puts them at its root.
    pub(super) fn definitions(&mut self, schema: &mut Object) -> Result<Vec<(String, Back)>, Refusal> {
        let Some(all) = self.root.get("$defs").and_then(Json::as_object) else { return Ok(Vec::new()) };
        let (mut defs, mut backs) = (Object::new(), Vec::new());
        let mut open = names(&Json::Object(schema.clone()));
        open.reverse();
        while let Some(name) = open.pop() {
            if defs.contains_key(&name) {
                continue;
            }
            let Some(body) = all.get(&name) else { continue };
            let (body, back) = self.node(&push_pointer("/$defs", &name), body)?;
            let body = Json::Object(body);
            open.extend(names(&body).into_iter().rev());
            defs.insert(name.clone(), body);
            backs.push((name, back));
        }
        if !defs.is_empty() {
            schema.insert("$defs", defs);
        }
        Ok(backs)
    }
}

fn names(schema: &Json) -> Vec<String> {
    let mut found = Vec::new();
    let mut copy = schema.clone();
    super::super::walk::rewrite(&mut copy, &mut |_, node| {
        let name = node.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix(PREFIX));
        found.extend(name.map(str::to_owned));
    });
    found
}
