//! Lifting: one schema of any draft in, its keywords as 2020-12 has them, with canonical schemas below, out.

use super::Fault;
use super::draft::Draft;
use super::inline::Inliner;
use super::keyword::{REFERENCES, Shape, annotates, shape};
use super::settle::{never, settle};
use super::types;
use crate::json::{Json, Key, Object, Word, WordSet};
use crate::schema::Place;

/// What keywords say to their neighbours.
#[derive(Default)]
struct Beside {
    words: WordSet,
    /// Draft-04's flags beside `minimum` and `maximum`
    exclusive: [bool; 2],
    /// What follows a tuple, before 2020-12
    rest: Option<Json>,
    /// `minContains` and `maxContains`
    counts: Vec<(Word, Json)>,
}

impl Beside {
    /// Reads them out of a schema; `additionalItems` is taken out.
    fn of(object: &mut Object) -> Beside {
        let words = object.words();
        let mut beside = Beside { words, ..Beside::default() };
        let flag = |word: Word| words.has(word) && object.at(word).and_then(Json::as_bool) == Some(true);
        beside.exclusive = [flag(Word::ExclusiveMinimum), flag(Word::ExclusiveMaximum)];
        if words.has(Word::Contains) {
            let counts = [Word::MinContains, Word::MaxContains];
            beside.counts = counts.into_iter().filter_map(|word| Some((word, object.at(word)?.clone()))).collect();
        }
        if words.has(Word::AdditionalItems) && matches!(object.at(Word::Items), Some(Json::Array(_))) {
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
        let draft = object.at(Word::Schema).and_then(Json::as_str).and_then(Draft::named).unwrap_or(draft);
        let alone = draft.is_lone_ref(&object);
        let beside = Beside::of(&mut object);
        let mut out = Object::with_capacity(object.len());
        let mut all_of = Vec::new();
        for (key, value) in object {
            match key.word() {
                Some(_) if alone && !annotates(&key) => {}
                Some(word) if draft.knows(word) => {
                    self.keyword(at, draft, &beside, word, value, &mut out, &mut all_of);
                }
                Some(_) => {}
                None => self.unknown(&at.key(&key), &key, value, &mut out),
            }
        }
        if beside.words.meets(REFERENCES)
            && let Some(target) = self.document.target(at)
        {
            all_of.insert(0, self.reference(target));
        }
        settle(out, all_of, self.document.unevaluated, &mut self.stirred)
    }

    /// What no draft knows stays.
    fn unknown(&mut self, at: &Place<'_>, key: &Key, value: Json, out: &mut Object) {
        // A store of schemas under a name of its own: its references are resolved.
        if !self.document.holds_a_target(at) {
            out.insert(key, value);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a keyword, where it stands, and where it goes")]
    fn keyword(
        &mut self,
        above: &Place<'_>,
        draft: Draft,
        beside: &Beside,
        word: Word,
        value: Json,
        out: &mut Object,
        all_of: &mut Vec<Object>,
    ) {
        let at = &above.key(word.text());
        match word {
            Word::Schema
            | Word::Id
            | Word::Anchor
            | Word::DynamicAnchor
            | Word::RecursiveAnchor
            | Word::Vocabulary
            | Word::Ref
            | Word::DynamicRef
            | Word::RecursiveRef
            | Word::Defs
            | Word::Definitions
            | Word::ContentSchema
            | Word::Discriminator
            | Word::AdditionalItems => {}
            Word::OldId if draft == Draft::D4 => {}
            Word::Type => self.types(at, value, out),
            Word::Enum => self.choices(at, value, out),
            Word::Const => {
                let only = Json::Array(vec![value]);
                if beside.words.has(Word::Enum) {
                    all_of.push(Object::from_iter([(Word::Enum, only)]));
                } else {
                    out.insert(Word::Enum, only);
                }
            }
            Word::ExclusiveMinimum | Word::ExclusiveMaximum => self.exclusive(at, word, value, out),
            Word::Minimum | Word::Maximum => {
                let (exclusive, name) = match word {
                    Word::Minimum => (0, Word::ExclusiveMinimum),
                    _ => (1, Word::ExclusiveMaximum),
                };
                if let Some(value) = self.plain(at, draft, word, Shape::Number, value) {
                    out.insert(if beside.exclusive[exclusive] { name } else { word }, value);
                }
            }
            Word::Items => self.items(above, at, draft, beside, value, out),
            Word::PrefixItems => {
                if let Some(items) = self.schemas(at, draft, value) {
                    out.insert(word, list(items));
                }
            }
            Word::Required => {
                if let Some(names) = self.texts(at, value) {
                    out.insert(word, names);
                }
            }
            Word::Dependencies | Word::DependentRequired => self.dependencies(at, draft, word, value, out),
            Word::Contains if draft == Draft::D2019 && self.document.unevaluated => {
                // In 2019-09 `contains` leaves items unevaluated; under `not` it does so in 2020-12 too.
                let mut inner = Object::from_iter([(Word::Contains, Json::Object(self.node(at, draft, value)))]);
                for (bound, count) in &beside.counts {
                    inner.insert(*bound, count.clone());
                }
                let not = |schema: Object| Object::from_iter([(Word::Not, Json::Object(schema))]);
                all_of.push(not(not(inner)));
            }
            Word::MinContains | Word::MaxContains
                if !beside.words.has(Word::Contains) || (draft == Draft::D2019 && self.document.unevaluated) => {}
            Word::AllOf => all_of.extend(self.schemas(at, draft, value).into_iter().flatten()),
            Word::Then | Word::Else if !beside.words.has(Word::If) => {}
            _ => match shape(word) {
                Some(shape) => {
                    if let Some(value) = self.plain(at, draft, word, shape, value) {
                        out.insert(word, value);
                    }
                }
                None => self.unknown(at, &word.into(), value, out),
            },
        }
    }

    /// A keyword that means the same in all drafts that know it.
    fn plain(&mut self, at: &Place<'_>, draft: Draft, word: Word, shape: Shape, value: Json) -> Option<Json> {
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
        let message = format!("`{}` must be {expected}, not {}", word.text(), value.type_name());
        self.fault(at, message, format!("write {expected}"));
        None
    }

    fn types(&mut self, at: &Place<'_>, value: Json, out: &mut Object) {
        let names = match &value {
            Json::Array(names) if !names.is_empty() => names.as_slice(),
            Json::String(_) => std::slice::from_ref(&value),
            _ => {
                let help = "write one of null, boolean, integer, number, string, array, object";
                return self.fault(at, "`type` must be the name of a type, or a list of such names", help);
            }
        };
        if let Some(wrong) = names.iter().find(|name| !name.as_str().is_some_and(|name| types::NAMES.contains(&name))) {
            let name = wrong.as_str().map_or_else(|| wrong.to_string(), str::to_owned);
            return self.fault(at, format!("{name:?} is no type of JSON Schema"), types::meant(&name));
        }
        let named = match value {
            Json::Array(names) => types::list(names),
            one => Some(one),
        };
        if let Some(named) = named {
            out.insert(Word::Type, named);
        }
    }

    fn choices(&mut self, at: &Place<'_>, value: Json, out: &mut Object) {
        match value {
            Json::Array(_) => out.insert(Word::Enum, value),
            other => {
                let message = format!("`enum` must be a list of values, not {}", other.type_name());
                self.fault(at, message, "write `\"enum\": [\"a\", \"b\"]`");
            }
        }
    }

    fn exclusive(&mut self, at: &Place<'_>, word: Word, value: Json, out: &mut Object) {
        match value {
            Json::Number(_) => out.insert(word, value),
            // Draft-04 wrote a flag beside `minimum`; it was read there.
            Json::Bool(_) => {}
            other => {
                let message = format!("`{}` must be a number, not {}", word.text(), other.type_name());
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
            return out.insert(Word::Items, schema);
        };
        let first = self.each(at, draft, items);
        if !first.is_empty() {
            out.insert(Word::PrefixItems, list(first));
        }
        if let Some(rest) = &beside.rest {
            let schema = self.node(&above.key("additionalItems"), draft, rest.clone());
            out.insert(Word::Items, schema);
        }
    }

    fn dependencies(&mut self, at: &Place<'_>, draft: Draft, word: Word, value: Json, out: &mut Object) {
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
                _ if word == Word::Dependencies => ("dependentSchemas", Json::Object(self.node(at, draft, needs))),
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
