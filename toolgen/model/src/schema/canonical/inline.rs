//! References: a document in, its schemas in canonical form out, with references inlined where that
//! ends and stays small.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};

use super::Fault;
use super::conjoin::conjoin;
use super::document::Document;
use super::draft::Draft;
use super::keyword::{Shape, shape};
use super::limits::look;
use super::order::order;
use crate::json::{Json, Object, Text, Word, unescape};
use crate::schema::Place;

/// A schema of at most this many bytes is inlined however often it is used.
pub(super) const SMALL: usize = 2048;
/// A schema of more levels than this is not inlined, so that chains of references stay flat.
pub(super) const TALL: usize = 32;

/// Works a document into canonical form; faults are collected on the way.
pub(super) struct Inliner<'d> {
    pub(super) document: &'d Document,
    pub(super) faults: Vec<Fault>,
    /// Whether schemas were combined or copied anywhere: what is merged may allow more merging
    pub(super) stirred: bool,
    /// Of each target
    bodies: Vec<Body>,
    /// The number of the target by its name in `$defs`
    names: HashMap<Text, usize>,
    /// Whether what is being worked on has links to definitions
    linked: Cell<bool>,
}

struct Body {
    name: Text,
    /// `None` as long as it is being worked on: it is recursive then
    schema: Option<Object>,
    shared: bool,
    /// What refers to it
    link: OnceCell<Object>,
    /// Whether it has such links itself
    linked: bool,
}

impl<'d> Inliner<'d> {
    pub(super) fn new(document: &'d Document) -> Inliner<'d> {
        Inliner {
            document,
            faults: Vec::new(),
            stirred: false,
            bodies: Vec::new(),
            names: HashMap::new(),
            linked: Cell::new(false),
        }
    }

    /// The canonical form of the root, without its `$defs`.
    pub(super) fn run(&mut self, draft: Draft, mut schema: Json) -> Object {
        let mut counts = HashMap::new();
        self.names.reserve(self.document.targets.len());
        self.bodies.reserve(self.document.targets.len());
        for (number, target) in self.document.targets.iter().enumerate() {
            let name = self.name(&target.pointer, &mut counts);
            self.names.insert(name.clone(), number);
            self.bodies.push(Body {
                name,
                schema: None,
                shared: target.recursive,
                link: OnceCell::new(),
                linked: false,
            });
        }
        let mut root = None;
        for (number, target) in self.document.targets.iter().enumerate() {
            let written = if target.apart { definition(&mut schema, &target.pointer) } else { None };
            let Some(written) = written.or_else(|| schema.pointer(&target.pointer).cloned()) else { continue };
            self.linked.set(false);
            let form = self.node(&Place::Written(&target.pointer), target.draft, written);
            if target.pointer.is_empty() {
                root = Some(form.clone());
            }
            let form = Json::Object(form);
            let body = &mut self.bodies[number];
            body.linked = self.linked.get();
            let most = if target.uses < 2 { usize::MAX } else { SMALL };
            let seen = look(&form, TALL, most);
            body.shared |= seen.height > TALL || seen.bytes > most;
            body.schema = if let Json::Object(form) = form { Some(form) } else { None };
        }
        let body = match root {
            Some(body) => body,
            None => self.node(&Place::Root, draft, schema),
        };
        self.unfold(body)
    }

    /// What a reference to a target becomes.
    pub(super) fn reference(&self, target: usize) -> Object {
        match &self.bodies[target] {
            Body { schema: Some(schema), shared: false, linked, .. } => {
                self.linked.set(self.linked.get() || *linked);
                schema.clone()
            }
            body => {
                let link = || Object::of_distinct(vec![(Word::Ref.into(), format!("#/$defs/{}", body.name).into())]);
                self.linked.set(true);
                body.link.get_or_init(link).clone()
            }
        }
    }

    /// Replaces a reference on the schema itself by what it leads to, where that is exact.
    fn unfold(&mut self, mut schema: Object) -> Object {
        while let Some(body) = self.leads_to(&schema) {
            let mut rest = schema.clone();
            rest.take(Word::Ref);
            match conjoin(&rest, body, self.document.unevaluated) {
                Some(merged) => {
                    self.stirred = true;
                    schema = order(merged);
                }
                None => break,
            }
        }
        schema
    }

    fn leads_to(&self, schema: &Object) -> Option<&Object> {
        let name = schema.at(Word::Ref)?.as_str()?.strip_prefix("#/$defs/")?;
        self.bodies.get(*self.names.get(name)?)?.schema.as_ref()
    }

    /// The schema with the definitions that it needs, in the order of their first use.
    pub(super) fn with_definitions(&self, mut schema: Object) -> Json {
        if !self.bodies.iter().any(|body| body.shared || body.schema.is_none()) {
            return Json::Object(schema);
        }
        let mut defs: Vec<(&str, Json)> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        let mut fresh = Vec::new();
        names_in(&schema, &mut fresh);
        while !fresh.is_empty() {
            let mut next = Vec::new();
            for name in fresh {
                if !known.insert(name) {
                    continue;
                }
                let body = self.names.get(name).and_then(|target| self.bodies.get(*target));
                let schema = body.and_then(|body| body.schema.as_ref());
                if let Some(schema) = schema
                    && body.is_some_and(|body| body.linked)
                {
                    names_in(schema, &mut next);
                }
                defs.push((name, Json::Object(schema.cloned().unwrap_or_default())));
            }
            fresh = next;
        }
        let defs: Object = defs.into_iter().collect();
        if !defs.is_empty() {
            schema.insert(Word::Defs, defs);
        }
        Json::Object(schema)
    }

    /// A name for `$defs`: the last step of the pointer, in letters that every provider takes, and a number where others
    /// have the same.
    fn name(&self, target: &str, counts: &mut HashMap<Text, usize>) -> Text {
        let last = target.rfind('/').map_or(target, |slash| &target[slash + 1..]);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let plain: Text = if last.is_empty() {
            "Root".into()
        } else if last.chars().all(is_plain) {
            last.into()
        } else {
            last.replace(|c| !is_plain(c), "_").into()
        };
        let mut name = plain.clone();
        while self.names.contains_key(&name) {
            let count = counts.entry(plain.clone()).or_insert(1);
            *count += 1;
            name = format!("{plain}_{count}").into();
        }
        name
    }
}

/// Takes a definition out of the root.
fn definition(root: &mut Json, pointer: &str) -> Option<Json> {
    let (word, name) = match pointer.strip_prefix("/$defs/") {
        Some(name) => (Word::Defs, name),
        None => (Word::Definitions, pointer.strip_prefix("/definitions/")?),
    };
    let definitions = root.as_object_mut()?.at_mut(word)?.as_object_mut()?;
    definitions.get_mut(&unescape(name)).map(std::mem::take)
}

/// The definitions to which a canonical schema refers directly, in the order in which they stand.
fn names_in<'s>(schema: &'s Object, found: &mut Vec<&'s str>) {
    let mut below = |schema: &'s Json| {
        if let Json::Object(schema) = schema {
            names_in(schema, found);
        }
    };
    let mut own = None;
    for (key, value) in schema.entries() {
        let word = match (key.word(), value) {
            (Some(Word::Ref), Json::String(text)) => {
                own = text.strip_prefix("#/$defs/");
                continue;
            }
            (Some(word), Json::Object(_) | Json::Array(_)) => word,
            _ => continue,
        };
        match (word, shape(word), value) {
            (Word::Items, ..) | (_, Some(Shape::Schema), _) => below(value),
            (Word::PrefixItems, _, Json::Array(all)) | (_, Some(Shape::Schemas), Json::Array(all)) => {
                all.iter().for_each(&mut below);
            }
            (_, Some(Shape::Map), Json::Object(map)) => map.values().for_each(&mut below),
            _ => {}
        }
    }
    found.extend(own);
}
