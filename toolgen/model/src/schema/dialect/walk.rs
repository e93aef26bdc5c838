//! The walk over a canonical schema by position: each schema in it goes through a function, outermost first.

use std::collections::HashMap;

use crate::json::{Json, Object, Text, Word, WordSet};
use crate::schema::Place;
use crate::schema::canonical::HOLDING;

/// The keywords under which schemas stand by name.
const MAPS: WordSet = WordSet::of(&[Word::Properties, Word::PatternProperties, Word::DependentSchemas, Word::Defs]);

/// The keywords under which schemas stand, in any form.
pub(super) const HELD: WordSet = HOLDING.and(WordSet::of(&[Word::Definitions]));

/// Rewrites every schema in place.
pub(super) fn rewrite(schema: &mut Json, change: &mut impl FnMut(&mut Object)) {
    let Json::Object(object) = schema else { return };
    change(object);
    if !object.words().meets(HOLDING) {
        return;
    }
    for (key, value) in object.entries_mut() {
        let Some(word) = key.word() else { continue };
        match (word, value) {
            (Word::Properties | Word::PatternProperties | Word::DependentSchemas | Word::Defs, Json::Object(map)) => {
                map.iter_mut().for_each(|(_, schema)| rewrite(schema, change));
            }
            (Word::AllOf | Word::AnyOf | Word::OneOf | Word::PrefixItems, Json::Array(items)) => {
                items.iter_mut().for_each(|schema| rewrite(schema, change));
            }
            (
                Word::Items
                | Word::AdditionalProperties
                | Word::PropertyNames
                | Word::Contains
                | Word::Not
                | Word::If
                | Word::Then
                | Word::Else
                | Word::UnevaluatedItems
                | Word::UnevaluatedProperties,
                schema @ Json::Object(_),
            ) => rewrite(schema, change),
            _ => {}
        }
    }
}

/// Replaces schemas, outermost first; what `change` and nothing below it replaces stays shared, and what is `shared` is
/// looked at once.
pub(super) struct Replacing<F> {
    change: F,
    /// The keywords below which it looks
    within: WordSet,
    /// What became of a schema, by its identity, where parts stand in several places
    known: Option<HashMap<usize, Option<Object>>>,
}

impl<F: Fn(&Object) -> Option<Object>> Replacing<F> {
    pub(super) fn new(within: WordSet, shared: bool, change: F) -> Replacing<F> {
        Replacing { change, within, known: shared.then(HashMap::new) }
    }

    /// What the schema becomes, unless it stays.
    pub(super) fn replaced(&mut self, schema: &Object) -> Option<Object> {
        if !schema.words().meets(self.within) {
            return (self.change)(schema);
        }
        if let Some(known) = self.known.as_ref().and_then(|known| known.get(&schema.identity())) {
            return known.clone();
        }
        let mut made = (self.change)(schema);
        for (word, value) in self.below(made.as_ref().unwrap_or(schema)) {
            made.get_or_insert_with(|| schema.clone()).insert(word, value);
        }
        if let Some(known) = &mut self.known {
            known.insert(schema.identity(), made.clone());
        }
        made
    }

    /// The keywords below which something is replaced, with what they become.
    fn below(&mut self, schema: &Object) -> Vec<(Word, Json)> {
        let mut out = Vec::new();
        for (key, value) in schema.entries() {
            let Some(word) = key.word().filter(|word| self.within.has(*word)) else { continue };
            let made = match value {
                Json::Object(map) if MAPS.has(word) => {
                    let make = |(key, value): (&Text, &Json)| Some((key.clone(), self.value(value)?));
                    let stay = |(key, value): (&Text, &Json)| (key.clone(), value.clone());
                    some_replaced(map.entries(), make, stay).map(|all| Json::Object(Object::of_distinct(all)))
                }
                Json::Array(items) => {
                    some_replaced(items.iter(), |item| self.value(item), Json::clone).map(Json::Array)
                }
                value => self.value(value),
            };
            out.extend(made.map(|made| (word, made)));
        }
        out
    }

    fn value(&mut self, value: &Json) -> Option<Json> {
        self.replaced(value.as_object()?).map(Json::Object)
    }
}

/// All of them, if one is replaced.
fn some_replaced<T: Copy, M>(
    all: impl Iterator<Item = T> + Clone,
    mut make: impl FnMut(T) -> Option<M>,
    stay: impl Fn(T) -> M,
) -> Option<Vec<M>> {
    let mut rest = all.clone().enumerate();
    let (at, first) = rest.find_map(|(at, item)| Some((at, make(item)?)))?;
    let mut out: Vec<M> = all.take(at).map(&stay).chain([first]).collect();
    out.extend(rest.map(|(_, item)| make(item).unwrap_or_else(|| stay(item))));
    Some(out)
}

/// Visits every schema of any form, booleans too; `see` gets the place, the nesting of values, and the schema.
pub(super) fn visit(schema: &Json, see: &mut impl FnMut(&Place<'_>, usize, &Json)) {
    visit_at(&Place::Root, 1, schema, see);
}

fn visit_at(at: &Place<'_>, level: usize, schema: &Json, see: &mut impl FnMut(&Place<'_>, usize, &Json)) {
    see(at, level, schema);
    if let Some(schema) = schema.as_object() {
        children(at, level, schema, &mut |at, level, schema| visit_at(at, level, schema, see));
    }
}

/// The schemas that stand directly in a schema of any form, with their places and the nesting of values.
pub(super) fn children(at: &Place<'_>, level: usize, schema: &Object, each: &mut impl FnMut(&Place<'_>, usize, &Json)) {
    for (key, value) in schema.entries() {
        let Some(word) = key.word().filter(|word| HELD.has(*word)) else { continue };
        let below = at.key(key);
        let level_below = match word {
            Word::Defs | Word::Definitions => 1,
            Word::AllOf | Word::AnyOf | Word::OneOf => level,
            Word::Not | Word::If | Word::Then | Word::Else | Word::PropertyNames => level,
            _ => level + 1,
        };
        match (word, value) {
            (
                Word::Properties | Word::PatternProperties | Word::DependentSchemas | Word::Defs | Word::Definitions,
                Json::Object(map),
            ) => map.entries().for_each(|(name, value)| each(&below.key(name), level_below, value)),
            (Word::AllOf | Word::AnyOf | Word::OneOf | Word::PrefixItems | Word::Items, Json::Array(items)) => {
                items.iter().enumerate().for_each(|(n, value)| each(&below.item(n), level_below, value));
            }
            (
                Word::Not | Word::If | Word::Then | Word::Else | Word::PropertyNames | Word::Items | Word::Contains,
                value,
            ) => each(&below, level_below, value),
            (
                Word::AdditionalProperties | Word::UnevaluatedItems | Word::UnevaluatedProperties,
                value @ Json::Object(_),
            ) => each(&below, level_below, value),
            _ => {}
        }
    }
}

/// Whether a reference leads back to where it stands in.
pub(super) fn is_recursive(schema: &Json) -> bool {
    fn targets(schema: &Json) -> Vec<String> {
        let mut found = Vec::new();
        visit(schema, &mut |_, _, node| {
            found.extend(
                node.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#')).map(str::to_owned),
            );
        });
        found
    }
    let all = targets(schema);
    let mut reached: Vec<(String, Vec<String>)> = Vec::new();
    for start in all {
        if reached.iter().any(|(known, _)| *known == start) {
            continue;
        }
        let direct =
            schema.pointer(&start).map(|target| if start.is_empty() { vec![start.clone()] } else { targets(target) });
        reached.push((start, direct.unwrap_or_default()));
    }
    // A target that reaches itself over any number of steps.
    reached.iter().any(|(start, direct)| {
        let mut seen: Vec<&str> = Vec::new();
        let mut open: Vec<&str> = direct.iter().map(String::as_str).collect();
        while let Some(at) = open.pop() {
            if at == start || at.is_empty() {
                return true;
            }
            if !seen.contains(&at) {
                seen.push(at);
                if let Some((_, next)) = reached.iter().find(|(name, _)| name == at) {
                    open.extend(next.iter().map(String::as_str));
                }
            }
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_replaces_stays_shared_and_what_is_shared_is_looked_at_once() {
        let json = |text: &str| Json::parse(text).unwrap();
        let part = json(r#"{"type":"object","properties":{"n":{"type":"null"}}}"#);
        let plain = json(r#"{"type":"array","items":{"type":"string"}}"#);
        let properties = Json::from([("a", part.clone()), ("b", part), ("c", plain.clone()), ("null", json("7"))]);
        let root = Json::from([("properties", properties), ("default", json(r#"{"type":"null"}"#))]);
        let seen = std::cell::Cell::new(0);
        let change = |node: &Object| {
            seen.set(seen.get() + 1);
            let is_null = node.at(Word::Type).and_then(Json::as_str) == Some("null");
            is_null.then(|| Object::from_iter([("enum", Json::Array(vec![Json::Null]))]))
        };
        let made = Replacing::new(HOLDING, true, change).replaced(root.as_object().unwrap()).unwrap();
        let part = r#"{"type":"object","properties":{"n":{"enum":[null]}}}"#;
        let plain_text = plain.to_string();
        let whole = format!(
            r#"{{"properties":{{"a":{part},"b":{part},"c":{plain_text},"null":7}},"default":{{"type":"null"}}}}"#
        );
        assert_eq!(Json::Object(made.clone()).to_string(), whole);
        assert_eq!(seen.get(), 5, "the root, one of the two parts and what it holds, the list and its items");
        let kept = Json::Object(made);
        let kept = kept.pointer("/properties/c").and_then(Json::as_object).unwrap();
        assert_eq!(kept.identity(), plain.as_object().unwrap().identity());
    }
}
