//! The document: a schema in, where each of its references leads out. Nothing is ever fetched.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Fault;
use super::children::Spot;
use super::draft::Draft;
use super::uri;
use crate::json::Json;

/// A schema document with its references resolved.
pub(super) struct Document<'d> {
    root: Spot<'d>,
    /// Where a place has another base or draft than what holds it, by pointer
    turns: HashMap<String, (Draft, Rc<str>)>,
    /// Where the reference of a place leads, both as pointers
    pub(super) refs: HashMap<String, String>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
}

/// What is collected before references can be resolved.
#[derive(Default)]
struct Index {
    resources: HashMap<String, String>,
    anchors: HashMap<(String, String), String>,
    dynamic: HashMap<String, usize>,
    references: Vec<Reference>,
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
        let draft = Draft::of(schema).map_err(|uri| {
            let help = "name draft-04, -06, -07, 2019-09 or 2020-12, or leave `$schema` out";
            vec![Fault::new("/$schema", format!("{uri:?} is no draft of JSON Schema that is known here"), help)]
        })?;
        let root = Spot { pointer: String::new(), schema, draft, base: "".into() };
        let mut document =
            Document { root: root.clone().entered(), turns: HashMap::new(), refs: HashMap::new(), unevaluated: false };
        let mut index = Index::default();
        index.resources.insert(String::new(), String::new());
        let mut faults = Vec::new();
        document.walk(document.root.clone(), &mut index, &mut faults);
        while !index.references.is_empty() {
            for reference in std::mem::take(&mut index.references) {
                match document.resolve(&reference, &index) {
                    Ok(target) => {
                        if let Some(spot) = (!index.seen.contains(&target)).then(|| document.spot(&target)).flatten() {
                            document.walk(spot, &mut index, &mut faults);
                        }
                        document.refs.insert(reference.at, target);
                    }
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if faults.is_empty() { Ok(document) } else { Err(faults) }
    }

    /// The root.
    pub(super) fn root(&self) -> &Spot<'d> {
        &self.root
    }

    /// The place at `pointer`, read as what stands around it says.
    pub(super) fn spot(&self, pointer: &str) -> Option<Spot<'d>> {
        let schema = self.root.schema.pointer(pointer)?;
        let mut around = pointer;
        let (draft, base) = loop {
            if let Some(turn) = self.turns.get(around) {
                break turn.clone();
            }
            match around.rfind('/') {
                Some(end) => around = &around[..end],
                None => break (self.root.draft, Rc::clone(&self.root.base)),
            }
        };
        Some(Spot { pointer: pointer.to_owned(), schema, draft, base }.entered())
    }

    fn walk(&mut self, start: Spot<'d>, index: &mut Index, faults: &mut Vec<Fault>) {
        let mut open = vec![start];
        while let Some(spot) = open.pop() {
            if !index.seen.insert(spot.pointer.clone()) {
                continue;
            }
            self.names(&spot, index, faults);
            index.refer(&spot, faults);
            for (_, child) in spot.children().into_iter().rev() {
                if child.base != spot.base || child.draft != spot.draft {
                    self.turns.insert(child.pointer.clone(), (child.draft, Rc::clone(&child.base)));
                }
                open.push(child);
            }
        }
    }

    /// Takes down what the place calls itself.
    fn names(&mut self, spot: &Spot<'d>, index: &mut Index, faults: &mut Vec<Fault>) {
        let Some(object) = spot.schema.as_object() else { return };
        self.unevaluated |= spot.draft.knows("unevaluatedItems")
            && (object.contains_key("unevaluatedItems") || object.contains_key("unevaluatedProperties"));
        if let Some(id) = spot.id() {
            // `entered` has set the base already; a `$id` that is only a fragment names an anchor.
            let (_, fragment) = uri::resolve(&spot.base, id);
            if fragment.is_empty() {
                let first = index.resources.insert(spot.base.to_string(), spot.pointer.clone());
                if first.is_some_and(|first| first != spot.pointer) {
                    faults.push(twice(spot, spot.draft.id(), id));
                }
            } else {
                index.anchor(spot, spot.draft.id(), &fragment, faults);
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = object.get(keyword).and_then(Json::as_str).filter(|_| spot.draft.knows(keyword)) {
                index.anchor(spot, keyword, name, faults);
                *index.dynamic.entry(name.to_owned()).or_default() += usize::from(keyword == "$dynamicAnchor");
            }
        }
        if spot.draft == Draft::D2019 && object.get("$recursiveAnchor").and_then(Json::as_bool) == Some(true) {
            *index.dynamic.entry(String::new()).or_default() += 2;
        }
    }

    fn resolve(&self, reference: &Reference, index: &Index) -> Result<String, Fault> {
        let at = crate::json::push_pointer(&reference.at, reference.keyword);
        let (uri, fragment) = uri::resolve(&reference.base, &reference.text);
        let text = &reference.text;
        let dynamic = match reference.keyword {
            "$recursiveRef" => index.dynamic.contains_key(""),
            "$dynamicRef" => index.dynamic.get(&fragment).is_some_and(|count| *count > 1),
            _ => false,
        };
        if dynamic {
            let message =
                format!("`{}` {text:?} means something else at each place that it is reached from", reference.keyword);
            return Err(Fault::new(&at, message, "write the schema out with `$ref` and `$defs`"));
        }
        let Some(resource) = index.resources.get(&uri) else {
            let message = format!("{text:?} is outside of this schema, and nothing is fetched");
            return Err(Fault::new(&at, message, "copy that schema into `$defs` and refer to `#/$defs/NAME`"));
        };
        let target = if fragment.is_empty() {
            Some(resource.clone())
        } else if fragment.starts_with('/') {
            Some(format!("{resource}{fragment}"))
        } else {
            index.anchors.get(&(uri, fragment)).cloned()
        };
        match target.filter(|target| self.root.schema.pointer(target).is_some_and(is_schema)) {
            Some(target) => Ok(target),
            None => {
                let defs = self.root.schema.get("$defs").or_else(|| self.root.schema.get("definitions"));
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
    fn anchor(&mut self, spot: &Spot<'_>, keyword: &str, name: &str, faults: &mut Vec<Fault>) {
        let first = self.anchors.insert((spot.base.to_string(), name.to_owned()), spot.pointer.clone());
        if first.is_some_and(|first| first != spot.pointer) {
            faults.push(twice(spot, keyword, name));
        }
    }

    fn refer(&mut self, spot: &Spot<'_>, faults: &mut Vec<Fault>) {
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            match spot.schema.get(keyword).filter(|_| spot.draft.knows(keyword)) {
                None => {}
                Some(Json::String(text)) => {
                    let reference = Reference {
                        at: spot.pointer.clone(),
                        base: Rc::clone(&spot.base),
                        text: text.clone(),
                        keyword,
                    };
                    self.references.push(reference);
                }
                Some(other) => {
                    let at = crate::json::push_pointer(&spot.pointer, keyword);
                    let message = format!("`{keyword}` must be a string, not {}", other.type_name());
                    faults.push(Fault::new(&at, message, "write a pointer such as `#/$defs/NAME`"));
                }
            }
        }
    }
}

fn twice(spot: &Spot<'_>, keyword: &str, name: &str) -> Fault {
    let at = crate::json::push_pointer(&spot.pointer, keyword);
    Fault::new(&at, format!("{name:?} names two schemas"), "give each a name of its own, or take this one out")
}
