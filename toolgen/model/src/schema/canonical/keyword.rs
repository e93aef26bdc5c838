//! Keywords: a name in, what its value must look like and to which types it speaks out.

use crate::json::{Text, Word, WordSet};

/// What stands under a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A schema
    Schema,
    /// A list of schemas, at least one
    Schemas,
    /// Schemas by name
    Map,
    /// A whole number from 0
    Count,
    /// A number
    Number,
    /// A number above 0
    Positive,
    /// A string
    Text,
    /// `true` or `false`
    Flag,
    /// Anything: data
    Data,
}

/// The shape of a keyword whose meaning did not change between the drafts; the others are lifted by
/// hand.
pub(super) fn shape(keyword: Word) -> Option<Shape> {
    Some(match keyword {
        Word::Contains
        | Word::PropertyNames
        | Word::Not
        | Word::If
        | Word::Then
        | Word::Else
        | Word::AdditionalProperties
        | Word::UnevaluatedItems
        | Word::UnevaluatedProperties => Shape::Schema,
        Word::AnyOf | Word::OneOf | Word::AllOf => Shape::Schemas,
        Word::Properties | Word::PatternProperties | Word::DependentSchemas => Shape::Map,
        Word::MinLength
        | Word::MaxLength
        | Word::MinItems
        | Word::MaxItems
        | Word::MinContains
        | Word::MaxContains
        | Word::MinProperties
        | Word::MaxProperties => Shape::Count,
        Word::Minimum | Word::Maximum => Shape::Number,
        Word::MultipleOf => Shape::Positive,
        Word::Pattern
        | Word::Format
        | Word::Title
        | Word::Description
        | Word::Comment
        | Word::ContentEncoding
        | Word::ContentMediaType => Shape::Text,
        Word::UniqueItems | Word::Deprecated | Word::ReadOnly | Word::WriteOnly => Shape::Flag,
        Word::Default | Word::Examples => Shape::Data,
        _ => return None,
    })
}

/// Keywords that say nothing about which values are valid.
pub fn is_annotation(keyword: &str) -> bool {
    Word::of(keyword).is_none_or(|word| !ASSERTIONS.has(word))
}

/// The same for a key.
pub(in crate::schema) fn annotates(key: &Text) -> bool {
    key.word().is_none_or(|word| !ASSERTIONS.has(word))
}

/// Keywords that speak about strings and pass all else, and so on.
const OF_STRINGS: WordSet = WordSet::of(&[Word::MinLength, Word::MaxLength, Word::Pattern, Word::Format]);
pub(super) const OF_NUMBERS: WordSet =
    WordSet::of(&[Word::Minimum, Word::ExclusiveMinimum, Word::Maximum, Word::ExclusiveMaximum, Word::MultipleOf]);
pub(super) const OF_ARRAYS: WordSet = WordSet::of(&[
    Word::PrefixItems,
    Word::Items,
    Word::Contains,
    Word::MinContains,
    Word::MaxContains,
    Word::MinItems,
    Word::MaxItems,
    Word::UniqueItems,
    Word::UnevaluatedItems,
]);
pub(super) const OF_OBJECTS: WordSet = WordSet::of(&[
    Word::Properties,
    Word::PatternProperties,
    Word::AdditionalProperties,
    Word::PropertyNames,
    Word::Required,
    Word::MinProperties,
    Word::MaxProperties,
    Word::DependentRequired,
    Word::DependentSchemas,
    Word::UnevaluatedProperties,
]);
const OF_ANY: WordSet = WordSet::of(&[
    Word::Ref,
    Word::Type,
    Word::Enum,
    Word::AllOf,
    Word::AnyOf,
    Word::OneOf,
    Word::Not,
    Word::If,
    Word::Then,
    Word::Else,
    Word::Defs,
]);
/// Keywords that speak to one type; the others pass it.
pub(super) const OF_ONE: WordSet = OF_STRINGS.and(OF_NUMBERS).and(OF_ARRAYS).and(OF_OBJECTS);
/// Keywords of canonical form under which schemas stand.
pub(in crate::schema) const HOLDING: WordSet = WordSet::of(&[
    Word::PrefixItems,
    Word::Items,
    Word::Contains,
    Word::UnevaluatedItems,
    Word::Properties,
    Word::PatternProperties,
    Word::PropertyNames,
    Word::AdditionalProperties,
    Word::UnevaluatedProperties,
    Word::DependentSchemas,
    Word::AllOf,
    Word::AnyOf,
    Word::OneOf,
    Word::Not,
    Word::If,
    Word::Then,
    Word::Else,
    Word::Defs,
]);
/// Keywords that see what others looked at.
pub(super) const UNEVALUATED: WordSet = WordSet::of(&[Word::UnevaluatedItems, Word::UnevaluatedProperties]);
/// Keywords that lead to another schema.
pub(super) const REFERENCES: WordSet = WordSet::of(&[Word::Ref, Word::DynamicRef, Word::RecursiveRef]);
/// Keywords that decide which values are valid.
pub(super) const ASSERTIONS: WordSet = OF_ANY.and(OF_ONE);

/// The keywords of canonical form that speak to a type only; `boolean` and `null` have none of their own.
pub(super) fn of_type(name: Word) -> WordSet {
    match name {
        Word::String => OF_STRINGS,
        Word::Integer | Word::Number => OF_NUMBERS,
        Word::Array => OF_ARRAYS,
        Word::Object => OF_OBJECTS,
        _ => WordSet::default(),
    }
}
