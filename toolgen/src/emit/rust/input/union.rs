//! Unions: the branches of `anyOf` and `oneOf` in, a Rust enum with one variant a branch out.
//!
//! Which branch comes is told by the kind of value where that is enough, by a tag where objects have one,
//! else by trying. That no second branch of a `oneOf` fits is the validator's part.

use std::collections::BTreeMap;
use std::fmt::Write;

use toolgen_model::json::Json;

use super::choice::scalar;
use super::object::only_value;
use super::{Input, Place, Shape, is_null, properties};
use crate::emit::rust::literal::string;
use crate::emit::rust::name::{Scope, pascal};
use crate::emit::rust::text::{doc, docs, option};

/// One branch that is not null.
struct Branch<'s> {
    schema: &'s Json,
    /// The schema itself, behind a reference
    target: &'s Json,
    /// Its place in the list
    at: usize,
}

/// A variant that was made of a branch.
struct Variant {
    name: String,
    ty: String,
    read: String,
    comes: Option<&'static str>,
}

impl<'s> Input<'s> {
    /// The type of a union; none where the schema is no union.
    pub(super) fn union(&mut self, schema: &'s Json, place: &Place) -> Option<Shape> {
        let key = ["anyOf", "oneOf"].into_iter().find(|key| schema.get(key).is_some())?;
        let all = schema.get(key)?.as_array()?;
        let kept: &[&str] = if key == "anyOf" { &["anyOf"] } else { &[] };
        let branches: Vec<Branch<'s>> = all
            .iter()
            .enumerate()
            .filter(|(_, branch)| !is_null(branch))
            .map(|(at, schema)| Branch { schema, target: self.resolved(schema), at })
            .collect();
        let below = |at: usize| place.below(&format!("/{key}/{at}"));
        let shape = match branches.as_slice() {
            [] => return None,
            [only] => self.shape(only.schema, &below(only.at)),
            several => match self.flat(schema, several, place) {
                Some(choice) => choice,
                None => self.variants(schema, several, place, key),
            },
        };
        if branches.len() == all.len() {
            return Some(Shape { kept, ..shape });
        }
        let read = if shape.ty.starts_with(super::OPTION) {
            format!("reader.nullable(|reader| {}).map(::core::option::Option::flatten)", shape.read)
        } else {
            format!("reader.nullable(|reader| {})", shape.read)
        };
        Some(Shape { ty: option(&shape.ty), read, kept })
    }

    /// One choice of all values, where every branch is a choice and nothing more.
    fn flat(&mut self, schema: &'s Json, branches: &[Branch<'s>], place: &Place) -> Option<Shape> {
        let mut choices = Vec::new();
        for branch in branches {
            let only =
                branch.schema.as_object()?.keys().all(|key| matches!(key, "type" | "enum" | "title" | "description"));
            choices.extend(branch.schema.get("enum").filter(|_| only)?.as_array()?);
        }
        choices.iter().all(|choice| scalar(choice).is_some()).then_some(())?;
        self.one_of(schema, &choices, place)
    }

    fn variants(&mut self, schema: &'s Json, branches: &[Branch<'s>], place: &Place, key: &str) -> Shape {
        let name = self.scope.give_type(&place.name);
        let at = self.reserve();
        let tag = tag(branches);
        let mut names = Scope::default();
        let mut variants = Vec::new();
        for branch in branches {
            let own = names.give_type(&self.variant_name(branch, tag.as_deref()));
            let place = Place { name: name.clone(), ..place.clone() };
            let place = place.part(&own, &format!("/{key}/{}", branch.at));
            let shape = self.shape(branch.schema, &place);
            variants.push(Variant { name: own, ty: shape.ty, read: shape.read, comes: comes(branch.target) });
        }
        let mut text = doc(schema, "");
        let _ = write!(text, "#[derive(Clone, Debug, PartialEq)]\npub enum {name} {{\n");
        for (branch, variant) in branches.iter().zip(&variants) {
            let said = branch.target.get("description").and_then(Json::as_str);
            let said = said.map_or_else(|| docs(about(variant), "    "), |said| docs(said, "    "));
            let _ = writeln!(text, "{said}    {}({}),", variant.name, variant.ty);
        }
        let _ = write!(
            text,
            "}}

impl runtime::Read for {name} {{
    fn read(reader: &mut runtime::Reader<'_>) -> runtime::Reading<{name}> {{
{}    }}
}}
",
            body(&name, branches, &variants, tag.as_deref())
        );
        self.items[at] = text;
        Shape { read: format!("reader.read::<{name}>()"), ty: name, kept: &[] }
    }

    /// What a branch is called: by its tag, its definition, its title, or its type.
    fn variant_name(&self, branch: &Branch<'s>, tag: Option<&str>) -> String {
        let tagged =
            tag.and_then(|tag| tag_value(branch.target, tag)).filter(|_| comes(branch.target) == Some("Object"));
        let defined = branch.schema.get("$ref").and_then(Json::as_str).and_then(|target| target.rsplit('/').next());
        let title = branch.schema.get("title").and_then(Json::as_str).filter(|title| !title.trim().is_empty());
        match tagged.or(defined).or(title) {
            Some(name) => pascal(name),
            None => match branch.schema.get("type").and_then(Json::as_str) {
                Some("string") => "Text".into(),
                Some("integer") => "Integer".into(),
                Some("number") => "Number".into(),
                Some("boolean") => "Boolean".into(),
                Some("array") => "List".into(),
                Some("object") => "Object".into(),
                _ => "Other".into(),
            },
        }
    }

    /// A schema behind its references.
    fn resolved(&self, mut schema: &'s Json) -> &'s Json {
        for _ in 0..8 {
            let target = schema.get("$ref").and_then(Json::as_str).and_then(|target| target.strip_prefix('#'));
            match target.and_then(|target| self.root.pointer(target)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }
}

/// How the union is read.
fn body(name: &str, branches: &[Branch<'_>], variants: &[Variant], tag: Option<&str>) -> String {
    let into = |variant: &Variant| format!("{}.map({name}::{})", variant.read, variant.name);
    let either = |variants: &[&Variant]| {
        let tries: String = variants.iter().map(|variant| format!("    |reader| {},\n", into(variant))).collect();
        format!("reader.either([\n{tries}])")
    };
    let mut kinds: BTreeMap<&str, Vec<&Variant>> = BTreeMap::new();
    for variant in variants {
        // A branch of any kind may be what comes, whatever comes.
        let Some(comes) = variant.comes else {
            return margin(&either(&variants.iter().collect::<Vec<_>>()), 2);
        };
        kinds.entry(comes).or_default().push(variant);
    }
    let mut text = String::from("match reader.comes() {\n");
    for (kind, variants) in &kinds {
        let read = match (variants.as_slice(), tag) {
            ([only], _) => into(only),
            (several, Some(tag)) if *kind == "Object" => {
                let mut arms = format!("match reader.tag({})?.as_ref() {{\n", string(tag));
                let objects = branches.iter().filter(|branch| comes(branch.target) == Some("Object"));
                for (branch, variant) in objects.zip(several) {
                    let value = tag_value(branch.target, tag).unwrap_or_default();
                    let _ = writeln!(arms, "    {} => {},", string(value), into(variant));
                }
                format!("{arms}    _ => reader.refuse(),\n}}")
            }
            (several, _) => either(several),
        };
        let _ = writeln!(text, "    runtime::Comes::{kind} => {},", margin(&read, 1).trim());
    }
    if kinds.len() < 5 {
        text.push_str("    _ => reader.refuse(),\n");
    } else {
        text.push_str("    runtime::Comes::Null | runtime::Comes::Nothing => reader.refuse(),\n");
    }
    text.push('}');
    margin(&text, 2)
}

fn margin(text: &str, levels: usize) -> String {
    crate::emit::rust::text::indent(text, levels)
}

fn about(variant: &Variant) -> &'static str {
    match variant.comes {
        Some("Text") => "A text",
        Some("Number") => "A number",
        Some("Boolean") => "A truth value",
        Some("Array") => "A list",
        Some("Object") => "An object",
        _ => "A value",
    }
}

/// The kind of value that a schema allows, where it is one kind.
fn comes(schema: &Json) -> Option<&'static str> {
    Some(match schema.get("type").and_then(Json::as_str)? {
        "string" => "Text",
        "integer" | "number" => "Number",
        "boolean" => "Boolean",
        "array" => "Array",
        "object" => "Object",
        _ => return None,
    })
}

/// The property whose text tells the objects of a union apart.
fn tag(branches: &[Branch<'_>]) -> Option<String> {
    let objects: Vec<&Json> =
        branches.iter().map(|branch| branch.target).filter(|target| comes(target) == Some("Object")).collect();
    let (first, _) = objects.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let tells = |name: &&str| {
        let values: Option<Vec<&str>> = objects.iter().map(|object| tag_value(object, name)).collect();
        values.is_some_and(|mut values| {
            let count = values.len();
            values.sort_unstable();
            values.dedup();
            values.len() == count
        })
    };
    properties(first).map(|(name, _)| name).find(tells).map(str::to_owned)
}

/// The one text that a required property has.
fn tag_value<'s>(schema: &'s Json, name: &str) -> Option<&'s str> {
    let required = schema.get("required").and_then(Json::as_array)?;
    required.iter().find(|required| required.as_str() == Some(name))?;
    let property = schema.get("properties")?.get(name)?;
    only_value(property)?;
    property.get("enum")?.as_array()?.first()?.as_str()
}
