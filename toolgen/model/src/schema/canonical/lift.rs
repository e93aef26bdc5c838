//! Lifting: one schema of any draft in, its keywords as 2020-12 has them, with canonical schemas below, out.

use super::Fault;
use super::children::Spot;
use super::draft::Draft;
use super::inline::Inliner;
use super::keyword::{Shape, is_annotation, shape};
use super::settle::{never, settle};
use super::types;
use crate::json::{Json, Object, push_pointer};

impl Inliner<'_> {
    /// The canonical form of the schema at a place.
    pub(super) fn node<'s>(&mut self, spot: &Spot<'s>) -> Object {
        let schema: &'s Json = spot.schema;
        let object = match schema {
            Json::Bool(true) => return Object::new(),
            Json::Bool(false) => return never(),
            Json::Object(object) => object,
            other => {
                let message = format!("a schema must be an object or a boolean, not {}", other.type_name());
                self.fault(&spot.pointer, message, "write a schema such as `{\"type\": \"string\"}`");
                return Object::new();
            }
        };
        let mut out = Object::new();
        let mut all_of = Vec::new();
        let alone = spot.is_lone_ref();
        for (key, value) in object.iter() {
            if !(alone && !is_annotation(key)) && spot.draft.knows(key) {
                self.keyword(spot, object, key, value, &mut out, &mut all_of);
            }
        }
        if let Some(target) = self.document.refs.get(&spot.pointer) {
            all_of.insert(0, self.reference(target));
        }
        settle(out, all_of, self.document.unevaluated)
    }

    fn keyword<'s>(
        &mut self,
        spot: &Spot<'s>,
        object: &'s Object,
        key: &str,
        value: &'s Json,
        out: &mut Object,
        all_of: &mut Vec<Object>,
    ) {
        let at = push_pointer(&spot.pointer, key);
        match key {
            "$schema" | "$id" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$vocabulary" | "$ref"
            | "$dynamicRef" | "$recursiveRef" | "$defs" | "definitions" | "contentSchema" | "discriminator" => {}
            "id" if spot.draft == Draft::D4 => {}
            "type" => self.types(&at, value, out),
            "enum" => self.choices(&at, value, out),
            "const" if object.contains_key("enum") => {
                all_of.push(Object::from_iter([("enum", Json::Array(vec![value.clone()]))]));
            }
            "const" => out.insert("enum", Json::Array(vec![value.clone()])),
            "exclusiveMinimum" | "exclusiveMaximum" => self.exclusive(&at, key, value, out),
            "minimum" | "maximum" => {
                let exclusive = if key == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
                let is_exclusive = object.get(exclusive).and_then(Json::as_bool) == Some(true);
                self.plain(spot, &at, if is_exclusive { exclusive } else { key }, Shape::Number, value, out);
            }
            "items" => self.items(spot, &at, object, value, out),
            "prefixItems" => {
                if let Some(items) = self.schemas(spot, &at, value) {
                    out.insert("prefixItems", list(items));
                }
            }
            "additionalItems" => {}
            "required" => {
                if let Some(names) = self.texts(&at, value) {
                    out.insert("required", names);
                }
            }
            "dependencies" | "dependentRequired" => self.dependencies(spot, &at, key, value, out),
            "contains" if spot.draft == Draft::D2019 && self.document.unevaluated => {
                // In 2019-09 `contains` leaves items unevaluated; under `not` it does so in 2020-12 too.
                let mut inner = Object::from_iter([("contains", Json::Object(self.child(spot, at, value)))]);
                for bound in ["minContains", "maxContains"] {
                    if let Some(count) = object.get(bound) {
                        inner.insert(bound, count.clone());
                    }
                }
                let not = |schema: Object| Object::from_iter([("not", Json::Object(schema))]);
                all_of.push(not(not(inner)));
            }
            "minContains" | "maxContains"
                if !object.contains_key("contains") || (spot.draft == Draft::D2019 && self.document.unevaluated) => {}
            "allOf" => all_of.extend(self.schemas(spot, &at, value).into_iter().flatten()),
            "then" | "else" if !object.contains_key("if") => {}
            _ => match shape(key) {
                Some(shape) => self.plain(spot, &at, key, shape, value, out),
                None => out.insert(key, value.clone()),
            },
        }
    }

    /// A keyword that means the same in all drafts that know it.
    fn plain<'s>(&mut self, spot: &Spot<'s>, at: &str, key: &str, shape: Shape, value: &'s Json, out: &mut Object) {
        let expected = match (shape, value) {
            (Shape::Data, _) => return out.insert(key, value.clone()),
            (Shape::Schema, _) => return out.insert(key, Json::Object(self.child(spot, at.to_owned(), value))),
            (Shape::Schemas, _) => {
                if let Some(schemas) = self.schemas(spot, at, value) {
                    out.insert(key, list(schemas));
                }
                return;
            }
            (Shape::Map, Json::Object(map)) => {
                let schemas: Object = map
                    .iter()
                    .map(|(name, schema)| (name.to_owned(), self.child(spot, push_pointer(at, name), schema)))
                    .collect();
                return out.insert(key, schemas);
            }
            (Shape::Count, _) if value.as_u64().is_some() => {
                return out.insert(key, value.as_u64().unwrap_or_default());
            }
            (Shape::Number, Json::Number(_)) | (Shape::Text, Json::String(_)) | (Shape::Flag, Json::Bool(_)) => {
                return out.insert(key, value.clone());
            }
            (Shape::Positive, Json::Number(number)) if number.as_f64().is_some_and(|n| n > 0.0) => {
                return out.insert(key, value.clone());
            }
            // Nobody means anything by it, and generators write it.
            (Shape::Text | Shape::Flag, Json::Null) => return,
            (Shape::Map, _) => "an object of schemas by name",
            (Shape::Count, _) => "a whole number from 0",
            (Shape::Number, _) => "a number",
            (Shape::Positive, _) => "a number above 0",
            (Shape::Text, _) => "a string",
            (Shape::Flag, _) => "true or false",
        };
        self.fault(at, format!("`{key}` must be {expected}, not {}", value.type_name()), format!("write {expected}"));
    }

    fn types(&mut self, at: &str, value: &Json, out: &mut Object) {
        let names: Vec<&Json> = match value {
            Json::Array(names) if !names.is_empty() => names.iter().collect(),
            Json::String(_) => vec![value],
            _ => {
                let help = "write one of null, boolean, integer, number, string, array, object";
                return self.fault(at, "`type` must be the name of a type, or a list of such names", help);
            }
        };
        let mut known = Vec::new();
        for name in names {
            match name.as_str() {
                Some(name) if types::NAMES.contains(&name) => known.push(name),
                _ => {
                    let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
                    return self.fault(at, format!("{name:?} is no type of JSON Schema"), types::meant(&name));
                }
            }
        }
        if let Some(named) = types::list(&known) {
            out.insert("type", named);
        }
    }

    fn choices(&mut self, at: &str, value: &Json, out: &mut Object) {
        match value {
            Json::Array(_) => out.insert("enum", value.clone()),
            other => {
                let message = format!("`enum` must be a list of values, not {}", other.type_name());
                self.fault(at, message, "write `\"enum\": [\"a\", \"b\"]`");
            }
        }
    }

    fn exclusive(&mut self, at: &str, key: &str, value: &Json, out: &mut Object) {
        match value {
            Json::Number(_) => out.insert(key, value.clone()),
            // Draft-04 wrote a flag beside `minimum`; it was read there.
            Json::Bool(_) => {}
            other => {
                let message = format!("`{key}` must be a number, not {}", other.type_name());
                self.fault(at, message, "write the number that is just out of reach");
            }
        }
    }

    fn items<'s>(&mut self, spot: &Spot<'s>, at: &str, object: &'s Object, value: &'s Json, out: &mut Object) {
        if value.as_array().is_none() {
            let schema = self.child(spot, at.to_owned(), value);
            return out.insert("items", schema);
        }
        let first: Vec<Object> = self.schemas_or_none(spot, at, value);
        if !first.is_empty() {
            out.insert("prefixItems", list(first));
        }
        if let Some(rest) = object.get("additionalItems") {
            let schema = self.child(spot, push_pointer(&spot.pointer, "additionalItems"), rest);
            out.insert("items", schema);
        }
    }

    fn dependencies<'s>(&mut self, spot: &Spot<'s>, at: &str, key: &str, value: &'s Json, out: &mut Object) {
        let Some(map) = value.as_object() else {
            let message = format!("it must be an object of lists by property, not {}", value.type_name());
            return self.fault(at, message, "write `{\"a\": [\"b\"]}`: with a comes b");
        };
        for (name, needs) in map.iter() {
            let at = push_pointer(at, name);
            let (keyword, needs) = match needs {
                Json::Array(_) => match self.texts(&at, needs) {
                    Some(names) => ("dependentRequired", names),
                    None => continue,
                },
                _ if key == "dependencies" => ("dependentSchemas", Json::Object(self.child(spot, at.clone(), needs))),
                other => {
                    let message = format!("it must be a list of properties, not {}", other.type_name());
                    self.fault(&at, message, "write `[\"b\"]`");
                    continue;
                }
            };
            let mut map = out.remove(keyword).unwrap_or_else(|| Object::new().into());
            if let Some(map) = map.as_object_mut() {
                map.insert(name, needs);
            }
            out.insert(keyword, map);
        }
    }

    fn child<'s>(&mut self, spot: &Spot<'s>, at: String, schema: &'s Json) -> Object {
        self.node(&spot.child(at, schema))
    }

    fn schemas<'s>(&mut self, spot: &Spot<'s>, at: &str, value: &'s Json) -> Option<Vec<Object>> {
        match value {
            Json::Array(items) if !items.is_empty() => Some(self.schemas_or_none(spot, at, value)),
            _ => {
                self.fault(at, "it must be a list of schemas, at least one", "write `[{…}, {…}]`, or take it out");
                None
            }
        }
    }

    fn schemas_or_none<'s>(&mut self, spot: &Spot<'s>, at: &str, value: &'s Json) -> Vec<Object> {
        let items = value.as_array().unwrap_or_default();
        items.iter().enumerate().map(|(n, item)| self.child(spot, push_pointer(at, &n.to_string()), item)).collect()
    }

    fn texts(&mut self, at: &str, value: &Json) -> Option<Json> {
        let names: Option<Vec<String>> =
            value.as_array().and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        match names {
            Some(mut names) => {
                let mut seen = std::collections::HashSet::new();
                names.retain(|name| seen.insert(name.clone()));
                Some(names.into())
            }
            None => {
                let help = match value {
                    Json::Bool(_) => "put the property's name into the `required` list of the object around it",
                    _ => "write a list such as `[\"path\"]`",
                };
                self.fault(at, format!("it must be a list of property names, not {}", value.type_name()), help);
                None
            }
        }
    }

    fn fault(&mut self, at: &str, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(at, message, help));
    }
}

fn list(schemas: Vec<Object>) -> Json {
    Json::Array(schemas.into_iter().map(Json::Object).collect())
}
