//! What a dialect takes as it is: a canonical schema in, whether lowering it would give the same again out.
//!
//! Most tools are made of little more than types, descriptions and required properties, which nearly every dialect
//! takes. Such schemas are not written anew; the wire shares them.

use super::super::rules::{Any, Keys, Null, Objects, Optional, Refs};
use super::{Lower, MOST_NODES, null};
use crate::json::{Json, Object, Word, WordSet, are_distinct};
use crate::schema::canonical::annotates;

const OBJECT: WordSet = WordSet::of(&[Word::Type, Word::Properties, Word::Required, Word::AdditionalProperties]);
const ARRAY: WordSet = WordSet::of(&[Word::Type, Word::Items]);
const SCALAR: WordSet = WordSet::of(&[Word::Type, Word::Enum]);
const UNION: WordSet = WordSet::of(&[Word::AnyOf]);
const REFERENCE: WordSet = WordSet::of(&[Word::Ref]);
const NONE: WordSet = WordSet::of(&[]);
/// Keywords that may stand beside those of a type, and hold no schemas.
const BESIDE: WordSet = WordSet::of(&[
    Word::Format,
    Word::Pattern,
    Word::MinLength,
    Word::MaxLength,
    Word::Minimum,
    Word::ExclusiveMinimum,
    Word::Maximum,
    Word::ExclusiveMaximum,
    Word::MultipleOf,
    Word::MinItems,
    Word::MaxItems,
    Word::UniqueItems,
    Word::MinProperties,
    Word::MaxProperties,
]);

impl Lower<'_> {
    /// How many parts the schema has, where the dialect takes it and all below it as it is.
    pub(super) fn kept(&self, schema: &Object, top: bool) -> Option<usize> {
        let (rules, words) = (self.rules, schema.words());
        let (own, beside) = match schema.at(Word::Type).and_then(Json::as_word) {
            _ if words.has(Word::Ref) && self.keeps_references => (REFERENCE, NONE),
            _ if words.has(Word::AnyOf) => (UNION, NONE),
            Some(Word::Object) if rules.objects != Objects::Kept || rules.optional != Optional::Kept => return None,
            Some(Word::Object) if bug!(NestedRequired) => return None,
            Some(Word::Object) => (OBJECT, BESIDE),
            Some(Word::Array) if !words.has(Word::Items) && (rules.items || rules.any == Any::Text) => return None,
            Some(Word::Array) => (ARRAY, BESIDE),
            Some(Word::Null) if rules.null == Null::Nullable => return None,
            Some(_) if bug!(TextChoices) => return None,
            // Choices go without what other keywords exclude.
            Some(_) if words.has(Word::Enum) => (SCALAR, NONE),
            Some(_) => (SCALAR, BESIDE),
            None if rules.any != Any::Kept => return None,
            None => (NONE, NONE),
        };
        let mut parts = 1;
        for (key, value) in schema.entries() {
            parts += match key.word() {
                _ if annotates(key) => rules.annotations.take_key(key).then_some(0),
                Some(word) if own.has(word) => self.kept_part(word, value, top),
                Some(word) if beside.has(word) => self.takes(word, value).then_some(0),
                _ => None,
            }?;
        }
        Some(parts)
    }

    /// Whether some of what the schema holds may be sent in another form, so that it has to be looked at by itself.
    pub(super) fn has_forms(&self, schema: &Object) -> bool {
        fn is_or_holds_union(schema: &Object) -> bool {
            let items = schema.at(Word::Items).and_then(Json::as_object);
            schema.has(Word::AnyOf) || items.is_some_and(is_or_holds_union)
        }
        if !self.fit.is_sparing() {
            return false;
        }
        let branches = schema.at(Word::AnyOf).and_then(Json::as_array).unwrap_or_default().iter();
        let mut within = branches.chain(schema.at(Word::Items)).filter_map(Json::as_object);
        // Closed objects are never kept.
        self.rules.objects == Objects::Kept || within.any(is_or_holds_union)
    }

    /// Keeps references as they are where all definitions are kept.
    pub(super) fn keep_references(&mut self) {
        let defs = self.root.at(Word::Defs).and_then(Json::as_object);
        let Some(defs) = defs.filter(|_| self.rules.refs == Refs::Kept) else { return };
        // A definition may refer to another, or to itself.
        self.keeps_references = true;
        let kept = |body: &Json| self.kept(body.as_object()?, false);
        match defs.values().map(kept).sum::<Option<usize>>() {
            Some(parts) if parts <= MOST_NODES => self.nodes += parts,
            _ => self.keeps_references = false,
        }
    }

    /// The same for what stands under a keyword that is the schema's own.
    fn kept_part(&self, word: Word, value: &Json, top: bool) -> Option<usize> {
        match (word, value) {
            (Word::Properties, Json::Object(properties)) => self.kept_properties(properties, top),
            (Word::AnyOf, Json::Array(branches)) => self.kept_branches(branches),
            (Word::Items | Word::AdditionalProperties, Json::Object(schema)) => self.kept_below(schema),
            (Word::AdditionalProperties, Json::Bool(_)) | (Word::Type | Word::Required | Word::Ref, _) => Some(0),
            (Word::Enum, Json::Array(choices)) => (!self.needs_strings(choices)).then_some(0),
            _ => None,
        }
    }

    /// Whether the dialect takes a keyword with this value.
    fn takes(&self, word: Word, value: &Json) -> bool {
        let rules = self.rules;
        let text = value.as_str().unwrap_or_default();
        rules.takes(word, value)
            && (word != Word::Format || rules.formats.take(text))
            && (word != Word::Pattern || (rules.pattern)(text))
    }

    fn kept_properties(&self, properties: &Object, top: bool) -> Option<usize> {
        let fits = |name: &str| match self.rules.keys {
            Keys::Every(fits) => fits(name),
            Keys::Root(fits) => !top || fits(name),
            Keys::Any => true,
        };
        properties.iter().map(|(name, value)| self.kept_below(value.as_object().filter(|_| fits(name))?)).sum()
    }

    fn kept_below(&self, schema: &Object) -> Option<usize> {
        self.kept(schema, false).filter(|_| self.rules.null != Null::TypeList || !null::stands_in(schema))
    }

    /// Branches of which none would become part of another.
    fn kept_branches(&self, branches: &[Json]) -> Option<usize> {
        if !are_distinct(branches) {
            return None;
        }
        let kept = |branch: &Json| {
            let object = branch.as_object()?;
            let alone = object.len() == 1;
            let is_null = object.at(Word::Type).and_then(Json::as_word) == Some(Word::Null);
            match (alone, is_null) {
                (_, true) => alone.then_some(0),
                (true, _) if object.at(Word::AnyOf).is_some() => None,
                _ => self.kept(object, false),
            }
        };
        branches.iter().map(kept).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::{Enums, FREE, Rules, Words};
    use super::super::Fit;
    use super::*;
    use crate::schema::Place;

    const SCHEMAS: [&str; 22] = [
        r#"{}"#,
        r#"{"description":"d","x-own":1}"#,
        r#"{"type":"string","title":"t","enum":["a",""],"minLength":1}"#,
        r#"{"type":"string","format":"date-time"}"#,
        r#"{"type":"string","format":"odd"}"#,
        r#"{"type":"string","pattern":"^(?=a)"}"#,
        r#"{"type":"integer","exclusiveMinimum":1,"items":{"type":"string"}}"#,
        r#"{"type":"null"}"#,
        r#"{"type":"array"}"#,
        r#"{"type":"array","items":{"type":"array","items":{}},"minItems":1}"#,
        r#"{"type":"array","items":false}"#,
        r#"{"type":"array","enum":[[1]]}"#,
        r#"{"type":"object","items":{"type":"string"}}"#,
        r#"{"type":"object","properties":{"a b":{"type":"number"}},"required":["a b"],"additionalProperties":false}"#,
        r#"{"type":"object","additionalProperties":{"type":"array"}}"#,
        r#"{"type":"object","patternProperties":{"^x":{}},"minProperties":1}"#,
        r#"{"description":"d","anyOf":[{"type":"string"},{"type":"null"}]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"null","title":"t"}]}"#,
        r#"{"anyOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"type":"boolean"}]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"string"}]}"#,
        r#"{"minimum":1,"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
        r#"{"not":{"type":"string"}}"#,
    ];

    #[test]
    fn what_is_kept_is_what_would_be_written() {
        let strict = Rules { annotations: Words::only(&["description"]), keywords: Words::only(&["format"]), ..FREE };
        let all = [
            FREE,
            Rules { items: true, pattern: |text| !text.contains("(?"), ..FREE },
            Rules { keys: Keys::Every(|key| !key.contains(' ')), enums: Enums::Strings, ..FREE },
            Rules { any: Any::Text, null: Null::Nullable, beside_union: false, ..FREE },
            strict,
        ];
        let mut kept = 0;
        for rules in &all {
            for text in SCHEMAS {
                let schema = Json::parse(text).unwrap();
                let object = schema.as_object().unwrap();
                let mut fit = Fit::default();
                let mut lower = Lower::new(&schema, rules, &mut fit);
                if lower.kept(object, false).is_some() {
                    kept += 1;
                    let (written, back) = lower.written(&Place::Root, object, false).unwrap();
                    assert!(Json::Object(written).same_text(&schema), "{text}");
                    assert!(lower.losses.is_empty() && lower.is_same(&back), "{text}");
                }
            }
        }
        assert_eq!(kept, 42, "as many as are made of nothing else");
    }
}
