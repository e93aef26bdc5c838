//! Acceptance: a schema as it is sent in, what the provider would refuse of it out.
//!
//! The tables here say what providers were seen to take, which is more than what the dialects send.

use std::collections::HashSet;

use super::loss::Refusal;
use super::projection::Parts;
use super::rules::{Formats, Keys, Value, Words};
use super::{Dialect, walk};
use crate::json::{Json, Object, Text, Word, WordSet};
use crate::schema::Place;

/// What one schema or one request may hold.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) depth: usize,
    pub(super) properties: usize,
    pub(super) optional: usize,
    pub(super) unions: usize,
    pub(super) enum_values: usize,
    pub(super) characters: usize,
}

impl Limits {
    pub(super) const NONE: Limits = Limits {
        depth: usize::MAX,
        properties: usize::MAX,
        optional: usize::MAX,
        unions: usize::MAX,
        enum_values: usize::MAX,
        characters: usize::MAX,
    };
}

/// What a provider takes.
#[derive(Clone, Copy)]
pub(super) struct Accepts {
    pub(super) root_unions: bool,
    pub(super) keywords: Words,
    pub(super) formats: Formats,
    /// Every object says `additionalProperties: false`
    pub(super) closed: bool,
    pub(super) all_required: bool,
    /// Every schema says what it is
    pub(super) typed: bool,
    pub(super) booleans: bool,
    pub(super) items: bool,
    pub(super) type_lists: bool,
    pub(super) string_enums: bool,
    pub(super) beside_ref: bool,
    pub(super) recursion: bool,
    pub(super) required_defined: bool,
    pub(super) keys: Keys,
    pub(super) pattern: fn(&str) -> bool,
    pub(super) value: Option<Value>,
    pub(super) name: fn(&str) -> bool,
    /// The most tools of one request
    pub(super) tools: usize,
    pub(super) limits: Limits,
    pub(super) request: Limits,
}

/// Whatever is a schema of an object.
pub(super) static ANY: Accepts = Accepts {
    root_unions: true,
    keywords: Words::All,
    formats: Formats::All,
    closed: false,
    all_required: false,
    typed: false,
    booleans: true,
    items: false,
    type_lists: true,
    string_enums: false,
    beside_ref: true,
    recursion: true,
    required_defined: false,
    keys: Keys::Any,
    pattern: |_| true,
    value: None,
    name: |_| true,
    tools: usize::MAX,
    limits: Limits::NONE,
    request: Limits::NONE,
};

/// What a provider would refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptFault {
    /// A short name of the reason
    pub code: &'static str,
    /// RFC 6901 pointer into the schema
    pub at: String,
    /// What is wrong there
    pub message: String,
}

/// What counts against the limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    properties: usize,
    pub(super) optional: usize,
    pub(super) unions: usize,
    enum_values: usize,
    characters: usize,
}

/// What `dialect` would refuse of a request with these tools: the name and the schema of each.
pub fn accept(dialect: Dialect, tools: &[(&str, &Json)]) -> Vec<AcceptFault> {
    let accepts = dialect.accepts();
    let mut faults = Vec::new();
    let mut total = Counts::default();
    if tools.len() > accepts.tools {
        faults.push(fault("tools", "", format!("{} tools; {} is the most", tools.len(), accepts.tools)));
    }
    let mut names = HashSet::new();
    for (name, schema) in tools {
        if !(accepts.name)(name) || !names.insert(*name) {
            faults.push(fault("name", "", format!("the name {name:?} does not fit, or comes twice")));
        }
        let (more, counts) = accepts.schema(schema);
        faults.extend(more);
        total.optional += counts.optional;
        total.unions += counts.unions;
    }
    faults.extend(over(&accepts.request, &total, 0));
    faults
}

fn fault(code: &'static str, at: &str, message: impl Into<String>) -> AcceptFault {
    AcceptFault { code, at: at.to_owned(), message: message.into() }
}

fn over(limits: &Limits, counts: &Counts, depth: usize) -> Vec<AcceptFault> {
    let all = [
        ("depth", depth, limits.depth),
        ("properties", counts.properties, limits.properties),
        ("optional", counts.optional, limits.optional),
        ("unions", counts.unions, limits.unions),
        ("enum-values", counts.enum_values, limits.enum_values),
        ("characters", counts.characters, limits.characters),
    ];
    let over = all.into_iter().filter(|(_, count, most)| count > most);
    over.map(|(code, count, most)| fault(code, "", format!("{count} {code}; {most} is the most"))).collect()
}

/// What one request of a dialect may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Tools; for a strict dialect, strict ones
    pub tools: usize,
    /// Optional properties of strict tools
    pub optional: usize,
    /// Properties of strict tools that are unions
    pub unions: usize,
}

/// The budget of a request.
pub fn budget(dialect: Dialect) -> Budget {
    let accepts = dialect.accepts();
    Budget { tools: accepts.tools, optional: accepts.request.optional, unions: accepts.request.unions }
}

/// What a schema counts.
pub(super) fn counts(schema: &Json) -> Counts {
    ANY.schema(schema).1
}

/// Keywords that say what a schema is.
const SAYING: WordSet =
    WordSet::of(&[Word::Ref, Word::Type, Word::AnyOf, Word::OneOf, Word::AllOf, Word::Enum, Word::Const]);

/// Keywords whose text is looked at.
const TEXTS: WordSet = WordSet::of(&[Word::Format, Word::Pattern]);
const OF_PROPERTIES: WordSet = WordSet::of(&[Word::Properties, Word::Required]);

/// What may stand beside a reference in any case.
const BESIDE_REF: WordSet = WordSet::of(&[Word::Ref, Word::Defs, Word::Definitions, Word::Schema]);

impl Accepts {
    /// A refusal when what is to be sent is over a limit.
    pub(super) fn refuse(&self, parts: &Parts) -> Result<(), Refusal> {
        let (faults, _) = self.schema(&parts.schema);
        match faults.into_iter().next() {
            Some(fault) => Err(Refusal::new(fault.code, &fault.at, fault.message)),
            None => Ok(()),
        }
    }

    fn schema(&self, schema: &Json) -> (Vec<AcceptFault>, Counts) {
        let mut look = Look { accepts: self, faults: Vec::new(), counts: Counts::default(), depth: 0, refers: false };
        let is_object =
            schema.at(Word::Type).and_then(Json::as_str).is_some_and(|name| name.eq_ignore_ascii_case("object"));
        if !is_object {
            look.faults.push(fault("root", "", "the root is no `type: object`"));
        }
        if !self.root_unions {
            for key in ["anyOf", "oneOf", "allOf", "$ref"].into_iter().filter(|key| schema.get(key).is_some()) {
                look.faults.push(fault("root", "", format!("`{key}` at the root")));
            }
        }
        look.schema(&Place::Root, 1, schema);
        if look.refers && !self.recursion && walk::is_recursive(schema) {
            look.faults.push(fault("recursion", "", "a schema that contains itself"));
        }
        look.faults.extend(over(&self.limits, &look.counts, look.depth));
        (look.faults, look.counts)
    }
}

/// What was seen of a schema.
struct Look<'a> {
    accepts: &'a Accepts,
    faults: Vec<AcceptFault>,
    counts: Counts,
    depth: usize,
    refers: bool,
}

impl Look<'_> {
    /// A schema and all in it.
    fn schema(&mut self, at: &Place<'_>, level: usize, schema: &Json) {
        self.depth = self.depth.max(level);
        match schema {
            Json::Object(node) => {
                let words = self.node(at, node);
                if words.meets(walk::HELD) {
                    walk::children(at, level, node, &mut |at, level, schema| self.schema(at, level, schema));
                }
            }
            _ if !self.accepts.booleans => self.refuse(at, "boolean", "a schema that is no object"),
            _ => {}
        }
    }

    fn refuse(&mut self, at: &Place<'_>, code: &'static str, message: impl Into<String>) {
        self.faults.push(fault(code, &at.pointer(), message));
    }

    /// One schema; returns its keywords.
    fn node(&mut self, at: &Place<'_>, node: &Object) -> WordSet {
        let accepts = self.accepts;
        let words = node.words();
        if accepts.value.is_some() || !matches!(accepts.keywords, Words::All) {
            self.keywords(at, node);
        }
        if words.meets(TEXTS) {
            self.texts(at, node);
        }
        let types = match node.at(Word::Type) {
            Some(Json::Array(names)) => names.as_slice(),
            Some(name) => std::slice::from_ref(name),
            None => &[],
        };
        self.refers |= words.has(Word::Ref);
        // One that is an item or a branch counts too: nobody recorded that it does not.
        self.counts.unions += usize::from(words.has(Word::AnyOf) || types.len() > 1);
        let is = |name: &str| types.iter().filter_map(Json::as_str).any(|other| other.eq_ignore_ascii_case(name));
        if types.len() > 1 && !accepts.type_lists {
            self.refuse(at, "type", "a list of types");
        }
        if accepts.typed && !words.meets(SAYING) {
            self.refuse(at, "type", "a schema that does not say what it is");
        }
        if accepts.items && !words.has(Word::Items) && is("array") {
            self.refuse(at, "items", "an array without `items`");
        }
        let stands_beside = |key: &Text| key.word().is_none_or(|word| !BESIDE_REF.has(word));
        if !accepts.beside_ref && words.has(Word::Ref) && node.entries().any(|(key, _)| stands_beside(key)) {
            self.refuse(at, "ref", "something beside `$ref`");
        }
        let says_closed = || node.at(Word::AdditionalProperties).and_then(Json::as_bool) == Some(false);
        if accepts.closed && is("object") && !says_closed() {
            self.refuse(at, "closed", "an object without `additionalProperties: false`");
        }
        if words.meets(OF_PROPERTIES) {
            self.properties(at, node);
        }
        if let Some(choices) = node.at(Word::Enum).and_then(Json::as_array) {
            self.choices(at, choices);
        }
        words
    }

    fn keywords(&mut self, at: &Place<'_>, node: &Object) {
        let accepts = self.accepts;
        for (key, value) in node.entries() {
            if !accepts.keywords.take_key(key) {
                self.refuse(at, "keyword", format!("`{key}` is not taken"));
            } else if key.word().zip(accepts.value).is_some_and(|(word, fits)| !fits(word, value)) {
                self.refuse(at, "value", format!("`{key}: {value}` is not taken"));
            }
        }
    }

    fn texts(&mut self, at: &Place<'_>, node: &Object) {
        let text = |word: Word| node.at(word).and_then(Json::as_str);
        if let Some(format) = text(Word::Format).filter(|format| !self.accepts.formats.take(format)) {
            self.refuse(at, "format", format!("`format: {format}` is not taken"));
        }
        if text(Word::Pattern).is_some_and(|pattern| !(self.accepts.pattern)(pattern)) {
            self.refuse(at, "pattern", "this `pattern` is not understood");
        }
    }

    fn properties(&mut self, at: &Place<'_>, node: &Object) {
        let accepts = self.accepts;
        let none = Object::new();
        let properties = node.at(Word::Properties).and_then(Json::as_object).unwrap_or(&none);
        let required = node.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
        let presence = Presence::of(properties, required);
        if accepts.required_defined && presence.undefined {
            self.refuse(at, "required", "`required` names what `properties` does not have");
        }
        self.counts.properties += properties.len();
        self.counts.optional += presence.optional.len();
        if accepts.all_required {
            for name in presence.optional {
                self.refuse(at, "required", format!("the property {name:?} is not required"));
            }
        }
        let fits = match accepts.keys {
            Keys::Every(fits) => Some(fits),
            Keys::Root(fits) => Some(fits).filter(|_| at.is_root()),
            Keys::Any => None,
        };
        for name in properties.keys() {
            self.counts.characters += name.len();
            if fits.is_some_and(|fits| !fits(name)) {
                self.refuse(at, "key", format!("a property is called {name:?}"));
            }
        }
    }

    fn choices(&mut self, at: &Place<'_>, choices: &[Json]) {
        self.counts.enum_values += choices.len();
        let length: usize = choices.iter().filter_map(Json::as_str).map(str::len).sum();
        self.counts.characters += length;
        if self.accepts.limits.enum_values != usize::MAX && choices.len() > 250 && length > 15_000 {
            self.refuse(at, "enum-size", format!("{} choices with {length} characters", choices.len()));
        }
        if self.accepts.string_enums && choices.iter().any(|choice| choice.as_str().is_none_or(str::is_empty)) {
            self.refuse(at, "enum", "a choice that is no string, or an empty one");
        }
    }
}

/// What `required` says of properties.
struct Presence<'p> {
    /// The names of the optional ones, in order
    optional: Vec<&'p str>,
    /// Whether it names what is no property
    undefined: bool,
}

impl<'p> Presence<'p> {
    fn of(properties: &'p Object, required: &[Json]) -> Presence<'p> {
        let count = properties.len();
        let names = properties.keys().zip(0u32..);
        let mut undefined = false;
        if count > 64 {
            let required: HashSet<&str> = required.iter().filter_map(Json::as_str).collect();
            undefined = required.iter().any(|name| !properties.contains_key(name));
            let optional = names.map(|(name, _)| name).filter(|name| !required.contains(name));
            return Presence { optional: optional.collect(), undefined };
        }
        let mut found = 0u64;
        // Names nearly always stand in the order of the properties, so that the next is not far.
        let mut around = names.clone().cycle();
        for name in required.iter().filter_map(Json::as_str) {
            match around.by_ref().take(count).find(|(other, _)| *other == name) {
                Some((_, n)) => found |= 1 << n,
                None => undefined = true,
            }
        }
        let optional = names.filter(|(_, n)| found & (1 << n) == 0).map(|(name, _)| name);
        Presence { optional: optional.collect(), undefined }
    }
}

/// Whether it counts as a union.
pub(super) fn is_union(schema: &Object) -> bool {
    schema.at(Word::AnyOf).is_some() || matches!(schema.at(Word::Type), Some(Json::Array(names)) if names.len() > 1)
}
