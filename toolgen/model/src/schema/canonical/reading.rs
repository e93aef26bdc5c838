//! Reading: a schema in, where each of its references leads out. Nothing is ever fetched.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::Fault;
use super::children::{ANCHORS, Role, Spot};
use super::draft::Draft;
use super::keyword::{REFERENCES, UNEVALUATED};
use super::uri;
use crate::json::{Json, Text, Word, push_pointer};
use crate::schema::Place;

/// So many references and more have their places made as they come.
const FEW: usize = 28;

/// A schema while its references are resolved.
pub(super) struct Reading<'d> {
    root: Spot<'d>,
    /// Where a place has another base or draft than what holds it, by pointer
    turns: HashMap<String, (Draft, Rc<str>)>,
    /// The number of the first reference that says this
    said: HashMap<Said<'d>, usize>,
    references: Vec<Reference<'d>>,
    /// What each unit refers to; the first is that of the root
    pub(super) units: Vec<Vec<Edge>>,
    /// What is referred to
    pub(super) ends: Vec<End<'d>>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
    /// Whether each reference is taken down, and not only the first of those that say the same
    complete: bool,
}

/// A reference from a unit: the root, a definition or what is referred to, each without the definitions in it.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The number of the reference
    reference: usize,
    /// Whether it speaks about the same value as the unit
    pub(super) in_place: bool,
}

/// A keyword that refers, its value, and the URI against which that is resolved.
#[derive(Clone)]
struct Said<'d> {
    word: Word,
    text: &'d Text,
    base: Rc<str>,
}

impl PartialEq for Said<'_> {
    fn eq(&self, other: &Said<'_>) -> bool {
        self.word == other.word && self.text == other.text && Rc::ptr_eq(&self.base, &other.base)
    }
}

impl Eq for Said<'_> {}

impl Hash for Said<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(Rc::as_ptr(&self.base).addr() ^ self.word as usize);
        state.write(self.text.as_bytes());
    }
}

/// A reference.
struct Reference<'d> {
    /// Where the schema stands that has it, if each reference is taken down
    at: String,
    said: Said<'d>,
    /// The number of what it leads to
    end: Option<usize>,
}

/// What is referred to.
pub(super) struct End<'d> {
    pub(super) pointer: String,
    pub(super) spot: Spot<'d>,
    /// The number of the unit that it is
    pub(super) unit: usize,
}

/// What is collected before references can be resolved.
#[derive(Default)]
struct Index {
    resources: HashMap<String, String>,
    anchors: HashMap<(String, String), String>,
    /// URIs, and anchors after a `#`, that name two schemas: a fault as soon as one is referred to
    doubled: HashSet<String>,
    /// Where each dynamic anchor stands
    dynamic: HashMap<String, HashSet<String>>,
    /// What was walked over as a unit, by pointer: its number, and that of the end that it is
    units: HashMap<String, (usize, Option<usize>)>,
}

impl<'d> Reading<'d> {
    /// Reads the schema, or says which references lead nowhere; where they stand is known only of a `complete` reading.
    pub(super) fn of(schema: &'d Json, draft: Draft, complete: bool) -> Result<Reading<'d>, Vec<Fault>> {
        let root = Spot::new(schema, draft, "".into());
        let mut reading = Reading {
            root: root.clone(),
            turns: HashMap::new(),
            said: HashMap::with_capacity(FEW),
            references: Vec::with_capacity(FEW),
            units: vec![Vec::new()],
            ends: Vec::with_capacity(FEW),
            unevaluated: false,
            complete,
        };
        let mut index = Index { units: HashMap::with_capacity(FEW), ..Index::default() };
        index.resources.insert(String::new(), String::new());
        index.units.insert(String::new(), (0, None));
        let mut faults = Vec::new();
        reading.walk(&Place::Root, &root, (0, true), &mut index, &mut faults);
        let mut next = 0;
        while let Some(reference) = reading.references.get(next) {
            let first = if complete { reading.said.get(&reference.said).copied().unwrap_or(next) } else { next };
            let end = match reading.references[first].end {
                Some(end) => Ok(end),
                None => reading.resolve(reference, &index).map(|(at, to)| reading.end(at, to, &mut index, &mut faults)),
            };
            match end {
                Ok(end) => reading.references[next].end = Some(end),
                Err(fault) => faults.push(fault),
            }
            next += 1;
        }
        if faults.is_empty() { Ok(reading) } else { Err(faults) }
    }

    /// The number of the end at a place; what was not walked over yet is.
    fn end(&mut self, pointer: String, schema: &'d Json, index: &mut Index, faults: &mut Vec<Fault>) -> usize {
        let (end, fresh) = (self.ends.len(), self.units.len());
        let (unit, known) = index.units.entry(pointer.clone()).or_insert((fresh, None));
        if let Some(end) = *known {
            return end;
        }
        *known = Some(end);
        let unit = *unit;
        let spot = self.spot(&pointer, schema);
        if unit == fresh {
            self.units.push(Vec::new());
            if spot.turns() {
                self.turns.insert(pointer.clone(), (spot.draft, Rc::clone(&spot.base)));
            }
            self.walk(&Place::Written(&pointer), &spot, (unit, true), index, faults);
        }
        self.ends.push(End { pointer, spot, unit });
        end
    }

    /// The number of the end to which a reference leads.
    pub(super) fn end_of(&self, edge: Edge) -> Option<usize> {
        self.references[edge.reference].end
    }

    /// Where the schema stands that refers.
    pub(super) fn place_of(&self, edge: Edge) -> &str {
        &self.references[edge.reference].at
    }

    /// Whether all references are resolved against one URI and read by one draft.
    pub(super) fn is_plain(&self) -> bool {
        self.turns.is_empty()
    }

    /// The references, by their text or else by where they stand, each with the number of its end. Of those that say
    /// the same there may be the first only.
    pub(super) fn references(&self) -> impl Iterator<Item = (Text, usize)> {
        let plain = self.is_plain();
        self.references.iter().filter_map(move |reference| {
            let key = if plain { reference.said.text.clone() } else { reference.pointer().into() };
            Some((key, reference.end?))
        })
    }

    /// The schema at `pointer`, read as what stands around it says.
    fn spot(&self, pointer: &str, schema: &'d Json) -> Spot<'d> {
        let mut around = pointer;
        let (draft, base) = loop {
            if let Some((draft, base)) = self.turns.get(around) {
                break (*draft, Rc::clone(base));
            }
            match around.rfind('/').filter(|_| !self.turns.is_empty()) {
                Some(end) => around = &around[..end],
                None => break (self.root.draft, Rc::clone(&self.root.base)),
            }
        };
        // What turns here was entered when that was taken down.
        let is_entered = pointer.is_empty() || self.turns.contains_key(pointer);
        if is_entered { Spot::entered(schema, draft, base) } else { Spot::new(schema, draft, base) }
    }

    /// Takes down what a schema and those in it say, as parts of a unit that speak about the same value or do not.
    fn walk(
        &mut self,
        at: &Place<'_>,
        spot: &Spot<'d>,
        (unit, in_place): (usize, bool),
        index: &mut Index,
        faults: &mut Vec<Fault>,
    ) {
        self.names(at, spot, index);
        self.refer(at, spot, (unit, in_place), faults);
        spot.children(at, &mut |role, at, child| {
            let inside = match role {
                Role::InPlace => (unit, in_place),
                Role::Part => (unit, false),
                Role::Definition => {
                    index.units.insert(at.pointer(), (self.units.len(), None));
                    self.units.push(Vec::new());
                    (self.units.len() - 1, true)
                }
            };
            if child.base != spot.base || child.draft != spot.draft {
                self.turns.insert(at.pointer(), (child.draft, Rc::clone(&child.base)));
            }
            self.walk(at, &child, inside, index, faults);
        });
    }

    fn refer(&mut self, at: &Place<'_>, spot: &Spot<'d>, (unit, in_place): (usize, bool), faults: &mut Vec<Fault>) {
        if !spot.words.meets(REFERENCES) {
            return;
        }
        for word in referring(spot) {
            let text = match spot.at(word) {
                Some(Json::String(text)) => text,
                Some(other) => {
                    let message = format!("`{}` must be a string, not {}", word.text(), other.type_name());
                    let at = at.key(word.text()).pointer();
                    faults.push(Fault::new(&at, message, "write a pointer such as `#/$defs/NAME`"));
                    continue;
                }
                None => continue,
            };
            let said = Said { word, text, base: Rc::clone(&spot.base) };
            let fresh = self.references.len();
            let reference = match self.said.entry(said) {
                Entry::Occupied(first) if !self.complete => *first.get(),
                entry => {
                    let said = entry.key().clone();
                    entry.or_insert(fresh);
                    let at = if self.complete { at.pointer() } else { String::new() };
                    self.references.push(Reference { at, said, end: None });
                    fresh
                }
            };
            self.units[unit].push(Edge { reference, in_place });
        }
    }

    /// Takes down what the place calls itself.
    fn names(&mut self, at: &Place<'_>, spot: &Spot<'d>, index: &mut Index) {
        self.unevaluated |= spot.draft.knows(Word::UnevaluatedItems) && spot.words.meets(UNEVALUATED);
        if let Some(id) = spot.id() {
            // The base is set already; a `$id` that is only a fragment names an anchor.
            let (_, fragment) = uri::resolve(&spot.base, id);
            if fragment.is_empty() {
                let pointer = at.pointer();
                let first = index.resources.insert(spot.base.to_string(), pointer.clone());
                if first.is_some_and(|first| first != pointer) {
                    index.doubled.insert(spot.base.to_string());
                }
            } else {
                index.anchor(at, spot, &fragment);
            }
        }
        if !spot.words.meets(ANCHORS) {
            return;
        }
        for keyword in [Word::Anchor, Word::DynamicAnchor] {
            if let Some(name) = spot.at(keyword).and_then(Json::as_str).filter(|_| spot.draft.knows(keyword)) {
                index.anchor(at, spot, name);
                if keyword == Word::DynamicAnchor {
                    index.dynamic.entry(name.to_owned()).or_default().insert(at.pointer());
                }
            }
        }
        if spot.draft == Draft::D2019 && spot.at(Word::RecursiveAnchor).and_then(Json::as_bool) == Some(true) {
            index.dynamic.entry(String::new()).or_default();
        }
    }

    /// The pointer to what a reference leads to, and the schema there.
    fn resolve(&self, reference: &Reference<'d>, index: &Index) -> Result<(String, &'d Json), Fault> {
        let Said { word: keyword, text, base } = &reference.said;
        let root = self.root.schema;
        let fault = |message: String, help: &str| Err(Fault::new(&reference.pointer(), message, help));
        let (uri, fragment) = uri::resolve(base, text);
        let dynamic = match keyword {
            Word::RecursiveRef => index.dynamic.contains_key(""),
            Word::DynamicRef => index.dynamic.get(&*fragment).is_some_and(|places| places.len() > 1),
            _ => false,
        };
        if dynamic {
            let message =
                format!("`{}` {text:?} means something else at each place that it is reached from", keyword.text());
            return fault(message, "write the schema out with `$ref` and `$defs`");
        }
        let doubled = &index.doubled;
        if !doubled.is_empty() && (doubled.contains(&*uri) || doubled.contains(&format!("{uri}#{fragment}"))) {
            let message = format!("{text:?} leads to two schemas that call themselves the same");
            return fault(message, "give each `$id` and `$anchor` a value of its own, or take them out");
        }
        let Some(resource) = index.resources.get(&*uri) else {
            let message = format!("{text:?} is outside of this schema, and nothing is fetched");
            return fault(message, "copy that schema into `$defs` and refer to `#/$defs/NAME`");
        };
        let found = |pointer: String| {
            let schema = root.pointer(&pointer).filter(|schema| is_schema(schema))?;
            Some((pointer, schema))
        };
        let target = if fragment.is_empty() {
            found(resource.clone())
        } else if fragment.starts_with('/') {
            // Generators count from the root of the document, also inside of a schema with an `$id`.
            found([resource, &*fragment].concat()).or_else(|| found(fragment.into_owned()))
        } else {
            index.anchors.get(&(uri.into_owned(), fragment.into_owned())).cloned().and_then(found)
        };
        match target {
            Some(target) => Ok(target),
            None => {
                let defs = root.get("$defs").or_else(|| root.get("definitions"));
                let known = defs.and_then(Json::as_object).into_iter().flat_map(crate::json::Object::keys);
                let last = text.rsplit('/').next().unwrap_or_default();
                let help = match crate::nearest::nearest(last, known) {
                    Some(near) => format!("did you mean {:?}?", text.replace(last, near)),
                    None => "define it under `$defs`, or correct the pointer".to_owned(),
                };
                fault(format!("{text:?} leads to no schema"), &help)
            }
        }
    }
}

impl Reference<'_> {
    /// The pointer to its keyword.
    fn pointer(&self) -> String {
        push_pointer(&self.at, self.said.word.text())
    }
}

fn is_schema(value: &Json) -> bool {
    matches!(value, Json::Object(_) | Json::Bool(_))
}

impl Index {
    fn anchor(&mut self, at: &Place<'_>, spot: &Spot<'_>, name: &str) {
        let pointer = at.pointer();
        let first = self.anchors.insert((spot.base.to_string(), name.to_owned()), pointer.clone());
        if first.is_some_and(|first| first != pointer) {
            self.doubled.insert(format!("{}#{name}", spot.base));
        }
    }
}

/// The keywords on a schema that refer, as far as its draft knows them.
fn referring<'s>(spot: &'s Spot<'_>) -> impl Iterator<Item = Word> + use<'s> {
    let known = spot.words.without(spot.draft.foreign());
    [Word::Ref, Word::DynamicRef, Word::RecursiveRef].into_iter().filter(move |word| known.has(*word))
}
