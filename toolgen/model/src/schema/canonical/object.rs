//! Keywords of objects: an object of them in, with `properties` and `required` that belong together out.

use std::collections::HashMap;

use super::Fault;
use super::array::{forbid, is_any};
use super::conjoin::{conjoin, is_never_json};
use super::document::Document;
use super::order::order;
use super::settle::{never, settle as settle_schema};
use super::types::named;
use crate::json::{Json, Object, Word, WordSet};
use crate::pattern::Pattern;

/// Brings the keywords of an object into canonical form.
pub(super) fn settle(schema: &mut Object, words: WordSet, unevaluated: bool, stirred: &mut bool) {
    for word in [Word::AdditionalProperties, Word::UnevaluatedProperties] {
        forbid(schema, words, word);
    }
    let in_order = !words.has(Word::Required) || requires_in_order(schema);
    if !unevaluated {
        if words.has(Word::AdditionalProperties) {
            open(schema);
        }
        if words.has(Word::PropertyNames) && is_any(schema.at(Word::PropertyNames)) {
            schema.take(Word::PropertyNames);
        }
        if words.has(Word::PatternProperties)
            && schema.at(Word::AdditionalProperties).is_none_or(|rest| rest.as_bool() == Some(true))
            && let Some(patterns) = schema.at_mut(Word::PatternProperties).and_then(Json::as_object_mut)
        {
            patterns.retain(|_, value| !is_any(Some(value)));
        }
        if !in_order {
            *stirred |= define_required(schema);
        }
        drop_forbidden(schema, words);
    }
    for word in [Word::PatternProperties, Word::DependentRequired, Word::DependentSchemas] {
        if words.has(word) && is_any(schema.at(word)) {
            schema.take(word);
        }
    }
    if !in_order {
        order_required(schema);
    }
}

/// Whether what is required is defined, and stands in the order of the properties.
fn requires_in_order(schema: &Object) -> bool {
    let names = schema.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
    let mut keys = schema.at(Word::Properties).and_then(Json::as_object).into_iter().flat_map(Object::keys);
    !names.is_empty() && names.iter().all(|name| keys.any(|key| Some(key) == name.as_str()))
}

/// An object that was opened in so many words says so: strict dialects close one that says nothing.
fn open(schema: &mut Object) {
    let is_true = schema.at(Word::AdditionalProperties).and_then(Json::as_bool) == Some(true);
    if !is_true && !is_any(schema.at(Word::AdditionalProperties)) {
        return;
    }
    let is_object = match schema.at(Word::Type) {
        Some(Json::String(name)) => name.is(Word::Object),
        Some(Json::Array(names)) => names.iter().any(|name| named(name) == Some(Word::Object)),
        _ => false,
    };
    if !is_object {
        schema.take(Word::AdditionalProperties);
    } else if !is_true {
        schema.insert(Word::AdditionalProperties, true);
    }
}

/// What is required gets a schema: the one under which it was judged without one. Returns whether any got one.
fn define_required(schema: &mut Object) -> bool {
    let Some(names) = schema.at(Word::Required).and_then(Json::as_array) else { return false };
    let properties = schema.at(Word::Properties).and_then(Json::as_object);
    let is_defined = |name: &&str| properties.is_some_and(|all| all.contains_key(name));
    let missing: Vec<String> =
        names.iter().filter_map(Json::as_str).filter(|name| !is_defined(name)).map(str::to_owned).collect();
    if missing.is_empty() {
        return false;
    }
    let additional = match schema.at(Word::AdditionalProperties) {
        None | Some(Json::Bool(true)) => Object::new(),
        Some(Json::Object(additional)) => additional.clone(),
        Some(_) => never(),
    };
    let mut fresh = Vec::new();
    for name in missing {
        match matches_a_pattern(schema, &name) {
            // What a pattern speaks about is no additional property.
            Some(true) => fresh.push((name, Object::new())),
            Some(false) => fresh.push((name, additional.clone())),
            None => {}
        }
    }
    if fresh.is_empty() {
        return false;
    }
    if !schema.has(Word::Properties) {
        schema.insert(Word::Properties, Object::new());
    }
    if let Some(properties) = schema.at_mut(Word::Properties).and_then(Json::as_object_mut) {
        for (name, fresh) in fresh {
            properties.insert(name, fresh);
        }
    }
    true
}

/// Whether a name matches one of the `patternProperties`; `None` when that cannot be decided here.
fn matches_a_pattern(schema: &Object, name: &str) -> Option<bool> {
    let Some(patterns) = schema.at(Word::PatternProperties).and_then(Json::as_object) else { return Some(false) };
    let mut found = false;
    for expression in patterns.keys() {
        found |= Pattern::compile(expression).ok()?.is_match(name);
    }
    Some(found)
}

/// A property that nothing fits is the same as none, where no other properties may come.
fn drop_forbidden(schema: &mut Object, words: WordSet) {
    if !words.has(Word::AdditionalProperties)
        || words.has(Word::PatternProperties) && schema.has(Word::PatternProperties)
    {
        return;
    }
    let closed = schema.at(Word::AdditionalProperties).and_then(Json::as_bool) == Some(false);
    let properties = schema.at(Word::Properties).and_then(Json::as_object);
    if !closed || !properties.is_some_and(|all| all.values().any(is_never_json)) {
        return;
    }
    let required = texts(schema.at(Word::Required));
    if let Some(properties) = schema.at_mut(Word::Properties).and_then(Json::as_object_mut) {
        properties.retain(|name, value| !is_never_json(value) || required.iter().any(|other| *name == **other));
    }
}

fn order_required(schema: &mut Object) {
    let Some(Json::Array(mut names)) = schema.take(Word::Required) else { return };
    names.retain(|name| name.as_str().is_some());
    if names.is_empty() {
        return;
    }
    if names.len() > 1
        && let Some(properties) = schema.at(Word::Properties).and_then(Json::as_object)
    {
        let places: HashMap<&str, usize> = properties.keys().zip(0..).collect();
        names.sort_by_cached_key(|name| name.as_str().and_then(|name| places.get(name).copied()).unwrap_or(usize::MAX));
    }
    schema.insert(Word::Required, Json::Array(names));
}

fn texts(value: Option<&Json>) -> Vec<String> {
    value.and_then(Json::as_array).into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// The root of the arguments: an object with explicit properties.
pub(super) fn root(schema: Object, document: &Document, stirred: &mut bool) -> Result<Object, Fault> {
    let is_object = |schema: &Object| schema.at(Word::Type).and_then(Json::as_str) == Some("object");
    let mut merged = if is_object(&schema) {
        schema
    } else {
        *stirred = true;
        let object = Object::from_iter([(Word::Type, "object")]);
        let mut settled = |schema: Object| {
            let words = schema.words();
            settle_schema(schema, words, Vec::new(), document.unevaluated, stirred)
        };
        match conjoin(&object, &schema, document.unevaluated) {
            Some(merged) => settled(merged),
            None if !schema.has(Word::Type) => {
                let mut schema = schema;
                schema.insert(Word::Type, "object");
                settled(schema)
            }
            None => schema,
        }
    };
    if !is_object(&merged) {
        let help = "wrap it: `{\"type\": \"object\", \"properties\": {\"value\": …}, \"required\": [\"value\"]}`";
        return Err(Fault::new("", "the arguments of a tool are an object, and this schema accepts none", help));
    }
    if !merged.has(Word::Properties) {
        merged.insert(Word::Properties, Object::new());
    }
    Ok(order(merged))
}
