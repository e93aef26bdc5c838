//! Drafts of JSON Schema: a `$schema` in, what its keywords mean out.

use super::Fault;
use crate::json::{Json, Object, Word, WordSet};

/// A draft; the order is that of their dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
    /// No `$schema`: 2020-12, and what has no meaning there keeps the one that it had before
    Unsaid,
}

impl Draft {
    /// The draft that the root of `schema` names.
    ///
    /// # Errors
    /// A `$schema` that names none we know.
    pub(super) fn stated(schema: &Json) -> Result<Draft, Fault> {
        let named = match schema.as_object().and_then(|schema| schema.at(Word::Schema)) {
            None | Some(Json::Null) => return Ok(Draft::Unsaid),
            Some(Json::String(uri)) => Draft::named(uri).ok_or_else(|| uri.to_string()),
            Some(other) => Err(other.to_string()),
        };
        named.map_err(|uri| {
            let help = "name draft-04, -06, -07, 2019-09 or 2020-12, or leave `$schema` out";
            Fault::new("/$schema", format!("{uri:?} is no draft of JSON Schema that is known here"), help)
        })
    }

    /// The draft with that meta-schema.
    pub(super) fn named(uri: &str) -> Option<Draft> {
        let uri = uri.trim_end_matches('#').trim_end_matches('/');
        let name = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        Some(match name {
            "json-schema.org/draft-04/schema" => Draft::D4,
            "json-schema.org/draft-06/schema" => Draft::D6,
            "json-schema.org/draft-07/schema" => Draft::D7,
            "json-schema.org/draft/2019-09/schema" => Draft::D2019,
            "json-schema.org/draft/2020-12/schema" => Draft::D2020,
            "json-schema.org/schema" => Draft::Unsaid,
            _ => return None,
        })
    }

    /// Whether keywords beside `$ref` have a meaning.
    fn ref_has_siblings(self) -> bool {
        self >= Draft::D2019
    }

    /// Whether a schema is a `$ref` beside which nothing counts.
    pub(super) fn is_lone_ref(self, schema: &Object) -> bool {
        !self.ref_has_siblings() && !bug!(SiblingsCount) && matches!(schema.at(Word::Ref), Some(Json::String(_)))
    }

    /// The keyword that names a resource.
    pub(super) fn id(self) -> Word {
        if self == Draft::D4 { Word::OldId } else { Word::Id }
    }

    /// Whether `keyword` has a meaning in this draft.
    pub(super) fn knows(self, keyword: Word) -> bool {
        !self.foreign().has(keyword)
    }

    /// The keywords that have no meaning in this draft.
    pub(super) const fn foreign(self) -> WordSet {
        match self {
            Draft::D4 => SINCE_6.and(SINCE_7).and(SINCE_2019).and(SINCE_2020).and(ONLY_2019),
            Draft::D6 => SINCE_7.and(SINCE_2019).and(SINCE_2020).and(ONLY_2019),
            Draft::D7 => SINCE_2019.and(SINCE_2020).and(ONLY_2019),
            Draft::D2019 => SINCE_2020.and(WordSet::of(&[Word::Dependencies])),
            Draft::D2020 => ONLY_2019.and(WordSet::of(&[Word::Dependencies, Word::AdditionalItems])),
            Draft::Unsaid => ONLY_2019,
        }
    }
}

/// All keywords that have no meaning in some draft.
pub(super) const DATED: WordSet = SINCE_6.and(SINCE_7).and(SINCE_2019).and(SINCE_2020).and(ONLY_2019);

const SINCE_6: WordSet = WordSet::of(&[Word::Const, Word::Contains, Word::PropertyNames, Word::Examples]);
const SINCE_7: WordSet = WordSet::of(&[Word::If, Word::Then, Word::Else]);
const SINCE_2019: WordSet = WordSet::of(&[
    Word::Defs,
    Word::DependentRequired,
    Word::DependentSchemas,
    Word::MinContains,
    Word::MaxContains,
    Word::UnevaluatedItems,
    Word::UnevaluatedProperties,
    Word::Anchor,
]);
const ONLY_2019: WordSet = WordSet::of(&[Word::RecursiveRef, Word::RecursiveAnchor]);
const SINCE_2020: WordSet = WordSet::of(&[Word::PrefixItems, Word::DynamicRef, Word::DynamicAnchor]);
