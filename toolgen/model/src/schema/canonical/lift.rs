//! Lifting: one schema of any draft in, its keywords as 2020-12 has them, with canonical schemas below, out.

use super::Fault;
use super::draft::Draft;
use super::inline::Inliner;
use super::keyword::{Shape, is_annotation, shape};
use super::settle::{never, settle};
use super::types;
use crate::json::{Json, Object};
use crate::schema::Place;

/// What keywords say to their neighbours.
#[derive(Default)]
struct Beside {
    choices: bool,
    condition: bool,
    contains: bool,
    reference: bool,
    /// Draft-04's flags beside `minimum` and `maximum`
    exclusive: [bool; 2],
    /// What follows a tuple, before 2020-12
    rest: Option<Json>,
    /// `minContains` and `maxContains`
    counts: Vec<(&'static str, Json)>,
}

impl Beside {
    /// Reads them out of a schema; `additionalItems` is taken out.
    fn of(object: &mut Object) -> Beside {
        let mut beside = Beside::default();
        let mut tuple = false;
        for (key, value) in object.iter() {
            match key {
                "enum" => beside.choices = true,
                "if" => beside.condition = true,
                "contains" => beside.contains = true,
                "$ref" | "$dynamicRef" | "$recursiveRef" => beside.reference = true,
                "exclusiveMinimum" => beside.exclusive[0] = value.as_bool() == Some(true),
                "exclusiveMaximum" => beside.exclusive[1] = value.as_bool() == Some(true),
                "minContains" => beside.counts.push(("minContains", value.clone())),
                "maxContains" => beside.counts.push(("maxContains", value.clone())),
                "items" => tuple = value.as_array().is_some(),
                _ => {}
            }
        }
        if tuple {
            beside.rest = object.remove("additionalItems");
        }
        beside
    }
}

impl Inliner<'_> {
    /// The canonical form of the schema at a place, where `draft` is that of what is around it.
    pub(super) fn node(&mut self, at: &Place<'_>, draft: Draft, schema: Json) -> Object {
        let mut object = match schema {
            Json::Bool(true) => return Object::new(),
            Json::Bool(false) => return never(),
            Json::Object(object) => object,
            other => {
                let message = format!("a schema must be an object or a boolean, not {}", other.type_name());
                self.fault(at, message, "write a schema such as `{\"type\": \"string\"}`");
                return Object::new();
            }
        };
        let draft = object.get("$schema").and_then(Json::as_str).and_then(Draft::named).unwrap_or(draft);
        let alone = draft.is_lone_ref(&object);
        let beside = Beside::of(&mut object);
        let mut out = Object::with_capacity(object.len());
        let mut all_of = Vec::new();
        for (key, value) in object {
            if (!alone || is_annotation(&key)) && draft.knows(&key) {
                self.keyword(at, draft, &beside, key, value, &mut out, &mut all_of);
            }
        }
        if beside.reference
            && let Some(target) = self.document.target(at)
        {
            all_of.insert(0, self.reference(target));
        }
        settle(out, all_of, self.document.unevaluated, &mut self.stirred)
    }

    #[expect(clippy::too_many_arguments, reason = "a keyword, where it stands, and where it goes")]
    fn keyword(
        &mut self,
        above: &Place<'_>,
        draft: Draft,
        beside: &Beside,
        key: String,
        value: Json,
        out: &mut Object,
        all_of: &mut Vec<Object>,
    ) {
        let at = &above.key(&key);
        match &*key {
            "$schema" | "$id" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$vocabulary" | "$ref"
            | "$dynamicRef" | "$recursiveRef" | "$defs" | "definitions" | "contentSchema" | "discriminator" => {}
            "id" if draft == Draft::D4 => {}
            "type" => self.types(at, &value, out),
            "enum" => self.choices(at, value, out),
            "const" => {
                let only = Json::Array(vec![value]);
                if beside.choices {
                    all_of.push(Object::from_iter([("enum", only)]));
                } else {
                    out.insert("enum", only);
                }
            }
            "exclusiveMinimum" | "exclusiveMaximum" => self.exclusive(at, &key, value, out),
            "minimum" | "maximum" => {
                let (exclusive, name) =
                    if key == "minimum" { (0, "exclusiveMinimum") } else { (1, "exclusiveMaximum") };
                if let Some(value) = self.plain(at, draft, &key, Shape::Number, value) {
                    out.insert(if beside.exclusive[exclusive] { name.to_owned() } else { key }, value);
                }
            }
            "items" => self.items(above, at, draft, beside, value, out),
            "prefixItems" => {
                if let Some(items) = self.schemas(at, draft, value) {
                    out.insert("prefixItems", list(items));
                }
            }
            "additionalItems" => {}
            "required" => {
                if let Some(names) = self.texts(at, value) {
                    out.insert("required", names);
                }
            }
            "dependencies" | "dependentRequired" => self.dependencies(at, draft, &key, value, out),
            "contains" if draft == Draft::D2019 && self.document.unevaluated => {
                // In 2019-09 `contains` leaves items unevaluated; under `not` it does so in 2020-12 too.
                let mut inner = Object::from_iter([("contains", Json::Object(self.node(at, draft, value)))]);
                for (bound, count) in &beside.counts {
                    inner.insert(*bound, count.clone());
                }
                let not = |schema: Object| Object::from_iter([("not", Json::Object(schema))]);
                all_of.push(not(not(inner)));
            }
            "minContains" | "maxContains"
                if !beside.contains || (draft == Draft::D2019 && self.document.unevaluated) => {}
            "allOf" => all_of.extend(self.schemas(at, draft, value).into_iter().flatten()),
            "then" | "else" if !beside.condition => {}
            _ => match shape(&key) {
                Some(shape) => {
                    if let Some(value) = self.plain(at, draft, &key, shape, value) {
                        out.insert(key, value);
                    }
                }
                // A store of schemas under a name of its own: its references are resolved.
                None if self.document.holds_a_target(at) => {}
                None => out.insert(key, value),
            },
        }
    }

    /// A keyword that means the same in all drafts that know it.
    fn plain(&mut self, at: &Place<'_>, draft: Draft, key: &str, shape: Shape, value: Json) -> Option<Json> {
        let (expected, value) = match (shape, value) {
            (Shape::Data, value) => return Some(value),
            (Shape::Schema, value) => return Some(Json::Object(self.node(at, draft, value))),
            (Shape::Schemas, value) => return self.schemas(at, draft, value).map(list),
            (Shape::Map, Json::Object(mut map)) => {
                if bug!(KeywordName) {
                    map.remove("title");
                }
                for (name, schema) in map.iter_mut() {
                    *schema = Json::Object(self.node(&at.key(name), draft, std::mem::take(schema)));
                }
                return Some(Json::Object(map));
            }
            (Shape::Count, value) if value.as_u64().is_some() => return value.as_u64().map(Json::from),
            (Shape::Number, value @ Json::Number(_))
            | (Shape::Text, value @ Json::String(_))
            | (Shape::Flag, value @ Json::Bool(_)) => return Some(value),
            (Shape::Positive, Json::Number(number)) if number.as_f64().is_some_and(|n| n > 0.0) => {
                return Some(Json::Number(number));
            }
            // Nobody means anything by it, and generators write it.
            (Shape::Text | Shape::Flag, Json::Null) => return None,
            (Shape::Map, value) => ("an object of schemas by name", value),
            (Shape::Count, value) => ("a whole number from 0", value),
            (Shape::Number, value) => ("a number", value),
            (Shape::Positive, value) => ("a number above 0", value),
            (Shape::Text, value) => ("a string", value),
            (Shape::Flag, value) => ("true or false", value),
        };
        self.fault(at, format!("`{key}` must be {expected}, not {}", value.type_name()), format!("write {expected}"));
        None
    }

    fn types(&mut self, at: &Place<'_>, value: &Json, out: &mut Object) {
        let names = match value {
            Json::Array(names) if !names.is_empty() => names.as_slice(),
            Json::String(_) => std::slice::from_ref(value),
            _ => {
                let help = "write one of null, boolean, integer, number, string, array, object";
                return self.fault(at, "`type` must be the name of a type, or a list of such names", help);
            }
        };
        let mut known = Vec::with_capacity(names.len());
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

    fn choices(&mut self, at: &Place<'_>, value: Json, out: &mut Object) {
        match value {
            Json::Array(_) => out.insert("enum", value),
            other => {
                let message = format!("`enum` must be a list of values, not {}", other.type_name());
                self.fault(at, message, "write `\"enum\": [\"a\", \"b\"]`");
            }
        }
    }

    fn exclusive(&mut self, at: &Place<'_>, key: &str, value: Json, out: &mut Object) {
        match value {
            Json::Number(_) => out.insert(key, value),
            // Draft-04 wrote a flag beside `minimum`; it was read there.
            Json::Bool(_) => {}
            other => {
                let message = format!("`{key}` must be a number, not {}", other.type_name());
                self.fault(at, message, "write the number that is just out of reach");
            }
        }
    }

    fn items(
        &mut self,
        above: &Place<'_>,
        at: &Place<'_>,
        draft: Draft,
        beside: &Beside,
        value: Json,
        out: &mut Object,
    ) {
        let Json::Array(items) = value else {
            let schema = self.node(at, draft, value);
            return out.insert("items", schema);
        };
        let first = self.each(at, draft, items);
        if !first.is_empty() {
            out.insert("prefixItems", list(first));
        }
        if let Some(rest) = &beside.rest {
            let schema = self.node(&above.key("additionalItems"), draft, rest.clone());
            out.insert("items", schema);
        }
    }

    fn dependencies(&mut self, at: &Place<'_>, draft: Draft, key: &str, value: Json, out: &mut Object) {
        let Json::Object(map) = value else {
            let message = format!("it must be an object of lists by property, not {}", value.type_name());
            return self.fault(at, message, "write `{\"a\": [\"b\"]}`: with a comes b");
        };
        for (name, needs) in map {
            let at = &at.key(&name);
            let (keyword, needs) = match needs {
                Json::Array(_) => match self.texts(at, needs) {
                    Some(names) => ("dependentRequired", names),
                    None => continue,
                },
                _ if key == "dependencies" => ("dependentSchemas", Json::Object(self.node(at, draft, needs))),
                other => {
                    let message = format!("it must be a list of properties, not {}", other.type_name());
                    self.fault(at, message, "write `[\"b\"]`");
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

    fn schemas(&mut self, at: &Place<'_>, draft: Draft, value: Json) -> Option<Vec<Object>> {
        match value {
            Json::Array(items) if !items.is_empty() => Some(self.each(at, draft, items)),
            _ => {
                self.fault(at, "it must be a list of schemas, at least one", "write `[{…}, {…}]`, or take it out");
                None
            }
        }
    }

    fn each(&mut self, at: &Place<'_>, draft: Draft, items: Vec<Json>) -> Vec<Object> {
        items.into_iter().enumerate().map(|(n, item)| self.node(&at.item(n), draft, item)).collect()
    }

    fn texts(&mut self, at: &Place<'_>, value: Json) -> Option<Json> {
        match value {
            Json::Array(mut names) if names.iter().all(|name| name.as_str().is_some()) => {
                let mut seen = std::collections::HashSet::new();
                let repeats = names.iter().map(|name| !seen.insert(name.as_str())).collect::<Vec<bool>>();
                if repeats.contains(&true) {
                    let mut repeats = repeats.into_iter();
                    names.retain(|_| repeats.next() == Some(false));
                }
                Some(Json::Array(names))
            }
            value => {
                let help = match value {
                    Json::Bool(_) => "put the property's name into the `required` list of the object around it",
                    _ => "write a list such as `[\"path\"]`",
                };
                self.fault(at, format!("it must be a list of property names, not {}", value.type_name()), help);
                None
            }
        }
    }

    fn fault(&mut self, at: &Place<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(&at.pointer(), message, help));
    }
}

fn list(schemas: Vec<Object>) -> Json {
    Json::Array(schemas.into_iter().map(Json::Object).collect())
}
