//! The document: a schema in, where each of its references leads out. Nothing is ever fetched.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Fault;
use super::children::{Role, Spot};
use super::draft::Draft;
use super::keyword::UNEVALUATED;
use super::uri;
use crate::json::{Json, Word};
use crate::schema::Place;

/// A schema document with its references resolved.
#[derive(Default)]
pub(super) struct Document<'d> {
    root: Option<Spot<'d>>,
    /// Where a place has another base or draft than what holds it, by pointer
    turns: HashMap<String, (Draft, Rc<str>)>,
    /// Where the reference of a place leads, both as pointers
    pub(super) refs: HashMap<String, String>,
    /// All places above the targets of references
    above_targets: HashSet<String>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
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
    references: Vec<Reference>,
    /// Definitions and targets that were walked over; another target is walked over once more
    seen: HashSet<String>,
}

struct Reference {
    at: String,
    base: Rc<str>,
    text: String,
    keyword: &'static str,
}

impl<'d> Document<'d> {
    /// Reads the document, or says which references lead nowhere.
    pub(super) fn read(schema: &'d Json) -> Result<Document<'d>, Vec<Fault>> {
        let draft = Draft::stated(schema).map_err(|fault| vec![fault])?;
        let root = Spot { schema, draft, base: "".into() };
        let mut document = Document { root: Some(root.clone().entered()), ..Document::default() };
        let mut index = Index::default();
        index.resources.insert(String::new(), String::new());
        let mut faults = Vec::new();
        document.walk(&Place::Root, &root.entered(), &mut index, &mut faults);
        while !index.references.is_empty() {
            for reference in std::mem::take(&mut index.references) {
                match document.resolve(&reference, &index) {
                    Ok(target) => {
                        if !target.is_empty()
                            && index.seen.insert(target.clone())
                            && let Some(spot) = document.spot(&target)
                        {
                            document.walk(&Place::Written(&target), &spot, &mut index, &mut faults);
                        }
                        document.refs.insert(reference.at, target);
                    }
                    Err(fault) => faults.push(fault),
                }
            }
        }
        for target in document.refs.values() {
            let mut above = target.as_str();
            while let Some(end) = above.rfind('/').filter(|_| !document.above_targets.contains(above)) {
                document.above_targets.insert(above.to_owned());
                above = &above[..end];
            }
        }
        if faults.is_empty() { Ok(document) } else { Err(faults) }
    }

    /// Where the reference of a place leads.
    pub(super) fn target(&self, at: &Place<'_>) -> Option<&str> {
        if self.refs.is_empty() { None } else { self.refs.get(&at.pointer()).map(String::as_str) }
    }

    /// Whether anything is referred to.
    pub(super) fn has_targets(&self) -> bool {
        !self.above_targets.is_empty()
    }

    /// Whether the place holds a schema, itself or below, that something refers to.
    pub(super) fn holds_a_target(&self, at: &Place<'_>) -> bool {
        self.above_targets.contains(&at.pointer())
    }

    /// The place at `pointer`, read as what stands around it says.
    pub(super) fn spot(&self, pointer: &str) -> Option<Spot<'d>> {
        let root = self.root.as_ref()?;
        let schema = root.schema.pointer(pointer)?;
        let mut around = pointer;
        let (draft, base) = loop {
            if let Some(turn) = self.turns.get(around) {
                break turn.clone();
            }
            match around.rfind('/').filter(|_| !self.turns.is_empty()) {
                Some(end) => around = &around[..end],
                None => break (root.draft, Rc::clone(&root.base)),
            }
        };
        Some(Spot { schema, draft, base }.entered())
    }

    fn walk(&mut self, at: &Place<'_>, spot: &Spot<'d>, index: &mut Index, faults: &mut Vec<Fault>) {
        self.names(at, spot, index);
        index.refer(at, spot, faults);
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

    /// Takes down what the place calls itself.
    fn names(&mut self, at: &Place<'_>, spot: &Spot<'d>, index: &mut Index) {
        let Some(object) = spot.schema.as_object() else { return };
        self.unevaluated |= spot.draft.knows(Word::UnevaluatedItems) && object.words().meets(UNEVALUATED);
        if let Some(id) = spot.id() {
            // `entered` has set the base already; a `$id` that is only a fragment names an anchor.
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
        for keyword in [Word::Anchor, Word::DynamicAnchor] {
            if let Some(name) = object.at(keyword).and_then(Json::as_str).filter(|_| spot.draft.knows(keyword)) {
                index.anchor(at, spot, name);
                if keyword == Word::DynamicAnchor {
                    index.dynamic.entry(name.to_owned()).or_default().insert(at.pointer());
                }
            }
        }
        if spot.draft == Draft::D2019 && object.get("$recursiveAnchor").and_then(Json::as_bool) == Some(true) {
            index.dynamic.entry(String::new()).or_default();
        }
    }

    fn resolve(&self, reference: &Reference, index: &Index) -> Result<String, Fault> {
        let at = crate::json::push_pointer(&reference.at, reference.keyword);
        let root = self.root.as_ref().map_or(&Json::Null, |root| root.schema);
        let (uri, fragment) = uri::resolve(&reference.base, &reference.text);
        let text = &reference.text;
        let dynamic = match reference.keyword {
            "$recursiveRef" => index.dynamic.contains_key(""),
            "$dynamicRef" => index.dynamic.get(&fragment).is_some_and(|places| places.len() > 1),
            _ => false,
        };
        if dynamic {
            let message =
                format!("`{}` {text:?} means something else at each place that it is reached from", reference.keyword);
            return Err(Fault::new(&at, message, "write the schema out with `$ref` and `$defs`"));
        }
        if index.doubled.contains(&uri) || index.doubled.contains(&format!("{uri}#{fragment}")) {
            let message = format!("{text:?} leads to two schemas that call themselves the same");
            return Err(Fault::new(&at, message, "give each `$id` and `$anchor` a value of its own, or take them out"));
        }
        let Some(resource) = index.resources.get(&uri) else {
            let message = format!("{text:?} is outside of this schema, and nothing is fetched");
            return Err(Fault::new(&at, message, "copy that schema into `$defs` and refer to `#/$defs/NAME`"));
        };
        let target = if fragment.is_empty() {
            Some(resource.clone())
        } else if fragment.starts_with('/') {
            // Generators count from the root of the document, also inside of a schema with an `$id`.
            let within = format!("{resource}{fragment}");
            let is_there = |pointer: &str| root.pointer(pointer).is_some_and(is_schema);
            Some(if !is_there(&within) && is_there(&fragment) { fragment } else { within })
        } else {
            index.anchors.get(&(uri, fragment)).cloned()
        };
        match target.filter(|target| root.pointer(target).is_some_and(is_schema)) {
            Some(target) => Ok(target),
            None => {
                let defs = root.get("$defs").or_else(|| root.get("definitions"));
                let known = defs.and_then(Json::as_object).into_iter().flat_map(crate::json::Object::keys);
                let last = text.rsplit('/').next().unwrap_or_default();
                let help = match crate::nearest::nearest(last, known) {
                    Some(near) => format!("did you mean {:?}?", text.replace(last, near)),
                    None => "define it under `$defs`, or correct the pointer".to_owned(),
                };
                Err(Fault::new(&at, format!("{text:?} leads to no schema"), help))
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

    fn refer(&mut self, at: &Place<'_>, spot: &Spot<'_>, faults: &mut Vec<Fault>) {
        let Some(object) = spot.schema.as_object() else { return };
        for word in [Word::Ref, Word::DynamicRef, Word::RecursiveRef] {
            let keyword = word.text();
            match object.at(word).filter(|_| spot.draft.knows(word)) {
                None => {}
                Some(Json::String(text)) => {
                    let reference =
                        Reference { at: at.pointer(), base: Rc::clone(&spot.base), text: text.clone(), keyword };
                    self.references.push(reference);
                }
                Some(other) => {
                    let at = at.key(keyword).pointer();
                    let message = format!("`{keyword}` must be a string, not {}", other.type_name());
                    faults.push(Fault::new(&at, message, "write a pointer such as `#/$defs/NAME`"));
                }
            }
        }
    }
}
