//! The root: the arguments of a tool in, a struct with one field an argument out.
//!
//! Flat arguments come in slots, by code that all tools share. Where a value has parts, or further arguments are
//! taken, the root reads itself, like every object below it.

use std::fmt::Write;

use toolgen_model::field::{Field, Kind};
use toolgen_model::json::Json;

use super::{Input, OPTION, Place, Shape, map_of, nullable, properties};
use crate::emit::rust::literal::string;
use crate::emit::rust::name::{Scope, snake};
use crate::emit::rust::text::{member_doc, option};

/// How the input comes out of the slots of a call.
#[derive(Debug)]
pub(in crate::emit::rust) enum Root {
    /// A member a slot, each with its place
    Slots(Vec<String>),
    /// As it read itself
    Whole {
        /// Whether it takes arguments that the schema does not name
        open: bool,
    },
}

/// One member of the input.
struct Member {
    field: String,
    /// Its type, without the `Option` of an optional one
    ty: String,
    /// Whether the field is an `Option`
    optional: bool,
    /// How its value is read from text
    shape: Shape,
}

impl<'s> Input<'s> {
    /// The root, its members in the order of the fields.
    pub(in crate::emit::rust) fn root(&mut self, fields: &[Field], docs: &str) -> Root {
        let name = self.scope.give_type("Input");
        let at = self.reserve();
        let open = self.root.get("additionalProperties").and_then(Json::as_bool) != Some(false);
        let whole = open || fields.iter().any(|field| field.kind == Kind::Raw);
        let mut names = Scope::default();
        let (mut members, mut lines) = (Vec::new(), String::new());
        for (field, (property, schema)) in fields.iter().zip(properties(self.root)) {
            let member = self.member(&mut names, field, schema, &Place::root(&name, property));
            let ty = if member.optional { option(&member.ty) } else { member.ty.clone() };
            let _ = writeln!(lines, "{}    pub {}: {ty},", member_doc(property, schema, "    "), member.field);
            members.push(member);
        }
        let other = open.then(|| {
            let place = Place { at: "/additionalProperties".to_owned(), ..Place::root(&name, "other") };
            (names.give("other".to_owned()), self.extra(self.root, &place))
        });
        if let Some((field, value)) = &other {
            let ty = map_of(&value.ty);
            let _ = writeln!(lines, "    /// Arguments that the schema does not name\n    pub {field}: {ty},");
        }
        let mut text = format!("{docs}#[derive(Clone, Debug, PartialEq)]\npub struct {name} {{\n{lines}}}\n");
        let root = if whole {
            text.push_str(&reading(&name, fields, &members, other.as_ref()));
            Root::Whole { open }
        } else {
            let slots = fields.iter().zip(&members).enumerate();
            Root::Slots(slots.map(|(slot, (field, member))| from_slot(slot, field, member)).collect())
        };
        self.items[at] = text;
        root
    }

    fn member(&mut self, names: &mut Scope, field: &Field, schema: &'s Json, place: &Place) -> Member {
        let name = names.give(snake(&field.name));
        let given = field.required || default(field).is_some();
        // A slot says by itself that nothing came.
        let inner = if field.kind == Kind::Raw { None } else { nullable(schema) };
        let shape = self.shape(schema, place);
        let bare = shape.ty.strip_prefix(OPTION).and_then(|ty| ty.strip_suffix('>')).map(str::to_owned);
        Member {
            optional: !given || bare.is_some() || inner.is_some(),
            ty: bare.unwrap_or_else(|| shape.ty.clone()),
            shape,
            field: name,
        }
    }
}

/// The default that stands in for an argument, unless it is null, which is its absence.
fn default(field: &Field) -> Option<&Json> {
    field.default.as_ref().filter(|default| !default.is_null())
}

/// The field of the input, out of its slot.
fn from_slot(slot: usize, field: &Field, member: &Member) -> String {
    let read = match field.kind {
        Kind::Boolean => "runtime::boolean",
        Kind::Integer if member.ty == "u64" => "runtime::unsigned",
        Kind::Integer => "runtime::integer",
        Kind::Number => "runtime::number",
        Kind::String if !field.choices.is_empty() => "runtime::choice",
        Kind::String => "runtime::string",
        Kind::Raw => "runtime::held",
    };
    if member.optional {
        format!("{}: runtime::optional(slot_{slot}, {read})?", member.field)
    } else {
        format!("{}: {read}(slot_{slot})?", member.field)
    }
}

/// The input that reads itself: each argument into a place of its own, then all of them together.
fn reading(name: &str, fields: &[Field], members: &[Member], other: Option<&(String, Shape)>) -> String {
    let (mut start, mut reads, mut parts) = (String::new(), String::new(), String::new());
    let mut names: Vec<String> = fields.iter().map(|field| string(&field.name)).collect();
    for (slot, (field, member)) in fields.iter().zip(members).enumerate() {
        let read = &member.shape.read;
        let _ = writeln!(start, "        let mut slot_{slot} = runtime::None;");
        let mut at = slot.to_string();
        for alias in &field.aliases {
            let _ = write!(at, " | {}", names.len());
            names.push(string(alias));
        }
        let must = field.required && field.default.is_none();
        let (read, taken) = match (must, default(field)) {
            (true, _) => (format!("{read}?"), format!("runtime::required(slot_{slot})?")),
            (false, given) => {
                let taken = match given {
                    Some(default) => format!(
                        "match slot_{slot}.flatten() {{
                runtime::Some(value) => value,
                runtime::None => reader.default({}, |reader| {read})?,
            }}",
                        string(&default.to_string())
                    ),
                    None if member.shape.ty.starts_with(OPTION) => format!("slot_{slot}.flatten().flatten()"),
                    None => format!("slot_{slot}.flatten()"),
                };
                (format!("reader.optional(|reader| {read})?"), taken)
            }
        };
        let _ = writeln!(reads, "                runtime::Key::At({at}) => runtime::put(&mut slot_{slot}, {read})?,");
        let _ = writeln!(parts, "            {}: {taken},", member.field);
    }
    let mut rest = "runtime::Key::Other(_) => reader.unknown()?".to_owned();
    if let Some((field, value)) = other {
        start.push_str("        let mut other = ::std::collections::BTreeMap::new();\n");
        rest = format!("runtime::Key::Other(name) => runtime::add(&mut other, name, {}?)?", value.read);
        let _ = writeln!(parts, "            {field}{},", if field == "other" { "" } else { ": other" });
    }
    format!(
        "
impl runtime::Read for {name} {{
    fn read(reader: &mut runtime::Reader<'_>) -> runtime::Reading<{name}> {{
{start}        let mut keys = reader.object(&[{}])?;
        while let runtime::Some(key) = reader.key(&mut keys)? {{
            match key {{
{reads}                {rest},
                _ => return reader.refuse(),
            }}
        }}
        runtime::Ok({name} {{
{parts}        }})
    }}
}}
",
        names.join(", ")
    )
}
