//! Schemas as they are written: known keywords with values of their kind, and a canonical form.

use std::collections::HashSet;

use toolgen_model::json::Json;
use toolgen_model::nearest::nearest;
use toolgen_model::schema::canonical::Fault;

use super::keyword::{self, Holds, KEYWORDS, holds};
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::{Entry, Node, NodeKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0208",
        "schema-fault",
        Error,
        "Reports a schema that has no canonical form: nothing can satisfy it, or it leaves the file.",
        "All providers' forms, the decoder and the command line are made from the canonical form.",
        "properties: {a: {$ref: \"https://example.com/a.json\"}}",
        "What the finding says; a schema that stands in this file."
    ),
    page!(
        "TG0217",
        "input-is-no-object",
        Error,
        "Reports an input schema whose root is no object.",
        "Every provider sends arguments as an object.",
        "inputSchema: {type: string}",
        "`type: object` with the value as a property."
    ),
    page!(
        "TG0219",
        "required-without-property",
        Error,
        "Reports a name in `required:` that is no property.",
        "No call could ever satisfy it: what is not declared is refused. Gemini refuses the whole request.",
        "required: [pth]\nproperties: {path: {type: string}}",
        "The name of a property."
    ),
    page!(
        "TG0223",
        "unknown-keyword",
        Error,
        "Reports a keyword that JSON Schema does not have, with the nearest one that it does.",
        "Validators ignore it, so a misspelt bound bounds nothing.",
        "path: {type: string, minlength: 1}",
        "The keyword that was meant. What is for your own use starts with `x-`."
    ),
    page!(
        "TG0224",
        "bad-keyword-value",
        Error,
        "Reports a keyword with a value of the wrong kind.",
        "Validators refuse the schema or ignore the keyword, each in its own way.",
        "path: {type: string, minLength: -1}",
        "A value of the kind that is named."
    ),
    page!(
        "TG0225",
        "unknown-type",
        Error,
        "Reports a `type:` that JSON Schema does not have.",
        "There are seven: `string`, `integer`, `number`, `boolean`, `object`, `array`, `null`.",
        "path: {type: str}",
        "One of the seven."
    ),
];

const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "object", "array", "null"];

/// Names that other languages have for the types.
const OTHER_TYPES: [(&str, &str); 16] = [
    ("str", "string"),
    ("text", "string"),
    ("path", "string"),
    ("date", "string"),
    ("file", "string"),
    ("int", "integer"),
    ("i64", "integer"),
    ("u64", "integer"),
    ("long", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("bool", "boolean"),
    ("dict", "object"),
    ("map", "object"),
    ("list", "array"),
    ("tuple", "array"),
];

/// Reports what is wrong with the keywords of `schema` and below. True when nothing is, so that its
/// canonical form is worth asking for.
pub(super) fn check(schema: &Node, input: bool, sink: &mut Sink) -> bool {
    let before = sink.errors();
    if input {
        root(schema, sink);
    }
    keyword::walk(schema, &mut |part| one(part, std::ptr::eq(part, schema), sink));
    sink.errors() == before
}

/// The canonical form, or none with its faults reported.
pub(super) fn canonical(schema: &Node, form: Result<Json, Vec<Fault>>, sink: &mut Sink) -> Option<Json> {
    let faults = match form {
        Ok(form) => return Some(form),
        Err(faults) => faults,
    };
    for fault in faults {
        let finding = Diagnostic::error("TG0208", schema.nearest(&fault.at).span, fault.message);
        sink.push(if fault.help.is_empty() { finding } else { finding.help(fault.help) });
    }
    None
}

fn root(schema: &Node, sink: &mut Sink) {
    if let Some(kind) = schema.get("type").filter(|kind| kind.as_str() != Some("object")) {
        let named = kind.as_str().is_none_or(|name| TYPES.contains(&name));
        if named {
            sink.push(
                Diagnostic::error(
                    "TG0217",
                    kind.span,
                    "the arguments of a tool are an object, and this schema says something else",
                )
                .help("write `type: object` and make the value a property"),
            );
        }
    }
}

fn one(schema: &Node, root: bool, sink: &mut Sink) {
    for entry in schema.entries() {
        match holds(&entry.key.value) {
            Some(Holds::Types) => types(&entry.value, sink),
            Some(kind) => value(entry, kind, sink),
            None => unknown(entry, sink),
        }
    }
    required(schema, root, sink);
}

fn unknown(entry: &Entry, sink: &mut Sink) {
    let (key, span) = (entry.key.value.as_str(), entry.key.span);
    if key.starts_with("x-") || key.starts_with("x_") {
        return;
    }
    let finding = Diagnostic::error("TG0223", span, format!("JSON Schema has no keyword `{key}`"));
    sink.push(match nearest(key, KEYWORDS.iter().map(|(name, _)| *name)) {
        Some(near) => finding.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), span, near),
        None if key == "optional" => finding.help("a property is optional when it is not in `required:`"),
        None => finding.help("a property stands under `properties:`; what is for your own use starts with `x-`"),
    });
}

fn types(node: &Node, sink: &mut Sink) {
    let names: Vec<&Node> = match &node.kind {
        NodeKind::Array(items) if !items.is_empty() => items.iter().collect(),
        _ => vec![node],
    };
    for name in names {
        let Some(text) = name.as_str() else {
            if name.kind == NodeKind::Null {
                sink.push(
                    Diagnostic::error("TG0224", name.span, "`null` without quotes is no type, it is nothing")
                        .help("write `\"null\"`")
                        .fix("quote it", name.span, "\"null\""),
                );
                continue;
            }
            sink.push(
                Diagnostic::error("TG0224", name.span, "expected the name of a type")
                    .help("write one of `string`, `integer`, `number`, `boolean`, `object`, `array`, `null`"),
            );
            continue;
        };
        if TYPES.contains(&text) {
            continue;
        }
        let finding = Diagnostic::error("TG0225", name.span, format!("JSON Schema has no type `{text}`"));
        let other = OTHER_TYPES.iter().find(|(other, _)| other.eq_ignore_ascii_case(text)).map(|(_, name)| *name);
        sink.push(match other.or_else(|| nearest(text, TYPES)) {
            Some(near) => finding.help(format!("write `{near}`")).fix(format!("write `{near}`"), name.span, near),
            None => {
                finding.help("the types are `string`, `integer`, `number`, `boolean`, `object`, `array` and `null`")
            }
        });
    }
}

fn value(entry: &Entry, kind: Holds, sink: &mut Sink) {
    let node = &entry.value;
    let number = |node: &Node| if let NodeKind::Number(number) = &node.kind { Some(number.clone()) } else { None };
    let count = || number(node).and_then(|n| toolgen_model::json::whole(&n)).is_some_and(|n| n >= 0);
    let is_schema = |node: &Node| matches!(node.kind, NodeKind::Object(_) | NodeKind::Bool(_));
    let names =
        |node: &Node| matches!(&node.kind, NodeKind::Array(items) if items.iter().all(|item| item.as_str().is_some()));
    let (fits, expected) = match kind {
        Holds::Schema => (is_schema(node), "a schema"),
        Holds::SchemaOrList => {
            (is_schema(node) || matches!(&node.kind, NodeKind::Array(items) if items.iter().all(is_schema)), "a schema")
        }
        Holds::Schemas => {
            (!node.items().is_empty() && node.items().iter().all(is_schema), "a list of schemas, at least one")
        }
        Holds::Named => (
            matches!(&node.kind, NodeKind::Object(entries) if entries.iter().all(|entry| is_schema(&entry.value))),
            "a mapping from names to schemas",
        ),
        Holds::Text => (node.as_str().is_some(), "text"),
        Holds::Count => (count(), "a whole number from 0"),
        Holds::Number => (number(node).is_some(), "a number"),
        Holds::Flag => (matches!(node.kind, NodeKind::Bool(_)), "`true` or `false`"),
        Holds::Bound => (number(node).is_some() || matches!(node.kind, NodeKind::Bool(_)), "a number"),
        // The first drafts had `required: true` in a property; the canonical form reports it with its draft.
        Holds::Names => (names(node), "a list of names"),
        Holds::NamedNames => (
            matches!(&node.kind, NodeKind::Object(entries) if entries.iter().all(|entry| names(&entry.value))),
            "a mapping from names to lists of names",
        ),
        Holds::Values => {
            (matches!(&node.kind, NodeKind::Array(items) if !items.is_empty()), "a list, at least one value")
        }
        Holds::Types | Holds::Any => (true, ""),
    };
    if fits {
        return;
    }
    let key = &entry.key.value;
    let wrong = match &node.kind {
        NodeKind::Object(entries) if kind == Holds::Named => entries.iter().find(|entry| !is_schema(&entry.value)),
        _ => None,
    };
    if let Some(wrong) = wrong {
        let name = &wrong.key.value;
        let finding =
            Diagnostic::error("TG0224", wrong.value.span, format!("`{name}` under `{key}:` must be a schema"));
        sink.push(match wrong.value.as_str().filter(|text| TYPES.contains(text)) {
            Some(kind) => {
                let fixed = format!("{{type: {kind}}}");
                finding.help(format!("write `{fixed}`")).fix(format!("write `{fixed}`"), wrong.value.span, fixed)
            }
            None => finding.help("write a schema, for example `{type: string, description: …}`"),
        });
        return;
    }
    let finding = Diagnostic::error("TG0224", node.span, format!("`{key}` takes {expected}"));
    sink.push(match (key.as_str(), &node.kind) {
        ("required", NodeKind::Bool(_)) => {
            finding.help("list the names of required properties beside `properties:`: `required: [name]`")
        }
        _ => finding.help(format!("write {expected}")),
    });
}

/// Names in `required` that are no properties, where the properties are all there is.
fn required(schema: &Node, root: bool, sink: &mut Sink) {
    let Some(required) = schema.get("required") else { return };
    let combined =
        ["allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if"].iter().any(|key| schema.get(key).is_some());
    let open = matches!(
        schema.get("additionalProperties").map(|node| &node.kind),
        Some(NodeKind::Object(_) | NodeKind::Bool(true))
    );
    // A branch such as `anyOf: [{required: [a]}]` speaks of the properties of the schema around it.
    let branch = !root && schema.get("type").is_none() && schema.get("properties").is_none();
    if combined || open || branch {
        return;
    }
    let properties = schema.get("properties").map(Node::entries).unwrap_or_default();
    let known: HashSet<&str> = properties.iter().map(|entry| entry.key.value.as_str()).collect();
    let mut seen = HashSet::new();
    for item in required.items() {
        let Some(name) = item.as_str() else { continue };
        if !seen.insert(name) {
            sink.push(
                Diagnostic::error("TG0224", item.span, format!("`{name}` stands twice in `required`"))
                    .help("take one out"),
            );
        }
        if known.contains(name) {
            continue;
        }
        let finding = Diagnostic::error("TG0219", item.span, format!("`{name}` is required and is no property"));
        sink.push(match nearest(name, properties.iter().map(|entry| entry.key.value.as_str())) {
            Some(near) => {
                finding.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), item.span, near)
            }
            None => finding.help(format!("add `{name}:` under `properties:`, or take it out of `required:`")),
        });
    }
}
