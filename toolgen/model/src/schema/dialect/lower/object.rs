//! Objects: properties, maps and open objects in, what the dialect takes of them out.

use super::super::back::{Absent, Back, Field};
use super::super::loss::{Refusal, Relation};
use super::super::name::fitting;
use super::super::rules::{Keys, Maps, Null, Objects, Optional};
use super::assertion::words;
use super::{Lower, null};
use crate::json::{Json, Key, Object, Word};
use crate::schema::Place;
use crate::schema::canonical::in_order;
use crate::validate::{describe, is_valid_in};

/// What speaks of properties by name, and cannot once they are called something else.
const BY_NAME: &[&str] = &["propertyNames", "dependentRequired", "dependentSchemas", "if", "allOf", "not"];

/// What an object says about the properties that it does not name.
enum Others {
    /// There are none
    None,
    /// Nothing
    Unsaid,
    /// They may hold anything
    Open,
    /// They hold this
    Typed(Json),
}

impl Lower<'_> {
    pub(super) fn object(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
            if self.needs_strings(choices) {
                return Ok(self.choice(at, choices, schema));
            }
            let mut out = schema.clone();
            out.retain(|key, _| key.is(Word::Type) || key.is(Word::Enum));
            self.assertions(at, schema, &mut out, &[])?;
            return Ok((out, Back::Same));
        }
        if self.rules.objects != Objects::Kept {
            return self.declared(at, schema, top);
        }
        let mut out = Object::from_iter([(Word::Type, "object")]);
        let back = self.object_part(at, schema, &mut out, top)?;
        let renamed = matches!(&back, Back::Object { fields, .. } if fields.iter().any(|f| f.wire != f.name));
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, back))
    }

    /// `properties`, `required`, `patternProperties` and `additionalProperties` as they are.
    pub(super) fn object_part(
        &mut self,
        at: &Place<'_>,
        schema: &Object,
        out: &mut Object,
        top: bool,
    ) -> Result<Back, Refusal> {
        let (properties, fields) = self.properties(at, schema, top)?;
        if schema.contains_key("properties") {
            out.insert(Word::Properties, properties);
        }
        if let Some(required) = schema.get("required").and_then(Json::as_array).filter(|_| top || !bug!(NestedRequired))
        {
            let wire =
                |name: &Json| fields.iter().find(|f| name.as_str() == Some(&f.name)).map(|f| Json::from(&f.wire));
            let renamed = fields.iter().any(|field| field.wire != field.name);
            let sent = |name: &Json| renamed.then(|| wire(name)).flatten().unwrap_or_else(|| name.clone());
            out.insert(Word::Required, required.iter().map(sent).collect::<Vec<Json>>());
        }
        let mut others = schema.get("additionalProperties");
        if let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) {
            let rules = self.rules;
            let taken = |key: &str| rules.keywords.take("patternProperties") && (rules.pattern)(key);
            let (kept, mut gone): (Vec<_>, Vec<_>) = patterns.iter().partition(|(key, _)| taken(key));
            let map: Object = kept.iter().map(|(key, value)| (*key, (*value).clone())).collect();
            match self.map(at, "patternProperties", &Json::Object(map))? {
                Some(Json::Object(map)) if map.is_empty() => {}
                Some(map) => out.insert(Word::PatternProperties, map),
                None => gone.extend(kept),
            }
            if !gone.is_empty() {
                // What the pattern allowed must not fall under the rule for the others.
                let also = if others.take().is_some() { ", and the rule for other properties" } else { "" };
                let gone: Vec<&str> = gone.iter().map(|(key, _)| *key).collect();
                let residual = format!("the rule for properties that match `{}`{also}", gone.join("`, `"));
                self.lose(at, "patternProperties", Relation::Widened, residual);
            }
        }
        let mut rest = Back::Same;
        match others {
            Some(value @ Json::Bool(_)) => out.insert(Word::AdditionalProperties, value.clone()),
            Some(value) => {
                let (value, back) = self.node(&at.key("additionalProperties"), value)?;
                out.insert(Word::AdditionalProperties, value);
                rest = back;
            }
            None => {}
        }
        Ok(Back::object(fields, rest, None))
    }

    /// The properties under the names of the wire.
    fn properties(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Vec<Field>), Refusal> {
        let all = schema.get("properties").and_then(Json::as_object);
        let count = all.map_or(0, Object::len);
        let (mut out, mut fields) = (Object::with_capacity(count), Vec::with_capacity(count));
        // Nearly every property has something to say of its place.
        let below = at.key("properties").pointer();
        let below = Place::Written(&below);
        for (name, value) in all.into_iter().flat_map(Object::entries) {
            let fits = match self.rules.keys {
                Keys::Every(fits) => Some(fits),
                Keys::Root(fits) if top => Some(fits),
                _ => None,
            };
            let wire = match fits {
                Some(fits) if !fits(name) => Key::from(fitting(name, fits)),
                _ => name.clone(),
            };
            let at = &below.key(name);
            if self.rules.objects != Objects::Kept && super::is_never(value) && !requires(schema, name) {
                if self.rules.objects == Objects::Unclosed {
                    self.lose(at, "not", Relation::Widened, "it is never there");
                }
                continue;
            }
            if wire != *name {
                if out.contains_key(&wire) || all.is_some_and(|all| all.contains_key(&wire)) {
                    let message =
                        format!("the property {name:?} cannot be sent as {wire:?}, which is taken; rename one");
                    return Err(Refusal::new("name-collision", &at.pointer(), message));
                }
                self.lose(at, "properties", Relation::Equal, format!("sent as `{wire}`"));
            }
            let (mut lowered, back) = self.node(at, value)?;
            let mut absent = Absent::Left;
            if self.rules.optional == Optional::Null && !requires(schema, name) {
                (lowered, absent) = self.or_absent(at, value, lowered);
            }
            out.insert(wire.clone(), lowered);
            fields.push(Field { wire, name: name.clone(), absent, back });
        }
        Ok((out, fields))
    }

    /// The schema with one more value, which says that an optional property is absent.
    fn or_absent(&mut self, at: &Place<'_>, value: &Json, lowered: Object) -> (Object, Absent) {
        let takes = |marker: &Json| is_valid_in(self.root, value, marker);
        if !takes(&Json::Null) {
            self.lose(at, "required", Relation::Equal, "null says that it is absent");
            let union = |lowered| or(lowered, Json::from([("type", "null")]));
            let style = if self.standard == 0 { self.rules.null } else { Null::Union };
            return (null::admitted(lowered, style).unwrap_or_else(union), Absent::Marked(Json::Null));
        }
        if value.get("default") == Some(&Json::Null) {
            self.lose(at, "required", Relation::Equal, "null says that it is absent, since null is its default");
            return (lowered, Absent::Alike(Json::Null));
        }
        let (empty, text) = (Json::Array(Vec::new()), Json::from("(absent)"));
        if !takes(&empty) {
            self.lose(at, "required", Relation::Equal, "an empty list says that it is absent");
            let item = Json::from([("type", "string")]);
            let list = [("type", Json::from("array")), ("items", item), ("maxItems", Json::from(0))];
            (or(lowered, Json::from(list)), Absent::Marked(empty))
        } else if !takes(&text) {
            self.lose(at, "required", Relation::Equal, "the text `(absent)` says that it is absent");
            let only = [("type", Json::from("string")), ("enum", Json::Array(vec![text.clone()]))];
            (or(lowered, Json::from(only)), Absent::Marked(text))
        } else {
            self.lose(at, "required", Relation::Narrowed, "no value is left to say that it is absent");
            (lowered, Absent::Left)
        }
    }

    /// An object where only what is declared can be sent; all other properties go as pairs.
    fn declared(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let apart = std::mem::take(&mut self.apart);
        let others = self.others(at, schema);
        let empty = schema.get("properties").and_then(Json::as_object).is_none_or(Object::is_empty);
        if empty && !top && !apart && self.rules.maps != Maps::Kept {
            let any = Json::Object(Object::new());
            match &others {
                Others::None if self.rules.objects == Objects::Closed => {}
                Others::None => return self.map_of(at, schema, &any, true),
                Others::Unsaid | Others::Open if self.rules.maps == Maps::Text => {
                    return Ok(self.text(at, schema, true));
                }
                Others::Unsaid | Others::Open => return self.map_of(at, schema, &any, false),
                Others::Typed(value) => return self.map_of(at, schema, value, false),
            }
        }
        let (mut properties, fields) = self.properties(at, schema, top)?;
        let mut pairs = None;
        let more = match others {
            Others::Typed(value) if self.rules.maps == Maps::Kept => {
                let residual = format!("other properties are {}", describe::schema(&value));
                self.lose(at, "additionalProperties", Relation::Widened, residual);
                None
            }
            Others::Typed(value) => Some(value),
            Others::Open if bug!(ClosesOpen) => None,
            Others::Open if self.rules.objects == Objects::Closed => Some(Json::Object(Object::new())),
            Others::Open | Others::Unsaid if empty && apart && self.rules.maps != Maps::Kept => {
                Some(Json::Object(Object::new()))
            }
            Others::Unsaid if self.rules.objects == Objects::Closed => {
                let residual = "it says nothing of other properties, and none can be sent";
                self.lose(at, "additionalProperties", Relation::Equal, residual);
                None
            }
            Others::None if self.rules.objects == Objects::Unclosed => {
                self.lose(at, "additionalProperties", Relation::Widened, words("additionalProperties", &Json::Null));
                None
            }
            _ => None,
        };
        let mut required: Vec<Json> = match self.rules.optional {
            // What must be there comes first.
            Optional::Null => {
                let (must, may): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|f| requires(schema, &f.name));
                must.into_iter().chain(may).map(|field| Json::from(&field.wire)).collect()
            }
            Optional::Kept => {
                fields.iter().filter(|f| requires(schema, &f.name)).map(|f| Json::from(&f.wire)).collect()
            }
        };
        if let Some(value) = more {
            let mut name = "other_properties".to_owned();
            while properties.contains_key(&name) {
                name.push('_');
            }
            let (mut array, back) = self.pairs(at, &value)?;
            array.insert(
                Word::Description,
                "Properties that are not declared, as pairs of `key` and `value`; often none",
            );
            properties.insert(&name, in_order(array));
            self.lose(at, "additionalProperties", Relation::Equal, format!("sent as pairs in `{name}`"));
            required.push(Json::from(&*name));
            pairs = Some((name.into(), Box::new(back)));
        }
        let mut out = Object::from_iter([(Word::Type, "object")]);
        out.insert(Word::Properties, properties);
        if !required.is_empty() || self.rules.optional == Optional::Null {
            out.insert(Word::Required, required);
        }
        if self.rules.objects == Objects::Closed {
            out.insert(Word::AdditionalProperties, false);
        }
        let renamed = fields.iter().any(|field| field.wire != field.name);
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, Back::object(fields, Back::Same, pairs)))
    }

    fn others(&mut self, at: &Place<'_>, schema: &Object) -> Others {
        let additional = schema.get("additionalProperties");
        let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) else {
            return match additional {
                Some(Json::Bool(false)) => Others::None,
                Some(Json::Object(value)) => Others::Typed(Json::Object(value.clone())),
                Some(_) => Others::Open,
                None => Others::Unsaid,
            };
        };
        let keys: Vec<&str> = patterns.keys().collect();
        let residual = format!("the keys match `{}`", keys.join("` or `"));
        self.lose(at, "patternProperties", Relation::Widened, residual);
        let mut values: Vec<Json> = patterns.values().cloned().collect();
        match additional {
            Some(Json::Bool(false)) => {}
            Some(Json::Object(value)) => values.push(Json::Object(value.clone())),
            _ => return Others::Open,
        }
        match <[Json; 1]>::try_from(values) {
            Ok([only]) => Others::Typed(only),
            Err(values) => Others::Typed(Json::from([("anyOf", values)])),
        }
    }

    /// A map, as pairs; an object that holds nothing is a map without any.
    fn map_of(&mut self, at: &Place<'_>, schema: &Object, value: &Json, none: bool) -> Result<(Object, Back), Refusal> {
        let (mut out, back) = self.pairs(at, value)?;
        self.lose(at, "additionalProperties", Relation::Equal, "sent as pairs of `key` and `value`");
        let counts = [("minProperties", "minItems"), ("maxProperties", "maxItems")];
        for (count, items) in counts.into_iter().filter(|(_, items)| self.rules.keywords.take(*items)) {
            if let Some(count) = schema.get(count).filter(|count| (self.rules.value)(items, count)) {
                out.insert(items, count.clone());
            }
        }
        if none {
            out.insert(Word::MaxItems, 0);
        }
        let mut rest = schema.clone();
        rest.retain(|key, _| !counts.iter().any(|(count, items)| *key == **count && out.contains_key(items)));
        self.assertions(at, &rest, &mut out, &["propertyNames", "minProperties", "maxProperties"])?;
        Ok((out, Back::Pairs(Box::new(back))))
    }

    /// A list of pairs of a key and a value.
    fn pairs(&mut self, at: &Place<'_>, value: &Json) -> Result<(Object, Back), Refusal> {
        let (value, back) = self.node(&at.key("additionalProperties"), value)?;
        let key = Json::from([("type", "string")]);
        let mut pair = Object::from_iter([(Word::Type, "object")]);
        pair.insert(Word::Properties, Json::from([("key", key), ("value", Json::Object(value))]));
        pair.insert(Word::Required, vec!["key", "value"]);
        if self.rules.objects == Objects::Closed {
            pair.insert(Word::AdditionalProperties, false);
        }
        let mut out = Object::from_iter([(Word::Type, "array")]);
        out.insert(Word::Items, pair);
        Ok((out, back))
    }
}

fn requires(schema: &Object, name: &str) -> bool {
    let required = schema.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
    required.iter().any(|other| other.as_str() == Some(name))
}

/// The schema, or the other; what it says about itself goes to the outside.
fn or(schema: Object, other: Json) -> Object {
    let (mut inner, mut outer) = (schema, Object::new());
    for key in ["title", "description"] {
        if let Some(text) = inner.remove(key) {
            outer.insert(key, text);
        }
    }
    let branches = match inner.get("anyOf") {
        Some(Json::Array(branches)) if inner.len() == 1 => branches.iter().cloned().chain([other]).collect(),
        _ => vec![Json::Object(inner), other],
    };
    outer.insert(Word::AnyOf, Json::Array(branches));
    outer
}
