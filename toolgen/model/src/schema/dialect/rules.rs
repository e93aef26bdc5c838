//! What a provider takes, as a table: each dialect's file fills one in, and the lowering follows it.

use crate::json::{Json, Text, Word, WordSet};

/// What may stand at the root of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// Unions and references too
    Free,
    /// None of them: the branches' properties are merged, which widens
    Merged,
    /// None of them: a union stands in a property of its own, which the back map unwraps
    Wrapped,
}

/// What becomes of `$ref`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refs {
    /// It stays, with its annotations
    Kept,
    /// It stays, with nothing beside it
    Bare,
    /// It is replaced by its target; recursion ends after some rounds
    Inlined,
}

/// What becomes of a value of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Any {
    /// It stays `{}`
    Kept,
    /// It is sent as JSON text
    Text,
}

/// What becomes of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objects {
    /// They stay
    Kept,
    /// `additionalProperties` does not exist, and maps are sent as pairs
    Unclosed,
    /// All are closed, and maps are sent as pairs
    Closed,
}

/// What becomes of objects that may have any properties, where only declared ones can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maps {
    /// They are sent as pairs
    Pairs,
    /// They are sent as JSON text, which nests less deep
    Text,
    /// They stay, without what their other properties hold
    Kept,
}

/// What becomes of optional properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Optional {
    /// They stay
    Kept,
    /// They are required, and null, or a marker where null is a value, says that they are absent
    Null,
}

/// How null stands beside other types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Null {
    /// `anyOf: [S, {type: null}]`
    Union,
    /// `type: [t, "null"]` where that is possible
    TypeList,
    /// `nullable: true`
    Nullable,
}

/// What becomes of `enum`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enums {
    /// It stays
    Kept,
    /// Objects and arrays in it are sent as JSON text
    Primitive,
    /// All its values are sent as strings that are not empty
    Strings,
}

/// Which properties may be called what.
#[derive(Clone, Copy)]
pub(super) enum Keys {
    /// Anything
    Any,
    /// Those of the root must fit
    Root(fn(&str) -> bool),
    /// All must fit
    Every(fn(&str) -> bool),
}

/// Which keywords are taken; the structural ones (`type`, `properties`, `items`, `anyOf`, …) have rules
/// of their own.
#[derive(Clone, Copy)]
pub(super) enum Words {
    /// All
    All,
    /// All but these
    Without(WordSet),
    /// Only these
    Only(WordSet),
}

impl Words {
    /// All but these keywords.
    pub(super) const fn without(words: &[&str]) -> Words {
        Words::Without(WordSet::named(words))
    }

    /// Only these keywords.
    pub(super) const fn only(words: &[&str]) -> Words {
        Words::Only(WordSet::named(words))
    }

    /// Whether this keyword is one of them.
    pub(super) fn take(self, word: Word) -> bool {
        match self {
            Words::All => true,
            Words::Without(words) => !words.has(word),
            Words::Only(words) => words.has(word),
        }
    }

    /// Whether this key is one of them, be it a keyword or not.
    pub(super) fn take_key(self, key: &Text) -> bool {
        key.word().map_or(!matches!(self, Words::Only(_)), |word| self.take(word))
    }
}

/// Whether a keyword may have a value.
pub(super) type Value = fn(Word, &Json) -> bool;

/// Which formats are taken.
#[derive(Clone, Copy)]
pub(super) enum Formats {
    /// All
    All,
    /// Only these
    Only(&'static [&'static str]),
}

impl Formats {
    pub(super) fn take(self, format: &str) -> bool {
        match self {
            Formats::All => true,
            Formats::Only(formats) => formats.contains(&format),
        }
    }
}

/// One dialect's table.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) root: Root,
    pub(super) refs: Refs,
    pub(super) any: Any,
    pub(super) objects: Objects,
    pub(super) maps: Maps,
    pub(super) optional: Optional,
    /// Whether assertions may stand beside `anyOf`
    pub(super) beside_union: bool,
    pub(super) null: Null,
    pub(super) enums: Enums,
    /// Whether every array needs `items`
    pub(super) items: bool,
    pub(super) keys: Keys,
    /// Assertions
    pub(super) keywords: Words,
    /// Annotations; what is not taken is left out without a loss
    pub(super) annotations: Words,
    pub(super) formats: Formats,
    /// Whether a regular expression is understood
    pub(super) pattern: fn(&str) -> bool,
    /// Whether a keyword may have this value, where not all may
    pub(super) value: Option<Value>,
}

impl Rules {
    /// Whether the dialect takes a keyword with this value.
    pub(super) fn takes(&self, word: Word, value: &Json) -> bool {
        self.keywords.take(word) && self.value.is_none_or(|fits| fits(word, value))
    }
}

/// All there is.
pub(super) const FREE: Rules = Rules {
    root: Root::Free,
    refs: Refs::Kept,
    any: Any::Kept,
    objects: Objects::Kept,
    maps: Maps::Pairs,
    optional: Optional::Kept,
    beside_union: true,
    null: Null::Union,
    enums: Enums::Kept,
    items: false,
    keys: Keys::Any,
    keywords: Words::All,
    annotations: Words::All,
    formats: Formats::All,
    pattern: |_| true,
    value: None,
};
