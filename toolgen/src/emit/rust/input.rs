//! Typed inputs: the canonical schema of a tool in, Rust types and how they are read out.
//!
//! Every type reads itself from JSON text and keeps its schema on the way. What has no Rust type is a
//! `serde_json::Value`; what only the validator can judge is judged by it, where it stands in the schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use toolgen_model::json::{Json, Object, push_pointer};
use toolgen_model::schema::canonical::is_annotation;

use super::literal::string;
use super::name::Scope;

mod choice;
mod definition;
mod list;
mod object;
mod root;
mod scalar;
mod union;

/// The crates whose types stand for formats; a format without one is text that is checked. Each needs the
/// feature of the runtime that has its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formats {
    /// `date-time`, `date` and `duration` as `jiff::Timestamp`, `jiff::civil::Date` and `jiff::SpanFieldwise`
    pub jiff: bool,
    /// `uuid` as `uuid::Uuid`
    pub uuid: bool,
    /// `uri` as `url::Url`
    pub url: bool,
    /// `byte` as `Vec<u8>`
    pub base64: bool,
}

/// The types of one tool's input.
#[derive(Debug)]
pub(super) struct Input<'s> {
    root: &'s Json,
    formats: Formats,
    recursive: BTreeSet<&'s str>,
    named: BTreeMap<&'s str, Shape>,
    scope: Scope,
    items: Vec<String>,
    patterns: Vec<&'s str>,
}

/// How the values of a schema stand in Rust.
#[derive(Clone, Debug)]
struct Shape {
    /// The type
    ty: String,
    /// An expression that reads one from `reader`
    read: String,
    /// The keywords that reading keeps
    kept: &'static [&'static str],
}

/// Where a schema stands.
#[derive(Clone, Debug)]
struct Place {
    /// The name of a type that is made for it
    name: String,
    /// Its pointer in the input schema
    at: String,
    /// Whether it is part of a recursive definition, with nothing on the way that has a size of its own
    inside: bool,
    /// How many types it stands in
    depth: usize,
}

/// How deep types are followed; deeper ones are `serde_json::Value`.
const DEPTH: usize = 32;

pub(super) use root::Root;

pub(super) const VALUE: &str = "runtime::serde_json::Value";

impl<'s> Input<'s> {
    /// The types of a tool whose input schema is `root`; `scope` are the names that are taken.
    pub(super) fn new(root: &'s Json, formats: Formats, scope: Scope) -> Input<'s> {
        let (named, items, patterns) = (BTreeMap::new(), Vec::new(), Vec::new());
        Input { root, formats, recursive: definition::recursive(root), named, scope, items, patterns }
    }

    /// The items, the root first, and the names that are taken.
    pub(super) fn finish(self) -> (String, Scope) {
        let mut text = self.items.join("\n");
        for (at, pattern) in self.patterns.iter().enumerate() {
            let _ = writeln!(
                text,
                "{}static PATTERN_{at}: runtime::Expression = runtime::Expression::new({});",
                if at == 0 { "\n" } else { "" },
                string(pattern)
            );
        }
        (text, self.scope)
    }

    /// How the values of `schema` stand in Rust, all of it kept.
    fn shape(&mut self, schema: &'s Json, place: &Place) -> Shape {
        let shape = if place.depth > DEPTH { value() } else { self.plain(schema, place) };
        judged(shape, schema, place)
    }

    fn plain(&mut self, schema: &'s Json, place: &Place) -> Shape {
        if let Some(target) = schema.get("$ref").and_then(Json::as_str) {
            return self.definition(target, place);
        }
        if schema.get("type").is_none() {
            return self.union(schema, place).unwrap_or_else(value);
        }
        if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
            return self.choice(schema, choices, place);
        }
        match schema.get("type").and_then(Json::as_str) {
            Some("null") => Shape { ty: "()".into(), read: "reader.null()".into(), kept: &["type"] },
            Some("boolean") => Shape { ty: "bool".into(), read: "reader.boolean()".into(), kept: &["type"] },
            Some("integer") => scalar::integer(schema),
            Some("number") => scalar::number(schema),
            Some("string") => self.text(schema),
            Some("array") => self.list(schema, place),
            Some("object") => self.object(schema, place),
            _ => value(),
        }
    }

    /// A place among the items, so that a type stands before those it is made of.
    fn reserve(&mut self) -> usize {
        self.items.push(String::new());
        self.items.len() - 1
    }
}

impl Place {
    fn root(name: &str, property: &str) -> Place {
        let at = push_pointer("/properties", property);
        Place { name: format!("{name}{}", super::name::pascal(property)), at, inside: false, depth: 1 }
    }

    /// A part of this schema that is the same value.
    fn below(&self, step: &str) -> Place {
        Place { at: format!("{}{step}", self.at), ..self.clone() }
    }

    /// A part of this schema that is a part of the value.
    fn part(&self, name: &str, step: &str) -> Place {
        Place { name: format!("{}{name}", self.name), depth: self.depth + 1, ..self.below(step) }
    }

    /// The same behind a list or a map, which have a size of their own.
    fn apart(self) -> Place {
        Place { inside: false, ..self }
    }
}

/// The shape, its values judged by the validator where reading them does not keep all of the schema.
fn judged(mut shape: Shape, schema: &Json, place: &Place) -> Shape {
    let asks = |key: &str| !is_annotation(key) && key != "$defs" && !shape.kept.contains(&key);
    if schema.as_object().is_some_and(|object| object.keys().any(asks)) {
        shape.read = format!("reader.judged({}, |reader| {})", string(&place.at), shape.read);
    }
    shape
}

const OPTION: &str = "::core::option::Option<";

/// Any value.
fn value() -> Shape {
    Shape { ty: VALUE.into(), read: "reader.value()".into(), kept: &[] }
}

fn map_of(ty: &str) -> String {
    format!("::std::collections::BTreeMap<::std::string::String, {ty}>")
}

fn properties(schema: &Json) -> impl Iterator<Item = (&str, &Json)> {
    schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter)
}

/// The branch beside null, where a schema is one of the two and nothing more.
fn nullable(schema: &Json) -> Option<&Json> {
    match schema.get("anyOf").and_then(Json::as_array) {
        Some([branch, null]) if is_null(null) => Some(branch),
        _ => None,
    }
}

fn is_null(schema: &Json) -> bool {
    schema.get("type").and_then(Json::as_str) == Some("null")
}
