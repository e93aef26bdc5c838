//! The lowering: a canonical schema and a dialect's table in, the schema that the dialect takes, the way
//! back and the losses out.
//!
//! A keyword that the dialect does not take is left out, which widens, and said in words in the
//! description. Under `not`, `if` and `oneOf` leaving out would narrow, so there the outer keyword goes.

mod array;
mod assertion;
mod choose;
mod definitions;
mod fit;
mod kept;
mod memo;
mod null;
mod object;
mod optional;
mod origin;
mod recursive;
mod scalar;
mod text;
mod union;

use std::borrow::Cow;

pub(super) use choose::choose;
pub(super) use fit::Fit;

use super::back::{Back, pruned};
use super::loss::{Loss, Refusal, Relation};
use super::root;
use super::rules::{Any, Enums, Keys, Null, Objects, Refs, Root, Rules};
use crate::json::{Json, Object, Text, Word};
use crate::schema::Place;
use crate::schema::canonical::{in_order, says_nothing};

/// The property that holds a root that is a union.
const WRAPPED: &str = "arguments";
/// A schema with more parts is too large to be sent.
const MOST_NODES: usize = 20_000;

/// A schema as a dialect takes it.
pub(super) struct Lowered {
    pub(super) schema: Json,
    pub(super) back: Back,
    pub(super) definitions: Vec<(String, Back)>,
    /// `$defs` as JSON Schema, where the way back needs them
    pub(super) defs: Json,
    pub(super) losses: Vec<Loss>,
}

struct Lower<'s> {
    rules: &'s Rules,
    root: &'s Json,
    losses: Vec<Loss>,
    /// The definitions that are open, where references are inlined
    open: Vec<String>,
    /// Which definitions contain which, where references are inlined
    reach: recursive::Reach<'s>,
    nodes: usize,
    /// How many values the value is in, at least
    depth: usize,
    /// Whether the next schema is the root of the wire
    top: bool,
    /// Whether the next map must not be a list, since a list stands beside it
    apart: bool,
    /// Which parts go in a form that counts less
    fit: &'s mut Fit,
    /// The definitions that were written out
    memo: memo::Memo,
    /// The list of pairs with values of any type, and the same for properties that are not declared
    free: [Option<Object>; 2],
    /// Whether references stay, and lead to definitions that the dialect takes as they are
    keeps_references: bool,
}

impl<'s> Lower<'s> {
    fn new(root: &'s Json, rules: &'s Rules, fit: &'s mut Fit) -> Lower<'s> {
        Lower {
            rules,
            root,
            losses: Vec::new(),
            open: Vec::new(),
            reach: if rules.refs == Refs::Inlined { recursive::Reach::new(root) } else { recursive::Reach::default() },
            nodes: 0,
            depth: 0,
            top: true,
            apart: false,
            fit,
            memo: memo::Memo::default(),
            free: [None, None],
            keeps_references: false,
        }
    }
}

/// Lowers the schema of a tool's arguments.
pub(super) fn lower(input: &Json, rules: &Rules, fit: &mut Fit) -> Result<Lowered, Refusal> {
    let mut losses = Vec::new();
    let merged;
    let input = if rules.root == Root::Merged && has_union(input) {
        merged = root::plain(input, &mut losses);
        &merged
    } else {
        input
    };
    let wraps = rules.root == Root::Wrapped && has_union(input);
    let mut lower = Lower { losses, top: !wraps, ..Lower::new(input, rules, fit) };
    lower.keep_references();
    let (mut schema, mut back) = lower.node(&Place::Root, input)?;
    if wraps {
        lower.lose(
            &Place::Root,
            Word::AnyOf,
            Relation::Equal,
            format!("the arguments stand in the property `{WRAPPED}`"),
        );
        schema = wrapped(lower.with_null(schema));
        back = Back::Unwrap(WRAPPED.to_owned(), Box::new(back));
    }
    let definitions = lower.definitions(&mut schema)?;
    // Where there are no definitions, nothing is in the way back that changes nothing.
    let (back, definitions) = if definitions.is_empty() { (back, definitions) } else { pruned(back, definitions) };
    let mut defs = Json::Null;
    if back != Back::Same
        && let Some(all) = schema.at(Word::Defs)
    {
        defs = Json::from([("$defs", all.clone())]);
    }
    let mut schema = Json::Object(schema);
    if rules.null == Null::Nullable {
        null::write(&mut schema, rules.refs == Refs::Inlined);
    }
    let mut losses = lower.losses;
    if rules.refs == Refs::Inlined && input.at(Word::Defs).is_some() {
        losses = origin::of(input, losses);
    }
    Ok(Lowered { schema, back, definitions, defs, losses })
}

/// Whether the root is no plain object.
fn has_union(input: &Json) -> bool {
    ["$ref", "anyOf", "oneOf", "allOf"].iter().any(|key| input.get(key).is_some())
}

fn wrapped(inner: Object) -> Object {
    let mut outer = Object::new();
    outer.insert(Word::Type, "object");
    outer.insert(Word::Properties, Json::from([(WRAPPED, inner)]));
    outer.insert(Word::Required, vec![WRAPPED]);
    outer.insert(Word::AdditionalProperties, false);
    outer
}

impl Lower<'_> {
    /// One schema, and the way back from it.
    fn node(&mut self, at: &Place<'_>, schema: &Json) -> Result<(Object, Back), Refusal> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            let message = format!("written out, the schema has more than {MOST_NODES} parts; use fewer references");
            return Err(Refusal::new("too-large", &at.pointer(), message));
        }
        let top = std::mem::take(&mut self.top);
        let Some(schema) = schema.as_object() else {
            let accepts = schema.as_bool() != Some(false);
            let inner = if accepts { Object::new() } else { never() };
            return self.untyped(at, &inner, top);
        };
        if self.fit.is_text(at) && schema.at(Word::Ref).is_none() {
            return Ok(self.folded(at, schema));
        }
        let kept = if self.has_forms(schema) { None } else { self.kept(schema, top) };
        if let Some(parts) = kept.filter(|parts| self.nodes + parts <= MOST_NODES) {
            self.nodes += parts - 1;
            if schema.has(Word::AnyOf) {
                self.fit.enter(at, false);
                self.fit.leave(false);
            }
            return Ok((schema.clone(), Back::Same));
        }
        self.written(at, schema, top)
    }

    /// The same for a schema at a place of its own, be it of a property or of an item.
    fn placed(&mut self, at: &Place<'_>, schema: &Json) -> Result<(Object, Back), Refusal> {
        let (out, back) = self.node(at, schema)?;
        Ok((self.with_null(out), back))
    }

    /// A schema for a value within another.
    fn within(&mut self, at: &Place<'_>, schema: &Json) -> Result<(Object, Back), Refusal> {
        self.deeper(1, at, |lower| lower.node(at, schema))
    }

    /// What stands so many values deeper.
    fn deeper<T>(
        &mut self,
        levels: usize,
        at: &Place<'_>,
        lower: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.depth += levels;
        if self.fit.is_too_deep(self.depth) {
            return Err(Refusal::new("depth", &at.pointer(), "values that nest too deep"));
        }
        let lowered = lower(self)?;
        self.depth -= levels;
        Ok(lowered)
    }

    /// A schema at a place of its own, with null beside other types as the dialect says it. Where that is no JSON
    /// Schema, which the way back could not read, null is written last.
    fn with_null(&self, schema: Object) -> Object {
        if self.rules.null == Null::TypeList { null::listed(schema) } else { schema }
    }

    /// The same, keyword by keyword.
    fn written(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let chosen = self.chosen(schema);
        let schema = chosen.as_ref().unwrap_or(schema);
        let before = self.losses.len();
        let (mut out, back) = if let Some(reference) = schema.at(Word::Ref).and_then(Json::as_str) {
            self.reference(at, reference, schema)?
        } else if let Some(key) = ["anyOf", "oneOf"].into_iter().find(|key| schema.contains_key(key)) {
            self.union(at, key, schema, top)?
        } else {
            match schema.at(Word::Type).and_then(Json::as_str) {
                Some("object") => self.object(at, schema, top)?,
                Some("array") => self.array(at, schema)?,
                Some(name) => self.scalar(at, name, schema)?,
                None => self.untyped(at, schema, top)?,
            }
        };
        if !top && out.at(Word::Ref).is_none() {
            self.note(at, before, &mut out);
        }
        Ok((in_order(out), back))
    }

    /// A schema without a type.
    fn untyped(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let says = !says_nothing(schema);
        if self.rules.any == Any::Text && !top {
            return Ok(self.text(at, schema, says));
        }
        let mut out = Object::new();
        let back = self.object_part(at, schema, &mut out, top)?;
        let other = self.array_part(at, schema, &mut out)?;
        self.assertions(at, schema, &mut out, &[])?;
        Ok((out, if self.is_same(&back) { other } else { back }))
    }

    /// Whether values come back as they are sent.
    fn is_same(&self, back: &Back) -> bool {
        if *back == Back::Same {
            return true;
        }
        let rules = self.rules;
        // Then no definition can have a way back of its own.
        let plain = rules.objects == Objects::Kept
            && rules.any == Any::Kept
            && rules.enums == Enums::Kept
            && !matches!(rules.keys, Keys::Every(_));
        let defs = self.root.at(Word::Defs).and_then(Json::as_object).filter(|_| plain);
        let names: Vec<&str> = defs.into_iter().flat_map(Object::keys).collect();
        back.is_same(&names)
    }

    fn lose(
        &mut self,
        at: &Place<'_>,
        keyword: impl Into<Text>,
        relation: Relation,
        residual: impl Into<Cow<'static, str>>,
    ) {
        self.add(Loss::new(at.pointer(), keyword, relation, residual));
    }

    fn add(&mut self, loss: Loss) {
        // What was said of this place, or below it, is said last.
        let mut here = self.losses.iter().rev().take_while(|known| known.at.starts_with(&loss.at));
        if !bug!(SilentLoss) && !here.any(|known| *known == loss) {
            self.losses.push(loss);
        }
    }

    /// Takes the losses from the `count`th on back.
    fn forget(&mut self, count: usize) {
        self.losses.truncate(count);
    }

    /// Says in the description what the wire no longer does.
    fn note(&self, at: &Place<'_>, since: usize, out: &mut Object) {
        if !self.rules.annotations.take(Word::Description) {
            return;
        }
        let is_here = |loss: &&Loss| loss.relation == Relation::Widened && at.is(&loss.at);
        let said: Vec<&str> = self.losses[since..].iter().filter(is_here).map(|loss| &*loss.residual).collect();
        if said.is_empty() {
            return;
        }
        let said = format!("({})", said.join("; "));
        let text = match out.at(Word::Description).and_then(Json::as_str) {
            Some(text) if !text.is_empty() => format!("{text} {said}"),
            _ => said,
        };
        out.insert(Word::Description, text);
    }
}

/// The schema that nothing fits.
fn never() -> Object {
    Object::from_iter([(Word::Not, Object::new())])
}

fn is_never(schema: &Json) -> bool {
    schema.as_bool() == Some(false)
        || schema
            .at(Word::Not)
            .is_some_and(|not| not.as_object().is_some_and(Object::is_empty) || not.as_bool() == Some(true))
}
