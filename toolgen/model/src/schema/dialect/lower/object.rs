//! Objects: properties, maps and open objects in, what the dialect takes of them out.

use super::super::back::{Back, Field};
use super::super::loss::{Refusal, Relation};
use super::super::name::fitting;
use super::super::rules::{Keys, Objects, Optional};
use super::Lower;
use super::assertion::words;
use crate::json::{Json, Object, push_pointer};
use crate::validate::is_valid_in;

/// What speaks of properties by name, and cannot once they are called something else.
const BY_NAME: &[&str] = &["propertyNames", "dependentRequired", "dependentSchemas", "if", "allOf", "not"];

/// What an object says about the properties that it does not name.
enum Others {
    /// There are none
    None,
    /// They may hold anything
    Open,
    /// They hold this
    Typed(Json),
}

impl Lower<'_> {
    pub(super) fn object(&mut self, at: &str, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
            if self.needs_strings(choices) {
                return Ok(self.choice(at, choices, schema));
            }
            let mut out = schema.clone();
            out.retain(|key, _| matches!(key, "type" | "enum"));
            self.assertions(at, schema, &mut out, &[])?;
            return Ok((out, Back::Same));
        }
        if self.rules.objects != Objects::Kept {
            return self.declared(at, schema, top);
        }
        let mut out = Object::from_iter([("type", "object")]);
        let back = self.object_part(at, schema, &mut out, top)?;
        let renamed = matches!(&back, Back::Object { fields, .. } if fields.iter().any(|f| f.wire != f.name));
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, back))
    }

    /// `properties`, `required`, `patternProperties` and `additionalProperties` as they are.
    pub(super) fn object_part(
        &mut self,
        at: &str,
        schema: &Object,
        out: &mut Object,
        top: bool,
    ) -> Result<Back, Refusal> {
        let (properties, fields) = self.properties(at, schema, top)?;
        if schema.contains_key("properties") {
            out.insert("properties", properties);
        }
        if let Some(required) = schema.get("required").and_then(Json::as_array) {
            let wire = |name: &Json| fields.iter().find(|f| name.as_str() == Some(&f.name)).map(|f| f.wire.clone());
            let names: Vec<Json> = required.iter().map(|n| wire(n).map_or_else(|| n.clone(), Json::from)).collect();
            out.insert("required", names);
        }
        let mut others = schema.get("additionalProperties").cloned();
        if let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) {
            let rules = self.rules;
            let taken = |key: &str| rules.keywords.take("patternProperties") && (rules.pattern)(key);
            let (kept, gone): (Vec<_>, Vec<_>) = patterns.iter().partition(|(key, _)| taken(key));
            let kept: Object = kept.into_iter().map(|(key, value)| (key, value.clone())).collect();
            if let Some(map) = self.map(at, "patternProperties", &Json::Object(kept))?
                && map.as_object().is_some_and(|map| !map.is_empty())
            {
                out.insert("patternProperties", map);
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
            Some(value @ Json::Bool(_)) => out.insert("additionalProperties", value),
            Some(value) => {
                let (value, back) = self.node(&push_pointer(at, "additionalProperties"), &value)?;
                out.insert("additionalProperties", value);
                rest = back;
            }
            None => {}
        }
        Ok(Back::Object { fields, rest: Box::new(rest), pairs: None })
    }

    /// The properties under the names of the wire.
    fn properties(&mut self, at: &str, schema: &Object, top: bool) -> Result<(Object, Vec<Field>), Refusal> {
        let (mut out, mut fields) = (Object::new(), Vec::new());
        let all = schema.get("properties").and_then(Json::as_object);
        let below = push_pointer(at, "properties");
        for (name, value) in all.into_iter().flat_map(Object::iter) {
            let fits = match self.rules.keys {
                Keys::Every(fits) => Some(fits),
                Keys::Root(fits) if top => Some(fits),
                _ => None,
            };
            let wire = fits.map_or_else(|| name.to_owned(), |fits| fitting(name, fits));
            let at = push_pointer(&below, name);
            let required = requires(schema, name);
            if super::is_never(value) && self.rules.objects != Objects::Kept && !required {
                continue;
            }
            if wire != name {
                if out.contains_key(&wire) || all.is_some_and(|all| all.contains_key(&wire)) {
                    let message =
                        format!("the property {name:?} cannot be sent as {wire:?}, which is taken; rename one");
                    return Err(Refusal::new("name-collision", &at, message));
                }
                self.lose(&at, "properties", Relation::Equal, format!("sent as `{wire}`"));
            }
            let (mut lowered, back) = self.node(&at, value)?;
            let mut null_is_absent = false;
            if self.rules.optional == Optional::Null && !required {
                null_is_absent = true;
                if is_valid_in(self.root, value, &Json::Null) {
                    self.lose(
                        &at,
                        "type",
                        Relation::Narrowed,
                        "null says that it is absent, and cannot be sent itself",
                    );
                } else {
                    lowered = or_null(lowered);
                }
                self.lose(&at, "required", Relation::Equal, "null says that it is absent");
            }
            out.insert(wire.clone(), lowered);
            fields.push(Field { wire, name: name.to_owned(), null_is_absent, back });
        }
        Ok((out, fields))
    }

    /// An object where only what is declared can be sent; maps go as pairs, open objects as text.
    fn declared(&mut self, at: &str, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let others = self.others(at, schema);
        let empty = schema.get("properties").and_then(Json::as_object).is_none_or(Object::is_empty);
        if empty && !top {
            match &others {
                Others::Open => return Ok(self.text(at, schema, true)),
                Others::None if self.rules.objects == Objects::Unclosed => return Ok(self.text(at, schema, true)),
                Others::Typed(value) => {
                    let (items, back) = self.pair(at, value)?;
                    self.lose(at, "additionalProperties", Relation::Equal, "sent as pairs of `key` and `value`");
                    let mut out = Object::from_iter([("type", "array")]);
                    out.insert("items", items);
                    self.assertions(at, schema, &mut out, &["propertyNames", "minProperties", "maxProperties"])?;
                    return Ok((out, Back::Pairs(Box::new(back))));
                }
                Others::None => {}
            }
        }
        let (mut properties, fields) = self.properties(at, schema, top)?;
        let mut pairs = None;
        match others {
            Others::Typed(value) => {
                let mut name = "other_properties".to_owned();
                while properties.contains_key(&name) {
                    name.push('_');
                }
                let (items, back) = self.pair(at, &value)?;
                let mut array = Object::from_iter([("type", "array")]);
                array.insert("description", "Further properties, as pairs of `key` and `value`");
                array.insert("items", items);
                properties.insert(name.clone(), array);
                self.lose(at, "additionalProperties", Relation::Equal, format!("sent as pairs in `{name}`"));
                pairs = Some((name, Box::new(back)));
            }
            Others::Open if self.rules.objects == Objects::Closed => {
                let residual = "properties that are not declared cannot be sent";
                self.lose(at, "additionalProperties", Relation::Narrowed, residual);
            }
            Others::None if self.rules.objects == Objects::Unclosed => {
                self.lose(at, "additionalProperties", Relation::Widened, words("additionalProperties", &Json::Null));
            }
            _ => {}
        }
        let mut out = Object::from_iter([("type", "object")]);
        let required: Vec<String> = match self.rules.optional {
            Optional::Null => properties.keys().map(str::to_owned).collect(),
            Optional::Kept => fields.iter().filter(|f| requires(schema, &f.name)).map(|f| f.wire.clone()).collect(),
        };
        out.insert("properties", properties);
        if !required.is_empty() || self.rules.optional == Optional::Null {
            out.insert("required", required);
        }
        if self.rules.objects == Objects::Closed {
            out.insert("additionalProperties", false);
        }
        let renamed = fields.iter().any(|field| field.wire != field.name);
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, Back::Object { fields, rest: Box::new(Back::Same), pairs }))
    }

    fn others(&mut self, at: &str, schema: &Object) -> Others {
        let additional = schema.get("additionalProperties");
        let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) else {
            return match additional {
                Some(Json::Bool(false)) => Others::None,
                Some(Json::Object(value)) => Others::Typed(Json::Object(value.clone())),
                _ => Others::Open,
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

    /// One pair of a map.
    fn pair(&mut self, at: &str, value: &Json) -> Result<(Object, Back), Refusal> {
        let (value, back) = self.node(&push_pointer(at, "additionalProperties"), value)?;
        let key = Json::from([("type", "string")]);
        let mut out = Object::from_iter([("type", "object")]);
        out.insert("properties", Json::from([("key", key), ("value", Json::Object(value))]));
        out.insert("required", vec!["key", "value"]);
        if self.rules.objects == Objects::Closed {
            out.insert("additionalProperties", false);
        }
        Ok((out, back))
    }
}

fn requires(schema: &Object, name: &str) -> bool {
    let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
    required.iter().any(|other| other.as_str() == Some(name))
}

/// The schema, or null; what it says about itself goes to the outside.
fn or_null(schema: Object) -> Object {
    let (mut inner, mut outer) = (schema, Object::new());
    for key in ["title", "description"] {
        if let Some(text) = inner.remove(key) {
            outer.insert(key, text);
        }
    }
    let null = Json::from([("type", "null")]);
    let branches = match inner.get("anyOf") {
        Some(Json::Array(branches)) if inner.len() == 1 => branches.iter().cloned().chain([null]).collect(),
        _ => vec![Json::Object(inner), null],
    };
    outer.insert("anyOf", Json::Array(branches));
    outer
}
