//! Lifting: one schema of any draft in, its keywords as 2020-12 has them, with canonical schemas below, out.

use super::draft::{DATED, Draft};
use super::inline::Inliner;
use super::keyword::{ASSERTIONS, REFERENCES, Shape, shape};
use super::settle::{never, settle};
use super::{Fault, leaf, types};
use crate::json::{Json, Object, Text, Word, WordSet, whole};
use crate::schema::Place;

/// Keywords that have done their work when references are resolved, and some that ask nothing.
const SILENT: WordSet = REFERENCES.and(WordSet::of(&[
    Word::Schema,
    Word::Id,
    Word::Anchor,
    Word::DynamicAnchor,
    Word::RecursiveAnchor,
    Word::Vocabulary,
    Word::Defs,
    Word::Definitions,
    Word::ContentSchema,
    Word::Discriminator,
]));
/// Keywords that become others.
const BY_HAND: WordSet = WordSet::of(&[
    Word::Const,
    Word::ExclusiveMinimum,
    Word::ExclusiveMaximum,
    Word::Contains,
    Word::MinContains,
    Word::MaxContains,
    Word::AdditionalItems,
    Word::Dependencies,
    Word::DependentRequired,
]);
/// Those among them that decide which values are valid and have another name in canonical form.
const RENAMED: WordSet = WordSet::of(&[Word::Const, Word::AdditionalItems, Word::Dependencies]);
/// Words that are no keywords of JSON Schema: they are like any other key.
const FOREIGN: WordSet = WordSet::of(&[Word::OldId]).and(WordSet::since(Word::Nullable));

/// All that is not left as it stands: what becomes something else or goes, in some draft or beside others.
const CHANGING: WordSet = SILENT.and(BY_HAND).and(DATED).and(WordSet::of(&[Word::OldId, Word::Then, Word::Else]));
/// Keywords under which `false` stays, and one under which `true` does.
const CLOSING: WordSet =
    WordSet::of(&[Word::AdditionalProperties, Word::UnevaluatedProperties, Word::UnevaluatedItems]);
const OPENING: WordSet = WordSet::of(&[Word::AdditionalProperties]);
/// What a merge looks into.
const COMBINED: WordSet = WordSet::of(&[Word::AllOf, Word::Not]);

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
        if words.has(Word::AdditionalItems) {
            let rest = object.take(Word::AdditionalItems);
            beside.rest = rest.filter(|_| matches!(object.at(Word::Items), Some(Json::Array(_))));
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
        let words = object.words();
        let is_tuple = words.has(Word::Items) && matches!(object.at(Word::Items), Some(Json::Array(_)));
        if !is_tuple && !words.meets(CHANGING) && !self.document.has_stores() {
            let gone = self.in_place(at, draft, &mut object);
            return settle(object, words.without(gone), Vec::new(), self.document.unevaluated, &mut self.stirred);
        }
        let draft = match object.at(Word::Schema).and_then(Json::as_str) {
            Some(uri) => Draft::named(uri).unwrap_or(draft),
            None => draft,
        };
        let alone = words.has(Word::Ref) && draft.is_lone_ref(&object);
        let mut all_of: Vec<Object> = Vec::new();
        if words.meets(REFERENCES) {
            let mut forms = self.document.targets_of(at, &object).map(|target| self.reference(target));
            if object.len() == 1
                && let Some(form) = forms.next()
            {
                // These are taken apart, as what is merged is.
                if !form.words().meets(COMBINED) {
                    return form;
                }
                all_of.push(form);
            }
            all_of.extend(forms);
        }
        let silent = silent(draft, words, alone);
        if words.meets(silent) {
            object.drop_all(silent);
        }
        if self.document.has_stores() {
            // A store of schemas under a name of its own: its references are resolved.
            let is_store = |key: &Text| self.document.holds_an_end(&at.key(key));
            object.retain(|key, _| key.word().is_some_and(|word| !FOREIGN.has(word)) || !is_store(key));
        }
        let words = words.without(silent);
        if (is_tuple && words.has(Word::Items)) || words.meets(BY_HAND) {
            object = self.lifted(at, draft, object, &mut all_of);
        } else {
            self.in_place(at, draft, &mut object);
        }
        let words = object.words();
        settle(object, words, all_of, self.document.unevaluated, &mut self.stirred)
    }

    /// A schema whose keywords stay what they are, but for those that are gone then.
    fn in_place(&mut self, at: &Place<'_>, draft: Draft, object: &mut Object) -> WordSet {
        let mut gone = WordSet::default();
        for (key, value) in object.entries_mut() {
            if let Some(word) = key.word()
                && !self.keyword(&at.key(word.text()), draft, word, value)
            {
                gone = gone.and(WordSet::of(&[word]));
            }
        }
        if gone != WordSet::default() {
            object.drop_all(gone);
        }
        gone
    }

    /// A schema in which keywords become others.
    fn lifted(&mut self, above: &Place<'_>, draft: Draft, mut object: Object, all_of: &mut Vec<Object>) -> Object {
        let beside = Beside::of(&mut object);
        let mut out = Object::with_capacity(object.len());
        for (key, mut value) in object {
            let Some(word) = key.word() else {
                out.insert(key, value);
                continue;
            };
            let at = &above.key(word.text());
            match word {
                Word::Const => {
                    let only = Json::Array(vec![value]);
                    if beside.words.has(Word::Enum) {
                        all_of.push(Object::from_iter([(Word::Enum, only)]));
                    } else {
                        out.insert(Word::Enum, only);
                    }
                }
                Word::ExclusiveMinimum | Word::ExclusiveMaximum => self.exclusive(at, word, value, &mut out),
                Word::Minimum if beside.exclusive[0] && self.keyword(at, draft, word, &mut value) => {
                    out.insert(Word::ExclusiveMinimum, value);
                }
                Word::Maximum if beside.exclusive[1] && self.keyword(at, draft, word, &mut value) => {
                    out.insert(Word::ExclusiveMaximum, value);
                }
                Word::Items if value.as_array().is_some() => self.tuple(above, at, draft, &beside, value, &mut out),
                Word::Dependencies | Word::DependentRequired => self.dependencies(at, draft, word, value, &mut out),
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
                _ => {
                    if self.keyword(at, draft, word, &mut value) {
                        out.insert(word, value);
                    }
                }
            }
        }
        out
    }

    /// The value of a keyword that means the same in all drafts that know it; `false` where it says nothing.
    fn keyword(&mut self, at: &Place<'_>, draft: Draft, word: Word, value: &mut Json) -> bool {
        match word {
            Word::Type => self.types(at, value),
            Word::Enum => self.choices(at, value),
            Word::Required => self.texts(at, value),
            Word::PrefixItems => self.schemas(at, draft, value),
            Word::Items => self.schema(at, draft, value),
            _ => shape(word).is_none_or(|shape| self.plain(at, draft, word, shape, value)),
        }
    }

    fn schema(&mut self, at: &Place<'_>, draft: Draft, value: &mut Json) -> bool {
        if let Json::Object(object) = value
            && leaf::settle(object, !self.document.has_stores())
        {
            return true;
        }
        *value = Json::Object(self.node(at, draft, std::mem::take(value)));
        true
    }

    fn plain(&mut self, at: &Place<'_>, draft: Draft, word: Word, shape: Shape, value: &mut Json) -> bool {
        let expected = match (shape, &mut *value) {
            (Shape::Data, _)
            | (Shape::Number, Json::Number(_))
            | (Shape::Text, Json::String(_))
            | (Shape::Flag, Json::Bool(_)) => return true,
            (Shape::Schema, Json::Bool(false)) if CLOSING.has(word) => return true,
            (Shape::Schema, Json::Bool(true)) if OPENING.has(word) && !self.document.unevaluated => return true,
            (Shape::Schema, value) => return self.schema(at, draft, value),
            (Shape::Schemas, value) => return self.schemas(at, draft, value),
            (Shape::Map, Json::Object(map)) => {
                if bug!(KeywordName) {
                    map.remove("title");
                }
                if !map.is_empty() {
                    for (name, schema) in map.entries_mut() {
                        self.schema(&at.key(name), draft, schema);
                    }
                }
                return true;
            }
            (Shape::Count, Json::Number(number)) if whole(number).is_some_and(|n| u64::try_from(n).is_ok()) => {
                if !number.is_u64() {
                    *value = value.as_u64().map_or(Json::Null, Json::from);
                }
                return true;
            }
            (Shape::Positive, Json::Number(number)) if number.as_f64().is_some_and(|n| n > 0.0) => return true,
            // Nobody means anything by it, and generators write it.
            (Shape::Text | Shape::Flag, Json::Null) => return false,
            (Shape::Map, _) => "an object of schemas by name",
            (Shape::Count, _) => "a whole number from 0",
            (Shape::Number, _) => "a number",
            (Shape::Positive, _) => "a number above 0",
            (Shape::Text, _) => "a string",
            (Shape::Flag, _) => "true or false",
        };
        let message = format!("`{}` must be {expected}, not {}", word.text(), value.type_name());
        self.fault(at, message, format!("write {expected}"));
        false
    }

    fn types(&mut self, at: &Place<'_>, value: &mut Json) -> bool {
        let names = match &*value {
            Json::Array(names) if !names.is_empty() => names.as_slice(),
            Json::String(_) => std::slice::from_ref(&*value),
            _ => {
                let help = "write one of null, boolean, integer, number, string, array, object";
                self.fault(at, "`type` must be the name of a type, or a list of such names", help);
                return false;
            }
        };
        if let Some(wrong) = names.iter().find(|name| types::named(name).is_none()) {
            let name = wrong.as_str().map_or_else(|| wrong.to_string(), str::to_owned);
            self.fault(at, format!("{name:?} is no type of JSON Schema"), types::meant(&name));
            return false;
        }
        if let Json::Array(names) = value {
            match types::list(std::mem::take(names)) {
                Some(named) => *value = named,
                None => return false,
            }
        }
        true
    }

    fn choices(&mut self, at: &Place<'_>, value: &Json) -> bool {
        if value.as_array().is_none() {
            let message = format!("`enum` must be a list of values, not {}", value.type_name());
            self.fault(at, message, "write `\"enum\": [\"a\", \"b\"]`");
        }
        value.as_array().is_some()
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

    /// `items` as drafts before 2020-12 wrote a tuple.
    fn tuple(
        &mut self,
        above: &Place<'_>,
        at: &Place<'_>,
        draft: Draft,
        beside: &Beside,
        mut first: Json,
        out: &mut Object,
    ) {
        self.each(at, draft, &mut first);
        if first.as_array().is_some_and(|first| !first.is_empty()) {
            out.insert(Word::PrefixItems, first);
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
        for (name, mut needs) in map {
            let at = &at.key(&name);
            let keyword = match word {
                _ if needs.as_array().is_some() => Word::DependentRequired,
                Word::Dependencies => Word::DependentSchemas,
                _ => {
                    let message = format!("it must be a list of properties, not {}", needs.type_name());
                    self.fault(at, message, "write `[\"b\"]`");
                    continue;
                }
            };
            let said = match keyword {
                Word::DependentRequired => self.texts(at, &mut needs),
                _ => self.schema(at, draft, &mut needs),
            };
            if !said {
                continue;
            }
            if !out.has(keyword) {
                out.insert(keyword, Object::new());
            }
            if let Some(map) = out.at_mut(keyword).and_then(Json::as_object_mut) {
                map.insert(&name, needs);
            }
        }
    }

    fn schemas(&mut self, at: &Place<'_>, draft: Draft, value: &mut Json) -> bool {
        let some = value.as_array().is_some_and(|items| !items.is_empty());
        if some {
            self.each(at, draft, value);
        } else {
            self.fault(at, "it must be a list of schemas, at least one", "write `[{…}, {…}]`, or take it out");
        }
        some
    }

    fn each(&mut self, at: &Place<'_>, draft: Draft, items: &mut Json) {
        if let Json::Array(items) = items {
            for (n, item) in items.iter_mut().enumerate() {
                self.schema(&at.item(n), draft, item);
            }
        }
    }

    /// A list of names, each once.
    fn texts(&mut self, at: &Place<'_>, value: &mut Json) -> bool {
        match value {
            Json::Array(names) if names.iter().all(|name| name.as_str().is_some()) => {
                each_once(names);
                true
            }
            value => {
                let help = match value {
                    Json::Bool(_) => "put the property's name into the `required` list of the object around it",
                    _ => "write a list such as `[\"path\"]`",
                };
                self.fault(at, format!("it must be a list of property names, not {}", value.type_name()), help);
                false
            }
        }
    }

    fn fault(&mut self, at: &Place<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(&at.pointer(), message, help));
    }
}

/// The keywords of a schema with `words` that leave nothing behind.
fn silent(draft: Draft, words: WordSet, alone: bool) -> WordSet {
    let mut silent = SILENT.and(draft.foreign());
    if draft == Draft::D4 {
        silent = silent.and(WordSet::of(&[Word::OldId]));
    }
    if alone {
        silent = silent.and(ASSERTIONS).and(RENAMED);
    }
    if !words.has(Word::If) {
        silent = silent.and(WordSet::of(&[Word::Then, Word::Else]));
    }
    silent
}

/// Takes out the texts that came before.
pub(super) fn each_once(texts: &mut Vec<Json>) {
    /// Lists of at most this many are compared pair by pair.
    const FEW: usize = 24;
    if texts.len() <= FEW {
        let mut n = 1;
        while n < texts.len() {
            if texts[..n].iter().any(|known| known.as_str() == texts[n].as_str()) {
                texts.remove(n);
            } else {
                n += 1;
            }
        }
        return;
    }
    let mut seen = std::collections::HashSet::with_capacity(texts.len());
    let repeats: Vec<bool> = texts.iter().map(|text| !seen.insert(text.as_str())).collect();
    if repeats.contains(&true) {
        let mut repeats = repeats.into_iter();
        texts.retain(|_| repeats.next() == Some(false));
    }
}
