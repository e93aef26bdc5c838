//! Objects: structs for those with properties, maps for the others.

use std::fmt::Write;

use toolgen_model::json::{Json, push_pointer};

use super::choice::scalar;
use super::{Input, Place, Shape, map_of, properties, value};
use crate::emit::rust::literal::string;
use crate::emit::rust::name::{Scope, pascal, snake};
use crate::emit::rust::text::{doc, member_doc, option};

impl<'s> Input<'s> {
    pub(super) fn object(&mut self, schema: &'s Json, place: &Place) -> Shape {
        let extra = schema.get("additionalProperties");
        let closed = extra.and_then(Json::as_bool) == Some(false);
        if properties(schema).next().is_none() && !(closed && schema.get("patternProperties").is_none()) {
            let value = self.extra(schema, place);
            let read = format!("reader.map(|reader| {})", value.read);
            return Shape { ty: map_of(&value.ty), read, kept: kept(schema) };
        }
        let name = self.scope.give_type(&place.name);
        self.structure(&name, schema, place, None);
        Shape { read: format!("reader.read::<{name}>()"), ty: name, kept: kept(schema) }
    }

    /// The values of the properties that an object does not name.
    pub(super) fn extra(&mut self, schema: &'s Json, place: &Place) -> Shape {
        match schema.get("additionalProperties") {
            Some(extra @ Json::Object(_)) if schema.get("patternProperties").is_none() => {
                let at = if place.at == "/additionalProperties" { "" } else { "/additionalProperties" };
                self.shape(extra, &place.part("Value", at).apart())
            }
            _ => value(),
        }
    }

    /// A struct under a name that was given; `tag` is a property that the reader knows already.
    pub(super) fn structure(&mut self, name: &str, schema: &'s Json, place: &Place, tag: Option<&str>) {
        let at = self.reserve();
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        let is_required = |property: &str| required.iter().any(|name| name.as_str() == Some(property));
        let mut fields = Scope::default();
        let (mut members, mut reads, mut parts, mut checks) =
            (String::new(), String::new(), String::new(), String::new());
        let mut names = Vec::new();
        for (slot, (property, schema)) in properties(schema).enumerate() {
            names.push(string(property));
            let must = is_required(property);
            let constant = only_value(schema).filter(|_| must);
            let (read, part) = match constant {
                Some(constant) => {
                    // A value that is always the same says nothing.
                    let _ = writeln!(checks, "        runtime::required(slot_{slot})?;");
                    (format!("reader.constant({constant})"), None)
                }
                None => {
                    let place = Place { name: name.to_owned(), ..place.clone() };
                    let place = place.part(&pascal(property), &push_pointer("/properties", property));
                    let shape = self.shape(schema, &place);
                    let field = fields.give(snake(property));
                    let nullable = shape.ty.starts_with(super::OPTION);
                    let ty = if must { shape.ty.clone() } else { option(&shape.ty) };
                    let _ = writeln!(members, "{}    pub {field}: {ty},", member_doc(property, schema, "    "));
                    let taken = match (must, nullable) {
                        (true, _) => format!("runtime::required(slot_{slot})?"),
                        (false, true) => format!("slot_{slot}.flatten()"),
                        (false, false) => format!("slot_{slot}"),
                    };
                    (shape.read, Some(format!("            {field}: {taken},\n")))
                }
            };
            let _ = writeln!(
                reads,
                "                runtime::Key::At({slot}) => runtime::put(&mut slot_{slot}, {read}?)?,"
            );
            parts.extend(part);
        }
        let closed = schema.get("additionalProperties").and_then(Json::as_bool) == Some(false)
            && schema.get("patternProperties").is_none();
        let mut rest = String::from("                _ => return reader.refuse(),\n");
        let mut start: String =
            (0..names.len()).map(|slot| format!("        let mut slot_{slot} = runtime::None;\n")).collect();
        if !closed {
            let place = Place { name: name.to_owned(), ..place.clone() };
            let value = self.extra(schema, &place);
            let field = fields.give("other".to_owned());
            let _ = writeln!(
                members,
                "    /// Properties that the schema does not name\n    pub {field}: {},",
                map_of(&value.ty)
            );
            start.push_str("        let mut other = ::std::collections::BTreeMap::new();\n");
            rest = format!(
                "                runtime::Key::Other(name) => runtime::add(&mut other, name, {}?)?,\n{rest}",
                value.read
            );
            let value = if field == "other" { "" } else { ": other" };
            let _ = writeln!(parts, "            {field}{value},");
        }
        let mut text = doc(schema, "");
        if let Some(tag) = tag {
            let _ = writeln!(text, "///\n/// Its `{}` says that it is this one.", super::super::text::one_line(tag));
        }
        let _ = write!(text, "#[derive(Clone, Debug, PartialEq)]\npub struct {name} {{\n{members}}}\n\n");
        let _ = write!(
            text,
            "impl runtime::Read for {name} {{
    fn read(reader: &mut runtime::Reader<'_>) -> runtime::Reading<{name}> {{
{start}        let mut keys = reader.object(&[{}])?;
        while let runtime::Some(key) = reader.key(&mut keys)? {{
            match key {{
{reads}{rest}            }}
        }}
{checks}        runtime::Ok({name} {{
{parts}        }})
    }}
}}
",
            names.join(", ")
        );
        self.items[at] = text;
    }
}

/// The keywords of an object that reading keeps.
pub(super) fn kept(schema: &Json) -> &'static [&'static str] {
    if schema.get("patternProperties").is_some() {
        &["type", "properties", "required"]
    } else {
        &["type", "properties", "required", "additionalProperties"]
    }
}

/// The one value that a property can have, as a `Scalar` of the runtime.
pub(super) fn only_value(schema: &Json) -> Option<String> {
    match schema.get("enum").and_then(Json::as_array) {
        Some([only])
            if schema
                .as_object()?
                .keys()
                .all(|key| matches!(key, "type" | "enum" | "title" | "description" | "default")) =>
        {
            scalar(only)
        }
        _ => None,
    }
}
