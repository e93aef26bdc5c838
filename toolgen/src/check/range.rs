//! Bounds, choices and patterns of schemas that contradict themselves.

use toolgen_model::json::Json;
use toolgen_model::pattern::Pattern;

use super::keyword;
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::Node;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0213",
        "duplicate-choice",
        Error,
        "Reports a value that stands twice in `enum`.",
        "Validators of several providers refuse such a schema.",
        "enum: [open, closed, open]",
        "Each value once."
    ),
    page!(
        "TG0214",
        "empty-range",
        Error,
        "Reports a lower bound above its upper bound.",
        "No value fits between them.",
        "level: {type: integer, minimum: 10, maximum: 1}",
        "Bounds in their order."
    ),
    page!(
        "TG0215",
        "bad-pattern",
        Error,
        "Reports a `pattern:` that cannot be matched in linear time, or is no expression at all.",
        "A pattern is run on what a model sends; some expressions take longer than the universe is old.",
        "pattern: \"(?=a)b\"",
        "An ECMA-262 expression without look-around and back-references."
    ),
];

const RANGES: [(&str, &str); 5] = [
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
];

pub(super) fn check(schema: &Node, sink: &mut Sink) {
    keyword::walk(schema, &mut |schema| {
        ranges(schema, sink);
        choices(schema, sink);
        patterns(schema, sink);
    });
}

fn ranges(schema: &Node, sink: &mut Sink) {
    for (low, high) in RANGES {
        let number = |key| schema.get(key).and_then(|node| Some((node, node.json().as_number()?.as_f64()?)));
        if let (Some((from, least)), Some((to, most))) = (number(low), number(high))
            && least > most
        {
            sink.push(
                Diagnostic::error(
                    "TG0214",
                    from.span,
                    format!("`{low}` is {least} and `{high}` is {most}: no value fits"),
                )
                .also(to.span, "the upper bound")
                .help("exchange them, or take one out"),
            );
        }
    }
}

fn choices(schema: &Node, sink: &mut Sink) {
    let Some(choices) = schema.get("enum").map(Node::items) else { return };
    let mut seen: std::collections::HashMap<String, &Node> = std::collections::HashMap::new();
    for choice in choices {
        let text = choice.json().canonical();
        if let Some(first) = seen.get(&text) {
            sink.push(
                Diagnostic::error("TG0213", choice.span, format!("{} stands twice in `enum`", shown(choice)))
                    .also(first.span, "first here")
                    .help("take one out"),
            );
        } else {
            seen.insert(text, choice);
        }
    }
}

fn shown(node: &Node) -> String {
    let text = match node.json() {
        Json::String(text) => text.to_string(),
        other => other.to_string(),
    };
    format!("`{}`", text.chars().take(60).collect::<String>())
}

fn patterns(schema: &Node, sink: &mut Sink) {
    let one = schema.get("pattern").and_then(|node| Some((node.span, node.as_str()?)));
    let named = schema.get("patternProperties").map(Node::entries).unwrap_or_default();
    let keys = named.iter().map(|entry| (entry.key.span, entry.key.value.as_str()));
    for (span, text) in one.into_iter().chain(keys) {
        if let Err(fault) = Pattern::compile(text) {
            sink.push(
                Diagnostic::error("TG0215", span, format!("this pattern cannot be used: {fault}"))
                    .help("write an ECMA-262 expression without look-around and back-references; in double quotes each `\\` is written twice"),
            );
        }
    }
}
