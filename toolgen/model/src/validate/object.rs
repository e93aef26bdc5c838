//! Objects: their properties, those that must be there, and those that may not.

use super::check::Check;
use super::{Violation, describe, string};
use crate::json::{Json, Object, push_pointer};
use crate::nearest::nearest;

impl<'s> Check<'s> {
    pub(super) fn object(&mut self, schema: &'s Object, value: &Json, entries: &Object) -> bool {
        let mut valid = true;
        let optional = std::mem::replace(&mut self.optional, false);
        for (key, asked) in schema.iter() {
            valid &= match key {
                "properties" => self.properties(schema, asked, entries),
                "patternProperties" => self.pattern_properties(asked, entries),
                "additionalProperties" => self.additional(schema, asked, entries),
                "propertyNames" => self.property_names(asked, entries),
                "required" => self.required(schema, asked, entries),
                "minProperties" => {
                    let least = asked.as_u64().unwrap_or_default();
                    entries.len() as u64 >= least
                        || self.property_count("minProperties", "at least", least, value, entries.len())
                }
                "maxProperties" => {
                    let most = asked.as_u64().unwrap_or(u64::MAX);
                    entries.len() as u64 <= most
                        || self.property_count("maxProperties", "at most", most, value, entries.len())
                }
                "dependentRequired" => self.dependent_required(asked, entries),
                "dependentSchemas" => self.dependent_schemas(asked, value, entries),
                "unevaluatedProperties" => self.unevaluated_properties(schema, asked, value, entries),
                _ => true,
            };
            if self.is_done(valid) {
                return false;
            }
        }
        self.optional = optional;
        valid
    }

    fn properties(&mut self, schema: &'s Object, asked: &'s Json, entries: &Object) -> bool {
        let Some(properties) = asked.as_object() else { return true };
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        let mut valid = true;
        let index = Index::of(entries, properties.len());
        for (name, schema) in properties.iter() {
            let Some(value) = index.get(name) else { continue };
            let optional = self.words && !required.iter().any(|other| other.as_str() == Some(name));
            valid &= self.below(name, |check| {
                check.optional = optional;
                let valid = check.schema(schema, value);
                check.optional = false;
                valid
            });
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn pattern_properties(&mut self, asked: &'s Json, entries: &Object) -> bool {
        let mut valid = true;
        for (expression, schema) in asked.as_object().into_iter().flat_map(Object::iter) {
            for (name, value) in entries.iter().filter(|(name, _)| string::matches(expression, name)) {
                valid &= self.below(name, |check| check.schema(schema, value));
                if self.is_done(valid) {
                    return false;
                }
            }
        }
        valid
    }

    fn additional(&mut self, schema: &'s Object, asked: &'s Json, entries: &Object) -> bool {
        let none = Object::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let patterns = schema.get("patternProperties").and_then(Json::as_object).unwrap_or(&none);
        let index = Index::of(properties, entries.len());
        let mut valid = true;
        for (name, value) in entries.iter() {
            if index.get(name).is_some() || patterns.keys().any(|expression| string::matches(expression, name)) {
                continue;
            }
            valid &= match asked {
                Json::Bool(false) => self.unknown("additionalProperties", name, value, properties, entries),
                schema => self.below(name, |check| check.schema(schema, value)),
            };
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    /// A property that nobody knows: which are known, and the nearest of them.
    pub(super) fn unknown(
        &mut self,
        keyword: &'static str,
        name: &str,
        value: &Json,
        known: &Object,
        entries: &Object,
    ) -> bool {
        if !self.words {
            return false;
        }
        let expected = match known.len() {
            0 => "no properties".to_owned(),
            _ => format!("one of the properties {}", describe::names(known.keys())),
        };
        let absent = known.keys().filter(|known| !entries.contains_key(known));
        let hint = match nearest(name, absent) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("leave `{}` out", describe::clip(name)),
        };
        self.below(name, |check| check.fail(keyword, value, expected, Some(hint)))
    }

    fn property_names(&mut self, asked: &'s Json, entries: &Object) -> bool {
        let mut valid = true;
        for name in entries.keys() {
            let name_value = Json::from(name);
            if !self.fits(asked, &name_value) {
                let expected = format!("a property whose name is {}", describe::schema(asked));
                valid = self.below(name, |check| check.fail("propertyNames", &name_value, expected, None));
            }
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn required(&mut self, schema: &'s Object, asked: &'s Json, entries: &Object) -> bool {
        let mut valid = true;
        for name in asked.as_array().unwrap_or_default().iter().filter_map(Json::as_str) {
            if entries.contains_key(name) {
                continue;
            }
            valid = false;
            if self.words {
                let property = schema.get("properties").and_then(|all| all.get(name));
                self.missing("required", name, property, schema, entries);
            }
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn missing(
        &mut self,
        keyword: &'static str,
        name: &str,
        property: Option<&Json>,
        schema: &Object,
        entries: &Object,
    ) {
        let known = schema.get("properties").and_then(Json::as_object);
        let strange = entries.keys().filter(|key| known.is_none_or(|known| !known.contains_key(key)));
        let hint = match nearest(name, strange) {
            Some(near) => format!("rename `{near}` to `{name}`"),
            None => format!("add `{}`", describe::clip(name)),
        };
        let expected = property.map_or_else(|| "a value".to_owned(), |schema| describe::resolved(self, schema));
        let pointer = push_pointer(&self.pointer, name);
        self.note(Violation { pointer, keyword, expected, got: "nothing".to_owned(), hint: Some(hint) });
    }

    fn property_count(&mut self, keyword: &'static str, words: &str, bound: u64, value: &Json, count: usize) -> bool {
        let unit = if bound == 1 { "property" } else { "properties" };
        self.fail(keyword, value, format!("{words} {bound} {unit}"), Some(format!("it has {count}")))
    }

    fn dependent_required(&mut self, asked: &'s Json, entries: &Object) -> bool {
        let mut valid = true;
        for (name, needs) in asked.as_object().into_iter().flat_map(Object::iter) {
            if !entries.contains_key(name) {
                continue;
            }
            for need in needs.as_array().unwrap_or_default().iter().filter_map(Json::as_str) {
                if !entries.contains_key(need) {
                    valid = false;
                    if self.words {
                        let pointer = push_pointer(&self.pointer, need);
                        let expected = format!("a value, since `{name}` is there");
                        let hint = Some(format!("add `{need}`, or leave `{name}` out"));
                        let got = "nothing".to_owned();
                        self.note(Violation { pointer, keyword: "dependentRequired", expected, got, hint });
                    }
                }
            }
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn dependent_schemas(&mut self, asked: &'s Json, value: &Json, entries: &Object) -> bool {
        let mut valid = true;
        for (name, schema) in asked.as_object().into_iter().flat_map(Object::iter) {
            valid &= !entries.contains_key(name) || self.schema(schema, value);
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }
}

/// Entries by key: a map where both sides are large, the object itself else.
struct Index<'o> {
    object: &'o Object,
    map: Option<std::collections::HashMap<&'o str, &'o Json>>,
}

impl<'o> Index<'o> {
    fn of(object: &'o Object, lookups: usize) -> Index<'o> {
        let large = object.len() > 32 && lookups > 8;
        Index { object, map: large.then(|| object.iter().collect()) }
    }

    fn get(&self, key: &str) -> Option<&'o Json> {
        match &self.map {
            Some(map) => map.get(key).copied(),
            None => self.object.get(key),
        }
    }
}
