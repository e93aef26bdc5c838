//! Defaults and examples: each satisfies its own schema, and a default has a use.

use toolgen_model::json::Json;

use super::judge::Judge;
use super::{Subject, keyword};
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::Node;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0210",
        "bad-default",
        Error,
        "Reports a default that its own schema refuses.",
        "The call that leaves the argument out would fail.",
        "level: {type: integer, minimum: 1, default: 0}",
        "A value that the schema takes."
    ),
    page!(
        "TG0211",
        "bad-example",
        Error,
        "Reports an example that its own schema refuses.",
        "Models copy examples.",
        "level: {type: integer, examples: [low]}",
        "A value that the schema takes."
    ),
    page!(
        "TG0212",
        "required-with-default",
        Error,
        "Reports a property that is required and has a default.",
        "The default is never used, and readers take the property for optional.",
        "required: [level]\nproperties: {level: {type: integer, default: 1}}",
        "One of the two."
    ),
];

pub(super) fn check(subject: &Subject<'_>, judge: &mut Judge, sink: &mut Sink) {
    let tool = subject.tool;
    if subject.input.is_some() {
        values(&tool.input, judge, sink);
    }
    if let Some(output) = tool.output.as_ref().filter(|_| subject.output.is_some()) {
        values(output, judge, sink);
    }
    keyword::walk(&tool.input, &mut |schema| unused_defaults(schema, sink));
}

fn values(root: &Node, judge: &mut Judge, sink: &mut Sink) {
    keyword::walk(root, &mut |schema| {
        let default = schema.get("default").map(|value| ("TG0210", "default", value));
        let examples = schema.get("examples").map(Node::items).unwrap_or_default();
        let examples = examples.iter().chain(schema.get("example")).map(|value| ("TG0211", "example", value));
        let mut plain: Option<Json> = None;
        for (code, what, value) in default.into_iter().chain(examples) {
            let schema = plain.get_or_insert_with(|| alone(schema, root));
            let json = value.json();
            for fault in judge.faults(schema, &json) {
                let place = value.nearest(&fault.at);
                let finding = Diagnostic::error(
                    code,
                    place.span,
                    format!("this {what} does not fit its schema: {}", fault.message),
                );
                sink.push(finding.help(match fault.hint {
                    _ if json.is_null() => {
                        "an optional property needs no `default: null`; take it out, or let the type be `[…, \"null\"]`".into()
                    }
                    Some(hint) => hint,
                    None => format!("write a value that the schema takes, or take the {what} out"),
                }));
            }
        }
    });
}

/// The schema without its own values, with the definitions that it may refer to.
fn alone(schema: &Node, root: &Node) -> Json {
    let mut json = schema.json();
    if let Json::Object(object) = &mut json {
        for key in ["default", "examples", "example", "description", "title"] {
            object.remove(key);
        }
        for key in ["$defs", "definitions"] {
            if let Some(definitions) = root.get(key).filter(|_| !std::ptr::eq(schema, root)) {
                object.insert(key, definitions.json());
            }
        }
    }
    json
}

fn unused_defaults(schema: &Node, sink: &mut Sink) {
    let required = schema.get("required").map(Node::items).unwrap_or_default();
    for entry in schema.get("properties").map(Node::entries).unwrap_or_default() {
        let name = entry.key.value.as_str();
        let Some(default) = entry.value.get("default") else { continue };
        if let Some(required) = required.iter().find(|item| item.as_str() == Some(name)) {
            sink.push(
                Diagnostic::error(
                    "TG0212",
                    default.span,
                    format!("`{name}` is required, so its default is never used"),
                )
                .also(required.span, "required here")
                .help("take it out of `required:`, or take the default out"),
            );
        }
    }
}
