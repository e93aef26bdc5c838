//! Reading: a schema in, where each of its references leads out. Nothing is ever fetched.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Fault;
use super::children::{ANCHORS, Role, Spot};
use super::draft::Draft;
use super::keyword::{REFERENCES, UNEVALUATED};
use super::uri;
use crate::json::{Json, Word};
use crate::schema::Place;

/// A schema while its references are resolved.
pub(super) struct Reading<'d> {
    root: Spot<'d>,
    /// Where a place has another base or draft than what holds it, by pointer
    turns: HashMap<String, (Draft, Rc<str>)>,
    /// The number of the first reference that says this
    said: HashMap<Said<'d>, usize>,
    references: Vec<Reference<'d>>,
    /// What is referred to
    pub(super) ends: Vec<End<'d>>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
    /// Whether each reference is taken down, and not only the first of those that say the same
    complete: bool,
}

/// A keyword that refers, its value, and the URI against which that is resolved.
type Said<'d> = (Word, &'d str, Rc<str>);

/// A reference.
struct Reference<'d> {
    /// Where it stands, its keyword included
    at: String,
    said: Said<'d>,
    /// The number of what it leads to
    end: Option<usize>,
}

/// What is referred to.
pub(super) struct End<'d> {
    pub(super) pointer: String,
    pub(super) spot: Spot<'d>,
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
    /// The numbers of ends, by pointer
    ends: HashMap<String, usize>,
    /// Definitions and targets that were walked over; another target is walked over once more
    seen: HashSet<String>,
}

impl<'d> Reading<'d> {
    /// Reads the schema, or says which references lead nowhere.
    pub(super) fn of(schema: &'d Json, draft: Draft) -> Result<Reading<'d>, Vec<Fault>> {
        match Reading::once(schema, draft, false) {
            // Then it counts where each reference stands.
            Err(_) => Reading::once(schema, draft, true),
            Ok(reading) if !reading.turns.is_empty() => Reading::once(schema, draft, true),
            plain => plain,
        }
    }

    fn once(schema: &'d Json, draft: Draft, complete: bool) -> Result<Reading<'d>, Vec<Fault>> {
        let root = Spot::new(schema, draft, "".into());
        let mut reading = Reading {
            root: root.clone(),
            turns: HashMap::new(),
            said: HashMap::new(),
            references: Vec::new(),
            ends: Vec::new(),
            unevaluated: false,
            complete,
        };
        let mut index = Index::default();
        index.resources.insert(String::new(), String::new());
        let mut faults = Vec::new();
        reading.walk(&Place::Root, &root, &mut index, &mut faults);
        let mut next = 0;
        while let Some(reference) = reading.references.get(next) {
            let first = reading.said.get(&reference.said).copied().unwrap_or(next);
            let end = match reading.references[first].end {
                Some(end) => Ok(end),
                None => reading.resolve(reference, &index).map(|pointer| reading.end(pointer, &mut index, &mut faults)),
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
    fn end(&mut self, pointer: String, index: &mut Index, faults: &mut Vec<Fault>) -> usize {
        if let Some(&end) = index.ends.get(&pointer) {
            return end;
        }
        let spot = self.spot(&pointer);
        if !pointer.is_empty() && index.seen.insert(pointer.clone()) {
            if spot.turns() {
                self.turns.insert(pointer.clone(), (spot.draft, Rc::clone(&spot.base)));
            }
            self.walk(&Place::Written(&pointer), &spot, index, faults);
        }
        index.ends.insert(pointer.clone(), self.ends.len());
        self.ends.push(End { pointer, spot });
        self.ends.len() - 1
    }

    /// The numbers of the ends to which the references on a schema lead.
    pub(super) fn ends_of(&self, spot: &Spot<'d>) -> impl Iterator<Item = usize> {
        said(spot).filter_map(|said| self.references[*self.said.get(&said)?].end)
    }

    /// Whether all references are resolved against one URI and read by one draft.
    pub(super) fn is_plain(&self) -> bool {
        self.turns.is_empty()
    }

    /// The references, by their text or else by where they stand, each with the number of its end. Of those that say
    /// the same there may be the first only.
    pub(super) fn references(&self) -> impl Iterator<Item = (&str, usize)> {
        let plain = self.is_plain();
        self.references.iter().filter_map(move |reference| {
            Some((if plain { reference.said.1 } else { reference.at.as_str() }, reference.end?))
        })
    }

    /// The root, as it is read.
    pub(super) fn root(&self) -> &Spot<'d> {
        &self.root
    }

    /// The place at `pointer`, read as what stands around it says.
    fn spot(&self, pointer: &str) -> Spot<'d> {
        let schema = self.root.schema.pointer(pointer).unwrap_or(self.root.schema);
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

    fn walk(&mut self, at: &Place<'_>, spot: &Spot<'d>, index: &mut Index, faults: &mut Vec<Fault>) {
        self.names(at, spot, index);
        self.refer(at, spot, faults);
        spot.children(at, &mut |role, at, child| {
            if role == Role::Definition {
                index.seen.insert(at.pointer());
            }
            if child.base != spot.base || child.draft != spot.draft {
                self.turns.insert(at.pointer(), (child.draft, Rc::clone(&child.base)));
            }
            self.walk(at, &child, index, faults);
        });
    }

    fn refer(&mut self, at: &Place<'_>, spot: &Spot<'d>, faults: &mut Vec<Fault>) {
        if !spot.words.meets(REFERENCES) {
            return;
        }
        for said in said(spot) {
            let known = self.said.contains_key(&said);
            if !known {
                self.said.insert(said.clone(), self.references.len());
            }
            if !known || self.complete {
                self.references.push(Reference { at: at.key(said.0.text()).pointer(), said, end: None });
            }
        }
        for word in referring(spot) {
            if let Some(other) = spot.at(word).filter(|value| value.as_str().is_none()) {
                let message = format!("`{}` must be a string, not {}", word.text(), other.type_name());
                let at = at.key(word.text()).pointer();
                faults.push(Fault::new(&at, message, "write a pointer such as `#/$defs/NAME`"));
            }
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

    fn resolve(&self, reference: &Reference<'_>, index: &Index) -> Result<String, Fault> {
        let (at, (keyword, text, base)) = (&reference.at, &reference.said);
        let root = self.root.schema;
        let (uri, fragment) = uri::resolve(base, text);
        let dynamic = match keyword {
            Word::RecursiveRef => index.dynamic.contains_key(""),
            Word::DynamicRef => index.dynamic.get(&fragment).is_some_and(|places| places.len() > 1),
            _ => false,
        };
        if dynamic {
            let message =
                format!("`{}` {text:?} means something else at each place that it is reached from", keyword.text());
            return Err(Fault::new(at, message, "write the schema out with `$ref` and `$defs`"));
        }
        let doubled = &index.doubled;
        if !doubled.is_empty() && (doubled.contains(&uri) || doubled.contains(&format!("{uri}#{fragment}"))) {
            let message = format!("{text:?} leads to two schemas that call themselves the same");
            return Err(Fault::new(at, message, "give each `$id` and `$anchor` a value of its own, or take them out"));
        }
        let Some(resource) = index.resources.get(&uri) else {
            let message = format!("{text:?} is outside of this schema, and nothing is fetched");
            return Err(Fault::new(at, message, "copy that schema into `$defs` and refer to `#/$defs/NAME`"));
        };
        let is_there = |pointer: &String| root.pointer(pointer).is_some_and(is_schema);
        let target = if fragment.is_empty() {
            Some(resource.clone()).filter(is_there)
        } else if fragment.starts_with('/') {
            // Generators count from the root of the document, also inside of a schema with an `$id`.
            let within = format!("{resource}{fragment}");
            Some(within).filter(is_there).or(Some(fragment).filter(is_there))
        } else {
            index.anchors.get(&(uri, fragment)).cloned().filter(is_there)
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
                Err(Fault::new(at, format!("{text:?} leads to no schema"), help))
            }
        }
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

/// What they say.
fn said<'d>(spot: &Spot<'d>) -> impl Iterator<Item = Said<'d>> {
    referring(spot).filter_map(|word| Some((word, spot.at(word)?.as_str()?, Rc::clone(&spot.base))))
}
