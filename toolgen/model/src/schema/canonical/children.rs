//! Positions: a place in a schema document in, the schemas that stand directly below it out.

use std::rc::Rc;

use super::draft::Draft;
use super::keyword::{REFERENCES, Shape, UNEVALUATED, shape};
use super::{keyword, uri};
use crate::json::{Json, Object, Word, WordSet};
use crate::schema::Place;

/// Keywords after which references or keywords are read in another way.
const TURNING: WordSet = WordSet::of(&[Word::Schema, Word::Id, Word::OldId]);

/// What a schema has that a walk over the document can come to see anything there or below.
pub(super) const SEEN: WordSet = HOLDING.and(TURNING).and(REFERENCES).and(UNEVALUATED).and(ANCHORS);
/// Keywords that name a place.
pub(super) const ANCHORS: WordSet = WordSet::of(&[Word::Anchor, Word::DynamicAnchor, Word::RecursiveAnchor]);
/// Keywords under which schemas stand in some draft.
const HOLDING: WordSet =
    keyword::HOLDING.and(WordSet::of(&[Word::AdditionalItems, Word::Dependencies, Word::Definitions]));

/// A schema in its document: where it is, and how references and keywords are read there.
#[derive(Clone)]
pub(super) struct Spot<'d> {
    pub(super) schema: &'d Json,
    /// Its keywords
    pub(super) words: WordSet,
    pub(super) draft: Draft,
    /// The URI against which references are resolved
    pub(super) base: Rc<str>,
}

/// How a schema relates to the one that holds it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Speaks about the same value
    InPlace,
    /// Speaks about a part of the value
    Part,
    /// Speaks about nothing until it is referred to
    Definition,
}

impl<'d> Spot<'d> {
    /// A schema that is read by that draft and base.
    pub(super) fn entered(schema: &'d Json, draft: Draft, base: Rc<str>) -> Spot<'d> {
        let words = schema.as_object().map(Object::words).unwrap_or_default();
        Spot { schema, words, draft, base }
    }

    /// A schema below something with that draft and base, as its own `$id` and `$schema` have it read.
    pub(super) fn new(schema: &'d Json, draft: Draft, base: Rc<str>) -> Spot<'d> {
        Spot::with(schema, schema.as_object().map(Object::words).unwrap_or_default(), draft, base)
    }

    fn with(schema: &'d Json, words: WordSet, draft: Draft, base: Rc<str>) -> Spot<'d> {
        let mut spot = Spot { schema, words, draft, base };
        if spot.turns() {
            if let Some(draft) = spot.at(Word::Schema).and_then(Json::as_str).and_then(Draft::named) {
                spot.draft = draft;
            }
            if let Some(id) = spot.id() {
                let (base, fragment) = uri::resolve(&spot.base, id);
                if fragment.is_empty() {
                    spot.base = base.into();
                }
            }
        }
        spot
    }

    /// Whether it may name a draft or base of its own.
    pub(super) fn turns(&self) -> bool {
        self.words.meets(TURNING)
    }

    /// The value of a keyword.
    pub(super) fn at(&self, word: Word) -> Option<&'d Json> {
        if self.words.has(word) { self.schema.as_object()?.at(word) } else { None }
    }

    /// The value of `$id`, where it has a meaning.
    pub(super) fn id(&self) -> Option<&'d str> {
        if self.is_lone_ref() { None } else { self.at(self.draft.id())?.as_str() }
    }

    /// Whether this is a `$ref` beside which nothing counts.
    pub(super) fn is_lone_ref(&self) -> bool {
        self.words.has(Word::Ref) && self.schema.as_object().is_some_and(|schema| self.draft.is_lone_ref(schema))
    }

    /// Shows the schemas directly below, in the order in which they stand, except for those in which nothing is to be seen.
    pub(super) fn children(&self, at: &Place<'_>, see: &mut dyn FnMut(Role, &Place<'_>, Spot<'d>)) {
        let Some(object) = self.schema.as_object().filter(|_| self.words.meets(HOLDING)) else { return };
        let definitions = WordSet::of(&[Word::Defs, Word::Definitions]);
        let lone = self.is_lone_ref();
        let silent = self.draft.foreign();
        let mut see = |role, at: &Place<'_>, schema: &'d Json| {
            let words = schema.as_object().map(Object::words).unwrap_or_default();
            if words.meets(SEEN) {
                see(role, at, Spot::with(schema, words, self.draft, Rc::clone(&self.base)));
            }
        };
        for (key, value) in object.entries() {
            let Some(word) = key.word().filter(|word| HOLDING.has(*word) && !silent.has(*word)) else { continue };
            if lone && !definitions.has(word) {
                continue;
            }
            let role = match word {
                Word::AllOf
                | Word::AnyOf
                | Word::OneOf
                | Word::Not
                | Word::If
                | Word::Then
                | Word::Else
                | Word::DependentSchemas
                | Word::Dependencies => Role::InPlace,
                Word::Defs | Word::Definitions => Role::Definition,
                _ => Role::Part,
            };
            let at = &at.key(word.text());
            match (word, shape(word), value) {
                (Word::Items | Word::PrefixItems, _, Json::Array(items))
                | (_, Some(Shape::Schemas), Json::Array(items)) => {
                    for (n, item) in items.iter().enumerate() {
                        see(role, &at.item(n), item);
                    }
                }
                (Word::Items | Word::AdditionalItems, ..) | (_, Some(Shape::Schema), _) => see(role, at, value),
                (Word::Defs | Word::Definitions | Word::Dependencies, _, Json::Object(map))
                | (_, Some(Shape::Map), Json::Object(map)) => {
                    for (name, schema) in map.iter() {
                        if word != Word::Dependencies || schema.as_array().is_none() {
                            see(role, &at.key(name), schema);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
