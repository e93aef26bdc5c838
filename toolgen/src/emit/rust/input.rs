//! Typed inputs: the canonical schema of a tool in, Rust types and how they are read out.
//!
//! Every type reads itself from JSON text and keeps its schema on the way. What has no Rust type is a
//! `serde_json::Value`; what only the validator can judge is judged by it, where it stands in the schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use toolgen_model::field::{Field, Kind};
use toolgen_model::json::{Json, Object, push_pointer};
use toolgen_model::schema::canonical::is_annotation;

use super::literal::string;
use super::name::{Scope, snake};
use super::text::{member_doc, option};

mod choice;
mod definition;
mod list;
mod object;
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
    readers: Scope,
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

/// One member of the input.
#[derive(Debug)]
pub(super) struct Member {
    /// The field
    field: String,
    /// Its type, without the `Option` of an optional one
    ty: String,
    /// Whether the field is an `Option`
    optional: bool,
    /// Whether what is read is an `Option` itself
    nullable: bool,
    /// What its slot holds
    kind: Kind,
    /// Whether it is one of some texts
    chosen: bool,
    /// The function that reads it, where a slot holds what it gives
    pub(super) reader: Option<String>,
}

/// How deep types are followed; deeper ones are `serde_json::Value`.
const DEPTH: usize = 32;

pub(super) const VALUE: &str = "runtime::serde_json::Value";

impl<'s> Input<'s> {
    /// The types of a tool whose input schema is `root`; `scope` are the names that are taken.
    pub(super) fn new(root: &'s Json, formats: Formats, scope: Scope) -> Input<'s> {
        let (named, items, patterns) = (BTreeMap::new(), Vec::new(), Vec::new());
        Input {
            root,
            formats,
            recursive: definition::recursive(root),
            named,
            scope,
            readers: Scope::default(),
            items,
            patterns,
        }
    }

    /// The root: a struct that the slots fill, its members in the order of the fields. The last is the rest,
    /// where the root takes what it does not name.
    pub(super) fn root(&mut self, fields: &[Field], docs: &str) -> Vec<Member> {
        let name = self.scope.give_type("Input");
        let at = self.reserve();
        let mut members = Scope::default();
        let mut found = Vec::new();
        let mut text = format!("{docs}#[derive(Clone, Debug, PartialEq)]\npub struct {name} {{\n");
        let mut readers = String::new();
        for (field, (property, schema)) in fields.iter().zip(properties(self.root)) {
            let place = Place::root(&name, property);
            let member = self.member(&mut members, field, schema, &place, &mut readers);
            let ty = if member.optional { option(&member.ty) } else { member.ty.clone() };
            let _ = writeln!(text, "{}    pub {}: {ty},", member_doc(property, schema, "    "), member.field);
            found.push(member);
        }
        if let Some(rest) = self.rest(&name, fields, &mut members, &mut readers) {
            let _ =
                writeln!(text, "    /// Arguments that the schema does not name\n    pub {}: {},", rest.field, rest.ty);
            found.push(rest);
        }
        text.push_str("}\n");
        if !readers.is_empty() {
            let _ = write!(text, "\n{}", readers.trim_end_matches('\n'));
            text.push('\n');
        }
        self.items[at] = text;
        found
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

    fn member(
        &mut self,
        names: &mut Scope,
        field: &Field,
        schema: &'s Json,
        place: &Place,
        readers: &mut String,
    ) -> Member {
        let name = names.give(snake(&field.name));
        let given = field.required || field.default.as_ref().is_some_and(|default| !default.is_null());
        let inner = if field.kind == Kind::Raw { None } else { nullable(schema) };
        let shape = match inner {
            Some(branch) => self.shape(branch, &place.below("/anyOf/0")),
            None => self.shape(schema, place),
        };
        let bare = shape.ty.strip_prefix(OPTION).and_then(|ty| ty.strip_suffix('>')).map(str::to_owned);
        Member {
            optional: !given || bare.is_some() || inner.is_some(),
            nullable: bare.is_some(),
            ty: bare.unwrap_or_else(|| shape.ty.clone()),
            kind: field.kind,
            chosen: field.kind == Kind::String && !field.choices.is_empty(),
            reader: (field.kind == Kind::Raw).then(|| self.reader(&name, &shape.read, readers)),
            field: name,
        }
    }

    /// The member of what an open root does not name.
    fn rest(&mut self, name: &str, fields: &[Field], names: &mut Scope, readers: &mut String) -> Option<Member> {
        let extra = self.root.get("additionalProperties");
        if extra.and_then(Json::as_bool) == Some(false) {
            return None;
        }
        let place = Place::root(name, "other");
        let place = Place { at: "/additionalProperties".to_owned(), ..place };
        let value = self.extra(self.root, &place);
        let known = fields.iter().flat_map(|field| std::iter::once(&field.name).chain(&field.aliases));
        let known: Vec<String> = known.map(|name| string(name)).collect();
        let read = format!("reader.others(&[{}], |reader| {})", known.join(", "), value.read);
        let field = names.give("other".to_owned());
        Some(Member {
            ty: map_of(&value.ty),
            optional: false,
            nullable: false,
            kind: Kind::Raw,
            chosen: false,
            reader: Some(self.reader(&field, &read, readers)),
            field,
        })
    }

    /// A function that reads a value for a slot.
    fn reader(&mut self, field: &str, read: &str, readers: &mut String) -> String {
        let field = field.trim_start_matches("r#").trim_start_matches('_');
        let name = self.readers.give(format!("read_{field}"));
        let _ = write!(
            readers,
            "fn {name}(reader: &mut runtime::Reader<'_>) -> runtime::Reading<runtime::Typed> {{\n    {read}.map(runtime::typed)\n}}\n\n"
        );
        name
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

impl Member {
    /// The field of the input, out of its slot.
    pub(super) fn line(&self, slot: &str) -> String {
        let read = match self.kind {
            Kind::Boolean => "runtime::boolean",
            Kind::Integer if self.ty == "u64" => "runtime::unsigned",
            Kind::Integer => "runtime::integer",
            Kind::Number => "runtime::number",
            Kind::String if self.chosen => "runtime::choice",
            Kind::String => "runtime::string",
            Kind::Raw => "runtime::held",
        };
        let taken = match (self.optional, self.nullable) {
            (true, true) => format!("runtime::optional({slot}, runtime::held)?.flatten()"),
            (true, false) => format!("runtime::optional({slot}, {read})?"),
            (false, _) => format!("{read}({slot})?"),
        };
        format!("{}: {taken}", self.field)
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
