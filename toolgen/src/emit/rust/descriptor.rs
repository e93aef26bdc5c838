//! One static descriptor: a row and what the front end knows of its handler in, `Tool { … }` out.
//!
//! The macro and the manifests share this, so that a tool has the same descriptor whichever way it is
//! written. The text names the runtime only through [`Parts::runtime`].

use std::fmt::Write;

use toolgen_model::catalog::{Registry, Row};
use toolgen_model::field::{Field, Kind};
use toolgen_model::json::Json;
use toolgen_model::schema::canonical::is_annotation;

use super::literal::{bound, string};

/// What a descriptor is made of.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    /// The path of the runtime's private module, for example `::toolgen_runtime::__private`
    pub runtime: &'a str,
    /// The row, sealed
    pub row: &'a Row,
    /// One a parameter of the handler, in its order
    pub fields: &'a [FieldPart],
    /// The entry: an expression of type `Entry`
    pub entry: &'a str,
    /// What reads the whole input, where it reads itself
    pub reads: Option<&'a str>,
    /// Deferred schemas: expressions of type `Deferred`
    pub deferred: &'a [String],
    /// The types of its shared state: expressions of type `Option<StateType>`
    pub states: &'a [String],
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct FieldPart {
    /// What the schema says of it
    pub field: Field,
    /// An expression of type `Kind` that takes precedence, where only the type knows
    pub kind: Option<String>,
    /// An expression of type `bool`, likewise
    pub required: Option<String>,
}

impl FieldPart {
    /// The field of the members that no other field names.
    pub(super) fn rest(p: &str) -> FieldPart {
        let field = toolgen_model::field::field("", &Json::Bool(true), false, &[]);
        FieldPart { field, kind: Some(format!("{p}::Kind::Rest")), required: None }
    }

    fn is_rest(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind.ends_with("::Kind::Rest"))
    }
}

/// The descriptor as a Rust expression, a line a member.
pub fn descriptor(parts: &Parts<'_>) -> String {
    let (p, row) = (parts.runtime, parts.row);
    let mut text = String::new();
    let mut line = |member: &str| {
        let _ = writeln!(text, "    {member},");
    };
    line(&format!("name: {}", string(&row.name)));
    line(&format!("origin: {}", string(&origin(row))));
    line(&format!("fields: {}", fields(parts)));
    line(&format!("verdict: {p}::Verdict::{:?}", row.verdict));
    line(&format!("entry: {}", parts.entry));
    let row_text = serde_json::to_string(row).unwrap_or_default();
    let deferred = parts.deferred.join(", ");
    line(&format!("row: {p}::RowText {{ text: {}, deferred: &[{deferred}], pinned: {NONE} }}", string(&row_text)));
    line(&format!("more: {}", more(parts)));
    format!("{p}::Tool {{\n{text}}}")
}

/// `package file:line`, which names a tool where two have one name.
fn origin(row: &Row) -> String {
    let place = format!("{}:{}", row.source.file, row.source.line);
    if row.source.package.is_empty() { place } else { format!("{} {place}", row.source.package) }
}

fn fields(parts: &Parts<'_>) -> String {
    let p = parts.runtime;
    if parts.fields.is_empty() {
        return "&[]".into();
    }
    let mut text = String::from("&[\n");
    for FieldPart { field, kind, required } in parts.fields {
        let kind = kind.clone().unwrap_or_else(|| format!("{p}::Kind::{}", kind_name(field.kind)));
        let required = required.clone().unwrap_or_else(|| (field.required && field.default.is_none()).to_string());
        let _ = writeln!(
            text,
            "        {p}::Field {{ name: {}, kind: {kind}, required: {required}, nullable: {}, rules: {} }},",
            string(&field.name),
            field.nullable,
            rules(field, p),
        );
    }
    text.push_str("    ]");
    text
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "Boolean",
        Kind::Integer => "Integer",
        Kind::Number => "Number",
        Kind::String => "String",
        Kind::Raw => "Raw",
    }
}

fn rules(field: &Field, p: &str) -> String {
    let mut members = Vec::new();
    if let Some(default) = &field.default {
        members.push(format!("default: {}", some(&string(&default.to_string()))));
    }
    if !field.aliases.is_empty() {
        members.push(format!("aliases: {}", strings(&field.aliases)));
    }
    if field.minimum.is_some() {
        members.push(format!("minimum: {}", bound(field.minimum.as_ref(), p)));
    }
    if field.maximum.is_some() {
        members.push(format!("maximum: {}", bound(field.maximum.as_ref(), p)));
    }
    if let Some(length) = field.min_length {
        members.push(format!("min_length: {length}"));
    }
    if let Some(length) = field.max_length {
        members.push(format!("max_length: {length}"));
    }
    if let Some(pattern) = &field.pattern {
        members.push(format!("pattern: {}", some(&string(pattern))));
    }
    if !field.choices.is_empty() {
        members.push(format!("choices: {}", strings(&field.choices)));
    }
    if members.is_empty() {
        return NONE.into();
    }
    some(&format!("&{p}::Rules {{ {}, ..{p}::Rules::NONE }}", members.join(", ")))
}

fn more(parts: &Parts<'_>) -> String {
    let (p, row) = (parts.runtime, parts.row);
    let mut members = Vec::new();
    if let Some(when) = &row.when {
        members.push(format!("when: {}", some(&string(when))));
    }
    if !parts.states.is_empty() {
        members.push(format!("states: &[{}]", parts.states.join(", ")));
    }
    if let Some(ms) = row.execution.timeout_ms {
        members.push(format!("timeout_ms: {}", some(&ms.to_string())));
    }
    if let Some(reads) = parts.reads {
        members.push(format!("read: {}", some(reads)));
    }
    for (name, holds) in [
        ("gated", row.gate.gated),
        ("minimal", row.registry == Registry::Default),
        ("whole", !is_said_by_fields(&row.input, parts.fields)),
    ] {
        if holds {
            members.push(format!("{name}: true"));
        }
    }
    if members.is_empty() {
        return NONE.into();
    }
    some(&format!("&{p}::More {{ {}, ..{p}::More::NONE }}", members.join(", ")))
}

/// Whether the fields say all that the input schema says: one of them takes the rest, or there is none.
fn is_said_by_fields(input: &Json, fields: &[FieldPart]) -> bool {
    const SAID: [&str; 4] = ["type", "properties", "required", "additionalProperties"];
    let closed = input.get("additionalProperties").and_then(Json::as_bool) == Some(false);
    (closed || fields.last().is_some_and(FieldPart::is_rest))
        && input
            .as_object()
            .is_none_or(|object| object.keys().all(|key| SAID.contains(&key) || key == "$defs" || is_annotation(key)))
}

/// Spelled out, because a user's crate may shadow `None` or have no prelude.
const NONE: &str = "::core::option::Option::None";

fn some(value: &str) -> String {
    format!("::core::option::Option::Some({value})")
}

fn strings(texts: &[String]) -> String {
    format!("&[{}]", texts.iter().map(|text| string(text)).collect::<Vec<_>>().join(", "))
}

/// The plan of a row as descriptor parts, for handlers whose parameters all come from the schema.
pub fn plain_fields(row: &Row) -> Vec<FieldPart> {
    toolgen_model::field::fields(row).into_iter().map(|field| FieldPart { field, kind: None, required: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_is_an_expression() {
        let input = r#"{"type":"object","required":["a"],"properties":{"a":{"type":"integer","minimum":0},
            "b":{"type":"string","enum":["x"],"default":"x","description":"d"}},"additionalProperties":false}"#;
        let row = Row { tool: "add".into(), input: Json::parse(input).unwrap(), ..Row::default() }.seal();
        let fields = plain_fields(&row);
        let parts = Parts {
            runtime: "::rt",
            row: &row,
            fields: &fields,
            entry: "::rt::Entry::Data",
            reads: None,
            deferred: &[],
            states: &[],
        };
        let text = descriptor(&parts);
        syn::parse_str::<syn::Expr>(&text).unwrap();
        assert!(text.contains("minimum: ::rt::Bound::Int(0)"), "{text}");
        assert!(text.contains(r#"choices: &["x"]"#), "{text}");
    }
}
