//! The walk over a canonical schema by position: each schema in it goes through a function, outermost first.

use crate::json::{Json, Object, Word, WordSet};
use crate::schema::Place;

/// Keywords under which schemas stand.
const HOLDING: WordSet = WordSet::named(&[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "allOf",
    "anyOf",
    "oneOf",
    "prefixItems",
    "items",
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
]);

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

/// Visits every schema of any form, booleans too; `see` gets the place, the nesting of values, and the schema.
pub(super) fn visit(schema: &Json, see: &mut impl FnMut(&Place<'_>, usize, &Json)) {
    visit_at(&Place::Root, 1, schema, see);
}

fn visit_at(at: &Place<'_>, level: usize, schema: &Json, see: &mut impl FnMut(&Place<'_>, usize, &Json)) {
    see(at, level, schema);
    for (key, value) in schema.as_object().into_iter().flat_map(Object::entries) {
        let Some(word) = key.word() else { continue };
        let below = at.key(key);
        match (word, value) {
            (Word::Properties | Word::PatternProperties | Word::DependentSchemas, Json::Object(map)) => {
                map.iter().for_each(|(name, value)| visit_at(&below.key(name), level + 1, value, see));
            }
            (Word::Defs | Word::Definitions, Json::Object(map)) => {
                map.iter().for_each(|(name, value)| visit_at(&below.key(name), 1, value, see));
            }
            (Word::AllOf | Word::AnyOf | Word::OneOf, Json::Array(items)) => {
                items.iter().enumerate().for_each(|(n, value)| visit_at(&below.item(n), level, value, see));
            }
            (Word::PrefixItems | Word::Items, Json::Array(items)) => {
                items.iter().enumerate().for_each(|(n, value)| visit_at(&below.item(n), level + 1, value, see));
            }
            (Word::Not | Word::If | Word::Then | Word::Else | Word::PropertyNames, value) => {
                visit_at(&below, level, value, see)
            }
            (Word::Items | Word::Contains, value) => visit_at(&below, level + 1, value, see),
            (
                Word::AdditionalProperties | Word::UnevaluatedItems | Word::UnevaluatedProperties,
                value @ Json::Object(_),
            ) => {
                visit_at(&below, level + 1, value, see);
            }
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
