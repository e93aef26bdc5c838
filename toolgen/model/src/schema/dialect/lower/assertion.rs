//! Assertions: the keywords of a schema that have no form of their own in, those that the dialect takes
//! out; each of the others is a loss in words.

use super::super::loss::{Refusal, Relation};
use super::Lower;
use crate::json::{Json, Object, Text, Word, WordSet};
use crate::schema::Place;
use crate::schema::canonical::annotates;
use crate::validate::{describe, is_known_format};

/// Keywords that have rules of their own.
const STRUCTURE: WordSet = WordSet::of(&[
    Word::Ref,
    Word::Defs,
    Word::Type,
    Word::Enum,
    Word::Properties,
    Word::PatternProperties,
    Word::AdditionalProperties,
    Word::Required,
    Word::Items,
    Word::PrefixItems,
    Word::AnyOf,
    Word::OneOf,
    Word::Then,
    Word::Else,
]);

impl Lower<'_> {
    /// Copies annotations and assertions into `out`; `without` are lost in any case.
    pub(super) fn assertions(
        &mut self,
        at: &Place<'_>,
        schema: &Object,
        out: &mut Object,
        without: &[&str],
    ) -> Result<(), Refusal> {
        let before = self.losses.len();
        let mut watchers = Vec::new();
        let structural = |key: &Text| key.word().is_some_and(|word| STRUCTURE.has(word));
        for (key, value) in schema.entries().filter(|(key, _)| !structural(key)) {
            if annotates(key) {
                if self.rules.annotations.take_key(key) && !out.contains_key(key) {
                    out.insert(key, value.clone());
                }
            } else if without.contains(&key.as_str()) {
                self.lose(at, key, Relation::Widened, words(key, value));
            } else if key.starts_with("unevaluated") {
                watchers.push((key, value));
            } else {
                self.assertion(at, key, value, schema, out)?;
            }
        }
        for (key, value) in watchers {
            // They see what the others looked at, so they go when any of it went.
            // Items that every array has leave none for others.
            let looked_at = self.rules.items && key.is(Word::UnevaluatedItems);
            let intact = self.losses.len() == before && self.rules.keywords.take_key(key) && !looked_at;
            match intact.then(|| self.guarded(at, key, value)).transpose()?.flatten() {
                Some(value) => out.insert(key, value),
                None => self.lose(at, key, Relation::Widened, words(key, value)),
            }
        }
        Ok(())
    }

    fn assertion(
        &mut self,
        at: &Place<'_>,
        key: &Text,
        value: &Json,
        schema: &Object,
        out: &mut Object,
    ) -> Result<(), Refusal> {
        let rules = self.rules;
        let taken = key.word().map_or_else(|| rules.keywords.take_key(key), |word| rules.takes(word, value));
        let text = value.as_str().unwrap_or_default();
        let kept: Option<Json> = match key.as_str() {
            "format" => {
                let taken = taken && rules.formats.take(text);
                if !taken && !is_known_format(text) {
                    // Nobody asserts it.
                    return Ok(());
                }
                taken.then(|| value.clone())
            }
            "pattern" => (taken && (rules.pattern)(text)).then(|| value.clone()),
            "if" => return self.condition(at, schema, taken, out),
            "not" => self.when(taken, |lower| lower.guarded(at, key, value))?,
            "contains" if schema.has(Word::MaxContains) => self.when(taken, |lower| lower.guarded(at, key, value))?,
            "contains" | "propertyNames" => self.when(taken, |lower| lower.inside(at, key, value))?,
            "allOf" => self.when(taken, |lower| lower.list(at, key, value))?,
            "dependentSchemas" => self.when(taken, |lower| lower.map(at, key, value))?,
            "minContains" | "maxContains" if !out.has(Word::Contains) && schema.has(Word::Contains) => None,
            _ => taken.then(|| value.clone()),
        };
        match kept {
            Some(value) => out.insert(key, value),
            None => {
                self.lose(at, key, Relation::Widened, words(key, value));
                let loose = match key.word() {
                    Some(Word::ExclusiveMinimum) => Word::Minimum,
                    Some(Word::ExclusiveMaximum) => Word::Maximum,
                    _ => return Ok(()),
                };
                // The inclusive bound is the nearest that can be said.
                if rules.takes(loose, value) && !schema.has(loose) {
                    out.insert(loose, value.clone());
                }
            }
        }
        Ok(())
    }

    fn when<T>(
        &mut self,
        taken: bool,
        make: impl FnOnce(&mut Self) -> Result<Option<T>, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        if taken { make(self) } else { Ok(None) }
    }

    /// `if`, `then` and `else` go together; a condition must stay exactly what it was.
    fn condition(&mut self, at: &Place<'_>, schema: &Object, taken: bool, out: &mut Object) -> Result<(), Refusal> {
        let mut parts = Vec::new();
        for key in ["if", "then", "else"] {
            let Some(value) = schema.get(key) else { continue };
            let part = self.when(taken, |lower| {
                if key == "if" { lower.guarded(at, key, value) } else { lower.inside(at, key, value) }
            })?;
            let Some(part) = part else {
                self.lose(at, Word::If, Relation::Widened, words("if", value));
                return Ok(());
            };
            parts.push((key, part));
        }
        parts.into_iter().for_each(|(key, part)| out.insert(key, part));
        Ok(())
    }

    /// A schema for the same value or one in it, where there is no way back.
    pub(super) fn inside(&mut self, at: &Place<'_>, key: &str, value: &Json) -> Result<Option<Json>, Refusal> {
        if value.as_bool().is_some() {
            return Ok(Some(value.clone()));
        }
        // What stands there may be left out, however deep it is.
        let depth = std::mem::take(&mut self.depth);
        let (schema, back) = self.placed(&at.key(key), value)?;
        self.depth = depth;
        Ok(self.is_same(&back).then_some(Json::Object(schema)))
    }

    /// The same where nothing may be lost.
    pub(super) fn guarded(&mut self, at: &Place<'_>, key: &str, value: &Json) -> Result<Option<Json>, Refusal> {
        let before = self.losses.len();
        let kept = self.inside(at, key, value)?;
        let lost = self.losses.len() > before;
        self.forget(before);
        Ok(kept.filter(|_| !lost))
    }

    fn list(&mut self, at: &Place<'_>, key: &str, value: &Json) -> Result<Option<Json>, Refusal> {
        let at = &at.key(key);
        let mut items = Vec::new();
        for (n, item) in value.as_array().unwrap_or_default().iter().enumerate() {
            let Some(item) = self.inside(at, &n.to_string(), item)? else { return Ok(None) };
            items.push(item);
        }
        Ok(Some(Json::Array(items)))
    }

    pub(super) fn map(&mut self, at: &Place<'_>, key: &str, value: &Json) -> Result<Option<Json>, Refusal> {
        let at = &at.key(key);
        let mut map = Object::new();
        for (name, item) in value.as_object().into_iter().flat_map(Object::iter) {
            let Some(item) = self.inside(at, name, item)? else { return Ok(None) };
            map.insert(name, item);
        }
        Ok(Some(Json::Object(map)))
    }
}

/// What a keyword asks, in words for a model.
pub(super) fn words(key: &str, value: &Json) -> String {
    let schema = || describe::schema(value);
    match key {
        "minLength" => format!("at least {value} characters"),
        "maxLength" => format!("at most {value} characters"),
        "pattern" => format!("the text matches `{}`", value.as_str().unwrap_or_default()),
        "format" => format!("format {}", value.as_str().unwrap_or_default()),
        "minimum" => format!("at least {value}"),
        "maximum" => format!("at most {value}"),
        "exclusiveMinimum" => format!("more than {value}"),
        "exclusiveMaximum" => format!("less than {value}"),
        "multipleOf" => format!("a multiple of {value}"),
        "minItems" => format!("at least {value} items"),
        "maxItems" => format!("at most {value} items"),
        "uniqueItems" => "no two items are equal".to_owned(),
        "minProperties" => format!("at least {value} properties"),
        "maxProperties" => format!("at most {value} properties"),
        "contains" => format!("one of the items is {}", schema()),
        "propertyNames" => format!("the names of properties are {}", schema()),
        "not" => format!("not {}", schema()),
        "if" => "a rule that depends on other values".to_owned(),
        "allOf" | "anyOf" | "oneOf" => {
            let shapes: Vec<String> = value.as_array().unwrap_or_default().iter().map(describe::schema).collect();
            let how = match key {
                "allOf" => "all of",
                "anyOf" => "one of",
                _ => "exactly one of",
            };
            format!("{how}: {}", shapes.join("; "))
        }
        "dependentRequired" => {
            let rules = value.as_object().into_iter().flat_map(Object::iter);
            let rules: Vec<String> = rules.map(|(name, needed)| format!("`{name}` needs {needed}")).collect();
            rules.join("; ")
        }
        "additionalProperties" => "no other properties".to_owned(),
        _ => format!("{key}: {}", describe::clip(&value.to_string())),
    }
}
