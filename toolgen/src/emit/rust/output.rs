//! Typed outputs: the canonical schema of a reply in, Rust structs and enums with serde out.
//!
//! What has no Rust type of its own is a `serde_json::Value`. An object that says nothing of other properties has a
//! field for what it names and no more: whoever answers has nothing else to say. One that is opened in so many words
//! (`additionalProperties: true`) has a field for the others.

use std::collections::BTreeMap;
use std::fmt::Write;

use toolgen_model::json::{Json, Object};

use super::literal::string;
use super::name::{Scope, pascal, snake};
use super::text::{doc, one_line, option};

/// The types of one tool's reply.
#[derive(Debug)]
pub(super) struct Types<'s> {
    definitions: Option<&'s Object>,
    named: BTreeMap<&'s str, String>,
    scope: Scope,
    items: Vec<String>,
}

/// One member of a struct.
#[derive(Debug)]
struct Member {
    /// The field
    field: String,
    /// Its type, without the `Option` of an optional one
    ty: String,
    /// Whether the field is an `Option`
    optional: bool,
}

/// How deep inline types are followed; deeper ones are `serde_json::Value`.
const DEPTH: usize = 16;

impl<'s> Types<'s> {
    /// The types of a reply whose schema is `root`; `scope` are the names that are taken.
    pub(super) fn new(root: &'s Json, scope: Scope) -> Types<'s> {
        let definitions = root.get("$defs").and_then(Json::as_object);
        Types { definitions, named: BTreeMap::new(), scope, items: Vec::new() }
    }

    /// A type for any schema, with serde where it is one of our own.
    pub(super) fn value(&mut self, name: &str, schema: &'s Json) -> String {
        self.ty(name, schema, 0)
    }

    /// The items, the root first.
    pub(super) fn finish(self) -> String {
        self.items.join("\n")
    }

    fn ty(&mut self, name: &str, schema: &'s Json, depth: usize) -> String {
        if depth > DEPTH {
            return VALUE.into();
        }
        if let Some(target) = schema.get("$ref").and_then(Json::as_str) {
            return self.definition(target, depth);
        }
        if let Some(branch) = nullable(schema) {
            return option(&self.ty(name, branch, depth));
        }
        if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
            return self.choices(name, schema, choices);
        }
        match schema.get("type").and_then(Json::as_str) {
            Some("boolean") => "bool".into(),
            Some("integer") => integer(schema).into(),
            Some("number") => "f64".into(),
            Some("string") => STRING.into(),
            Some("array") if schema.get("prefixItems").is_none() => match schema.get("items") {
                Some(items) => format!("::std::vec::Vec<{}>", self.ty(&format!("{name}Item"), items, depth + 1)),
                None => format!("::std::vec::Vec<{VALUE}>"),
            },
            Some("object") => self.object(name, schema, depth),
            _ => VALUE.into(),
        }
    }

    fn definition(&mut self, target: &str, depth: usize) -> String {
        let found =
            target.strip_prefix("#/$defs/").and_then(|name| self.definitions?.iter().find(|(key, _)| *key == name));
        let Some((key, schema)) = found else { return VALUE.into() };
        if let Some(name) = self.named.get(key) {
            return format!("::std::boxed::Box<{name}>");
        }
        let is_struct =
            schema.get("type").and_then(Json::as_str) == Some("object") && properties(schema).next().is_some();
        if !is_struct {
            // Only a struct can name itself in its own fields.
            return VALUE.into();
        }
        let name = self.scope.give_type(&pascal(key));
        self.named.insert(key, name.clone());
        self.serde_struct(&name, schema, depth);
        format!("::std::boxed::Box<{name}>")
    }

    fn object(&mut self, name: &str, schema: &'s Json, depth: usize) -> String {
        let extra = schema.get("additionalProperties");
        let only_map = properties(schema).next().is_none() && schema.get("patternProperties").is_none();
        match extra {
            Some(values @ Json::Object(_)) if only_map => {
                let value = self.ty(&format!("{name}Value"), values, depth + 1);
                format!("::std::collections::BTreeMap<{STRING}, {value}>")
            }
            _ if only_map || schema.get("patternProperties").is_some() => VALUE.into(),
            Some(Json::Object(_)) => VALUE.into(),
            _ => {
                let name = self.scope.give_type(name);
                self.serde_struct(&name, schema, depth);
                name
            }
        }
    }

    fn serde_struct(&mut self, name: &str, schema: &'s Json, depth: usize) {
        let members = self.members(name, schema, depth);
        // The canonical form keeps `true` where it was written.
        let others = schema.get("additionalProperties").and_then(Json::as_bool);
        let mut text = doc(schema, "");
        text.push_str(DERIVE);
        let deny = if others == Some(false) { ", deny_unknown_fields" } else { "" };
        let _ = write!(text, "#[serde(crate = \"{SERDE}\"{deny})]\npub struct {name} {{\n");
        for (member, (property, schema)) in members.iter().zip(properties(schema)) {
            text.push_str(&doc(schema, "    "));
            let mut rules = Vec::new();
            if member.field.trim_start_matches("r#") != property {
                rules.push(format!("rename = {}", string(property)));
            }
            if member.optional {
                rules.push("default, skip_serializing_if = \"::core::option::Option::is_none\"".into());
            }
            if !rules.is_empty() {
                let _ = writeln!(text, "    #[serde({})]", rules.join(", "));
            }
            let ty = if member.optional { option(&member.ty) } else { member.ty.clone() };
            let _ = writeln!(text, "    pub {}: {ty},", member.field);
        }
        if others == Some(true) {
            let _ = writeln!(
                text,
                "    /// Properties that the schema does not name\n    #[serde(flatten)]\n    pub {}: ::std::collections::BTreeMap<{STRING}, {VALUE}>,",
                if members.iter().any(|member| member.field == "other") { "other_properties" } else { "other" }
            );
        }
        text.push_str("}\n");
        self.items.push(text);
    }

    fn members(&mut self, name: &str, schema: &'s Json, depth: usize) -> Vec<Member> {
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        let mut fields = Scope::default();
        properties(schema)
            .map(|(property, schema)| {
                let inner = nullable(schema);
                let must = required.iter().any(|name| name.as_str() == Some(property));
                let given = must || (depth == 0 && schema.get("default").is_some_and(|default| !default.is_null()));
                Member {
                    field: fields.give(snake(property)),
                    ty: self.ty(&format!("{name}{}", pascal(property)), inner.unwrap_or(schema), depth + 1),
                    optional: inner.is_some() || !given,
                }
            })
            .collect()
    }

    fn choices(&mut self, name: &str, schema: &Json, choices: &[Json]) -> String {
        let Some(texts) = choices.iter().map(Json::as_str).collect::<Option<Vec<_>>>() else { return VALUE.into() };
        let name = self.scope.give_type(name);
        let mut variants = Scope::default();
        let mut text = doc(schema, "");
        let _ = write!(text, "#[derive(Copy, Eq)]\n{DERIVE}#[serde(crate = \"{SERDE}\")]\npub enum {name} {{\n");
        for value in texts {
            let variant = variants.give_type(&pascal(value));
            let literal = string(value);
            let _ = writeln!(text, "    /// `{}`\n    #[serde(rename = {literal})]\n    {variant},", one_line(value));
        }
        text.push_str("}\n");
        self.items.push(text);
        name
    }
}

const STRING: &str = "::std::string::String";
const VALUE: &str = "runtime::serde_json::Value";
const SERDE: &str = "runtime::serde";
const DERIVE: &str = "#[derive(Clone, Debug, PartialEq, runtime::serde::Deserialize, runtime::serde::Serialize)]\n";

fn integer(schema: &Json) -> &'static str {
    let minimum = schema.get("minimum").and_then(Json::as_number);
    let maximum = schema.get("maximum").and_then(Json::as_number);
    let above_i64 = maximum.is_none_or(|maximum| maximum.as_i64().is_none());
    if minimum.is_some_and(|minimum| minimum.as_u64().is_some()) && above_i64 { "u64" } else { "i64" }
}

fn properties(schema: &Json) -> impl Iterator<Item = (&str, &Json)> {
    schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter)
}

/// The branch beside null, where a schema is one of the two.
fn nullable(schema: &Json) -> Option<&Json> {
    match schema.get("anyOf").and_then(Json::as_array) {
        Some([branch, null]) if null.get("type").and_then(Json::as_str) == Some("null") => Some(branch),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_has_types_with_serde() {
        let schema = Json::parse(
            r##"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"type":{"type":"string","enum":["x y","x-y"]},
            "node":{"$ref":"#/$defs/Node"},"u":{"anyOf":[{"type":"string"},{"type":"integer"}]}},
            "$defs":{"Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}},"additionalProperties":false}}}"##,
        );
        let schema = schema.unwrap();
        let mut types = Types::new(&schema, Scope::default());
        assert_eq!(types.value("Output", &schema), "Output");
        let text = types.finish();
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for line in [
            "pub a: i64,",
            "pub r#type: ::core::option::Option<OutputType>,",
            "    XY2,",
            "pub next: ::core::option::Option<::std::boxed::Box<Node>>",
            "pub u: ::core::option::Option<runtime::serde_json::Value>",
            "deny_unknown_fields",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("other"), "a handler has nothing to fill in there\n{text}");
        let open =
            Json::parse(r#"{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":true}"#);
        let open = open.unwrap();
        let mut types = Types::new(&open, Scope::default());
        types.value("Output", &open);
        assert!(types.finish().contains("#[serde(flatten)]\n    pub other: "));
    }
}
