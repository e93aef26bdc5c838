//! Positions: a place in a schema document in, the schemas that stand directly below it out.

use std::rc::Rc;

use super::draft::Draft;
use super::keyword::{Shape, shape};
use super::uri;
use crate::json::{Json, Object, Word, WordSet};
use crate::schema::Place;

/// Keywords after which references or keywords are read in another way.
const TURNING: WordSet = WordSet::of(&[Word::Schema, Word::Id, Word::OldId]);

/// A schema in its document: where it is, and how references and keywords are read there.
#[derive(Clone)]
pub(super) struct Spot<'d> {
    pub(super) schema: &'d Json,
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
    /// A place below this one, with the base and draft that it names itself.
    fn child(&self, schema: &'d Json) -> Spot<'d> {
        Spot { schema, draft: self.draft, base: Rc::clone(&self.base) }.entered()
    }

    /// The place as its own `$id` and `$schema` have it read.
    pub(super) fn entered(mut self) -> Spot<'d> {
        let words = self.schema.as_object().map(Object::words).unwrap_or_default();
        if !words.meets(TURNING) {
            return self;
        }
        if let Some(draft) = self.schema.get("$schema").and_then(Json::as_str).and_then(Draft::named) {
            self.draft = draft;
        }
        if let Some(id) = self.id() {
            let (base, fragment) = uri::resolve(&self.base, id);
            if fragment.is_empty() {
                self.base = base.into();
            }
        }
        self
    }

    /// The value of `$id`, where it has a meaning.
    pub(super) fn id(&self) -> Option<&'d str> {
        if self.is_lone_ref() { None } else { self.schema.get(self.draft.id())?.as_str() }
    }

    /// Whether this is a `$ref` beside which nothing counts.
    pub(super) fn is_lone_ref(&self) -> bool {
        self.schema.as_object().is_some_and(|schema| self.draft.is_lone_ref(schema))
    }

    /// Shows the schemas directly below, in the order in which they stand.
    pub(super) fn children(&self, at: &Place<'_>, see: &mut dyn FnMut(Role, &Place<'_>, Spot<'d>)) {
        let Some(object) = self.schema.as_object() else { return };
        let lone = self.is_lone_ref();
        for (key, value) in object.entries() {
            let Some(word) = key.word() else { continue };
            let definitions = matches!(word, Word::Defs | Word::Definitions);
            if (lone && !definitions) || !self.draft.knows(word) {
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
            let at = &at.key(key);
            match (word, shape(word), value) {
                (Word::Items | Word::PrefixItems, _, Json::Array(items))
                | (_, Some(Shape::Schemas), Json::Array(items)) => {
                    for (n, item) in items.iter().enumerate() {
                        see(role, &at.item(n), self.child(item));
                    }
                }
                (Word::Items | Word::AdditionalItems, ..) | (_, Some(Shape::Schema), _) => {
                    see(role, at, self.child(value));
                }
                (Word::Defs | Word::Definitions | Word::Dependencies, _, Json::Object(map))
                | (_, Some(Shape::Map), Json::Object(map)) => {
                    for (name, schema) in map.iter() {
                        if word != Word::Dependencies || schema.as_array().is_none() {
                            see(role, &at.key(name), self.child(schema));
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
