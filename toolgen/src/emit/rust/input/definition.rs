//! Definitions: a reference in, the type of what it leads to out, boxed where it is part of itself.

use std::collections::BTreeSet;

use toolgen_model::json::{Json, Object, push_pointer};

use super::object::kept;
use super::{Input, Place, Shape, is_null, judged, properties, value};
use crate::emit::rust::name::pascal;
use crate::emit::rust::text::doc;

impl<'s> Input<'s> {
    /// The type of a definition of the root.
    pub(super) fn definition(&mut self, target: &str, place: &Place) -> Shape {
        let found = definitions(self.root).find(|(key, _)| push_pointer("#/$defs", key) == target);
        let Some((key, schema)) = found else { return value() };
        let recursive = self.recursive.contains(key);
        let own = Place {
            name: pascal(key),
            at: target.trim_start_matches('#').to_owned(),
            inside: recursive,
            ..place.clone()
        };
        let shape = match self.named.get(key) {
            Some(shape) => shape.clone(),
            None => self.define(key, schema, own),
        };
        let shape = Shape { kept: &["$ref"], ..shape };
        if recursive && place.inside {
            let ty = format!("::std::boxed::Box<{}>", shape.ty);
            return Shape { ty, read: format!("{}.map(::std::boxed::Box::new)", shape.read), ..shape };
        }
        shape
    }

    /// The one type of a definition, made when it is first needed.
    fn define(&mut self, key: &'s str, schema: &'s Json, place: Place) -> Shape {
        if !self.recursive.contains(key) {
            let shape = self.shape(schema, &Place { depth: place.depth + 1, ..place });
            self.named.insert(key, shape.clone());
            return shape;
        }
        let place = Place { depth: 1, ..place };
        let name = self.scope.next_type(&place.name);
        let read = format!("reader.read::<{name}>()");
        let shape = Shape { ty: name.clone(), read, kept: &[] };
        if let Some(kept) = structure(schema) {
            // The shape takes the name first of all, and is known before its parts refer to it.
            let shape = judged(Shape { kept, ..shape }, schema, &place);
            self.named.insert(key, shape.clone());
            self.shape(schema, &place);
            return shape;
        }
        self.named.insert(key, shape.clone());
        let name = self.scope.give_type(&name);
        let at = self.reserve();
        let inner = self.shape(schema, &Place { name: format!("{name}Value"), ..place });
        self.items[at] = format!(
            "{}#[derive(Clone, Debug, PartialEq)]
pub struct {name}(pub {});

impl runtime::Read for {name} {{
    fn read(reader: &mut runtime::Reader<'_>) -> runtime::Reading<{name}> {{
        {}.map({name})
    }}
}}
",
            doc(schema, ""),
            inner.ty,
            inner.read
        );
        shape
    }
}

fn definitions(root: &Json) -> impl Iterator<Item = (&str, &Json)> {
    root.get("$defs").and_then(Json::as_object).into_iter().flat_map(Object::iter)
}

/// The keywords that reading keeps of a schema that becomes a struct or an enum under its own name.
fn structure(schema: &Json) -> Option<&'static [&'static str]> {
    if schema.get("enum").is_some() {
        return None;
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("object") => properties(schema).next().map(|_| kept(schema)),
        Some(_) => None,
        None => {
            let branches = schema.get("anyOf")?.as_array()?;
            (branches.len() > 1 && !branches.iter().any(is_null)).then_some(&["anyOf"] as &[&str])
        }
    }
}

/// The definitions that are part of themselves.
pub(super) fn recursive(root: &Json) -> BTreeSet<&str> {
    let all: Vec<(&str, &Json)> = definitions(root).collect();
    let uses: Vec<BTreeSet<usize>> = all.iter().map(|(_, schema)| targets(schema, &all)).collect();
    let reaches = |start: usize| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(next) = open.pop() {
            open.extend(uses[next].iter().copied().filter(|target| seen.insert(*target)));
        }
        seen.contains(&start)
    };
    (0..all.len()).filter(|at| reaches(*at)).map(|at| all[at].0).collect()
}

/// The definitions to which a schema refers.
fn targets(schema: &Json, all: &[(&str, &Json)]) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![schema]);
    while let Some(schema) = open.pop() {
        match schema {
            Json::Object(object) => {
                if let Some(target) = object.get("$ref").and_then(Json::as_str) {
                    found.extend(all.iter().position(|(key, _)| push_pointer("#/$defs", key) == target));
                }
                open.extend(object.values());
            }
            Json::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}
