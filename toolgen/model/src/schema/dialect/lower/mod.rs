//! The lowering: a canonical schema and a dialect's table in, the schema that the dialect takes, the way
//! back and the losses out.
//!
//! A keyword that the dialect does not take is left out, which widens, and said in words in the
//! description. Under `not`, `if` and `oneOf` leaving out would narrow, so there the outer keyword goes.

mod array;
mod assertion;
mod definitions;
mod null;
mod object;
mod scalar;
mod text;
mod union;

use super::back::{Back, pruned};
use super::loss::{Loss, Refusal, Relation};
use super::root;
use super::rules::{Any, Root, Rules};
use crate::json::{Json, Object};
use crate::schema::canonical::{in_order, is_annotation};

/// The property that holds a root that is a union.
const WRAPPED: &str = "arguments";
/// A schema with more parts is too large to be written out.
const MOST_NODES: usize = 20_000;

/// A schema as a dialect takes it.
pub(super) struct Lowered {
    pub(super) schema: Json,
    /// The same before null was written in the dialect's way
    pub(super) plain: Json,
    pub(super) back: Back,
    pub(super) definitions: Vec<(String, Back)>,
    pub(super) losses: Vec<Loss>,
}

struct Lower<'s> {
    rules: &'s Rules,
    root: &'s Json,
    losses: Vec<Loss>,
    /// The definitions that are open, where references are inlined
    open: Vec<String>,
    nodes: usize,
    /// Whether the next schema is the root of the wire
    top: bool,
}

/// Lowers the schema of a tool's arguments.
pub(super) fn lower(input: &Json, rules: &Rules) -> Result<Lowered, Refusal> {
    let mut losses = Vec::new();
    let merged;
    let input = if rules.root == Root::Merged {
        merged = root::plain(input, &mut losses);
        &merged
    } else {
        input
    };
    let has_union = ["$ref", "anyOf", "oneOf", "allOf"].iter().any(|key| input.get(key).is_some());
    let wraps = rules.root == Root::Wrapped && has_union;
    let mut lower = Lower { rules, root: input, losses, open: Vec::new(), nodes: 0, top: !wraps };
    let mut body = input.as_object().cloned().unwrap_or_default();
    body.remove("$defs");
    let (mut schema, mut back) = lower.node("", &Json::Object(body))?;
    if wraps {
        lower.lose("", "anyOf", Relation::Equal, format!("the arguments stand in the property `{WRAPPED}`"));
        schema = wrapped(schema);
        back = Back::Unwrap(WRAPPED.to_owned(), Box::new(back));
    }
    let definitions = lower.definitions(&mut schema)?;
    let (back, definitions) = pruned(back, definitions);
    let plain = Json::Object(schema);
    let mut schema = plain.clone();
    null::write(&mut schema, rules.null);
    Ok(Lowered { schema, plain, back, definitions, losses: lower.losses })
}

fn wrapped(inner: Object) -> Object {
    let mut outer = Object::new();
    outer.insert("type", "object");
    outer.insert("properties", Json::from([(WRAPPED, inner)]));
    outer.insert("required", vec![WRAPPED]);
    outer.insert("additionalProperties", false);
    outer
}

impl Lower<'_> {
    /// One schema, and the way back from it.
    fn node(&mut self, at: &str, schema: &Json) -> Result<(Object, Back), Refusal> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            let message = format!("written out, the schema has more than {MOST_NODES} parts; use fewer references");
            return Err(Refusal::new("too-large", at, message));
        }
        let top = std::mem::take(&mut self.top);
        let Some(schema) = schema.as_object() else {
            let accepts = schema.as_bool() != Some(false);
            let inner = if accepts { Object::new() } else { never() };
            return self.untyped(at, &inner, top);
        };
        let before = self.losses.len();
        let (mut out, back) = if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            self.reference(at, reference, schema)?
        } else if let Some(key) = ["anyOf", "oneOf"].into_iter().find(|key| schema.contains_key(key)) {
            self.union(at, key, schema, top)?
        } else {
            match schema.get("type").and_then(Json::as_str) {
                Some("object") => self.object(at, schema, top)?,
                Some("array") => self.array(at, schema)?,
                Some(name) => self.scalar(at, name, schema)?,
                None => self.untyped(at, schema, top)?,
            }
        };
        if !top && !out.contains_key("$ref") {
            self.note(at, before, &mut out);
        }
        Ok((in_order(out), back))
    }

    /// A schema without a type.
    fn untyped(&mut self, at: &str, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let says = schema.keys().any(|key| !is_annotation(key));
        if self.rules.any == Any::Text && !top {
            return Ok(self.text(at, schema, says));
        }
        let mut out = Object::new();
        let back = self.object_part(at, schema, &mut out, top)?;
        let other = self.array_part(at, schema, &mut out)?;
        self.assertions(at, schema, &mut out, &[])?;
        Ok((out, if back == Back::Same { other } else { back }))
    }

    fn lose(&mut self, at: &str, keyword: &str, relation: Relation, residual: impl Into<String>) {
        let loss = Loss::new(at, keyword, relation, residual);
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    /// Says in the description what the wire no longer does.
    fn note(&self, at: &str, since: usize, out: &mut Object) {
        let said: Vec<&str> = self.losses[since..]
            .iter()
            .filter(|loss| loss.at == at && loss.relation == Relation::Widened)
            .map(|loss| loss.residual.as_str())
            .collect();
        if said.is_empty() || !self.rules.annotations.take("description") {
            return;
        }
        let said = format!("({})", said.join("; "));
        let text = match out.get("description").and_then(Json::as_str) {
            Some(text) if !text.is_empty() => format!("{text} {said}"),
            _ => said,
        };
        out.insert("description", text);
    }
}

/// The schema that nothing fits.
fn never() -> Object {
    Object::from_iter([("not", Object::new())])
}

fn is_never(schema: &Json) -> bool {
    schema.as_bool() == Some(false)
        || schema
            .get("not")
            .is_some_and(|not| not.as_object().is_some_and(Object::is_empty) || not.as_bool() == Some(true))
}
