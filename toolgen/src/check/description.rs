//! Descriptions: there is one for each tool and parameter, and all of it can be seen.

use toolgen_model::json::{Json, Object};

use super::{Subject, invisible};
use crate::diag::{Diagnostic, Rule, Sink, Spanned, code::page};
use crate::ir::{Node, NodeKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0206",
        "tool-without-description",
        Error,
        "Reports a tool or action without a description.",
        "The description is all that a model has to choose a tool by.",
        "greet:\n  inputSchema: {type: object}",
        "`description:`, one or two sentences: what it does, and when to use it and when not."
    ),
    page!(
        "TG0207",
        "parameter-without-description",
        Error,
        "Reports a parameter without a description.",
        "A model guesses what it cannot read.",
        "properties: {name: {type: string}}",
        "`description:` in the schema of the parameter, or in the schema that it refers to."
    ),
    page!(
        "TG0216",
        "hidden-text",
        Error,
        "Reports invisible characters in the texts that a model reads.",
        "They can carry orders to the model that no reader of the manifest sees.",
        "description: \"Greet somebody\\u200B\"",
        "The text without them."
    ),
];

pub(super) fn check(subject: &Subject<'_>, sink: &mut Sink) {
    let tool = subject.tool;
    if tool.description.is_none() {
        sink.push(
            Diagnostic::error("TG0206", tool.name_span(), format!("`{}` has no description", tool.name()))
                .help("add `description:` that says what it does and when to use it"),
        );
    }
    let texts = [&tool.description, &tool.title, &tool.permission.confirm, &tool.deprecated];
    texts.into_iter().flatten().for_each(|text| hidden(text, sink));
    schema_texts(&tool.input, sink);
    tool.output.iter().for_each(|output| schema_texts(output, sink));
    let Some(properties) = tool.input.get("properties") else { return };
    for entry in properties.entries() {
        let name = entry.key.value.as_str();
        let canonical = subject.input.as_ref().and_then(|input| input.get("properties")?.get(name));
        let described = has_text(&entry.value) || canonical.is_some_and(described);
        let elsewhere = entry.value.get("$ref").is_some() && subject.input.is_none();
        let readable = matches!(entry.value.kind, NodeKind::Object(_)) && !elsewhere;
        if readable && !described && !tool.deferred.iter().any(|deferred| deferred == name) {
            sink.push(
                Diagnostic::error("TG0207", entry.key.span, format!("the parameter `{name}` has no description"))
                    .help("add `description:` that says what it is, for the model"),
            );
        }
    }
}

fn has_text(schema: &Node) -> bool {
    schema.get("description").and_then(Node::as_str).is_some_and(|text| !text.trim().is_empty())
}

/// Whether a canonical schema, or the branch of a nullable one, has a description.
fn described(schema: &Json) -> bool {
    let own = schema.get("description").and_then(Json::as_str).is_some_and(|text| !text.trim().is_empty());
    let branches = schema.get("anyOf").and_then(Json::as_array).unwrap_or_default();
    own || branches
        .iter()
        .any(|branch| branch.as_object().and_then(|branch: &Object| branch.get("description")).is_some())
}

fn hidden(text: &Spanned<String>, sink: &mut Sink) {
    let runs = invisible::invisible(&text.value);
    if let Some(first) = runs.first() {
        sink.push(
            Diagnostic::error(
                "TG0216",
                text.span,
                format!("this text has an invisible character in it, {}", invisible::name(first.character)),
            )
            .help("take it out"),
        );
    }
}

/// The texts of a schema that a model reads: descriptions, titles, names, and values to choose from.
fn schema_texts(node: &Node, sink: &mut Sink) {
    match &node.kind {
        NodeKind::String(text) if !text.is_ascii() || text.bytes().any(|byte| byte.is_ascii_control()) => {
            hidden(&Spanned::new(text.clone(), node.span), sink);
        }
        NodeKind::Array(items) => items.iter().for_each(|item| schema_texts(item, sink)),
        NodeKind::Object(entries) => entries.iter().for_each(|entry| {
            // An expression may match what a text may not contain.
            if entry.key.value != "pattern" {
                hidden(&entry.key, sink);
                schema_texts(&entry.value, sink);
            }
        }),
        _ => {}
    }
}
