//! Cases: their arguments and replies against the schemas, and expectations that their handler can meet.

use std::collections::HashMap;

use super::Subject;
use super::judge::Judge;
use crate::diag::{Diagnostic, Rule, Sink, Span, code::page};
use crate::ir::{Case, Handler, Node, NodeKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0330",
        "bad-case-input",
        Error,
        "Reports a case whose arguments the input schema refuses, unless it expects just that.",
        "The case would test the refusal and not what it says.",
        "cases: [{name: greets, input: {nam: World}, expect: {output: Hello}}]",
        "Arguments that fit, or `expect: {error: {code: invalid_input}}`."
    ),
    page!(
        "TG0331",
        "bad-case-output",
        Error,
        "Reports a case whose expected reply the output schema refuses.",
        "Such a reply can never come.",
        "outputSchema: {type: object, properties: {n: {type: integer}}}\ncases: [{name: counts, expect: {output: {n: many}}}]",
        "A reply that the schema takes."
    ),
    page!(
        "TG0332",
        "duplicate-case",
        Error,
        "Reports two cases of one tool with the same name.",
        "They become tests, and a test is found by its name.",
        "cases: [{name: greets}, {name: greets}]",
        "A name of its own for each."
    ),
    page!(
        "TG0333",
        "case-without-expectation",
        Error,
        "Reports a case that expects nothing, or a reply and an error at once.",
        "A test that cannot fail tests nothing.",
        "cases: [{name: greets, input: {name: World}, expect: {}}]",
        "`output:`, `request:` or `argv:`; or `error:` alone."
    ),
    page!(
        "TG0334",
        "expectation-of-another-handler",
        Error,
        "Reports a case that expects a request of a handler that sends none, or an argument list of one that runs nothing.",
        "It could never be met.",
        "handler: {rust: {fn: \"crate::greet\"}}\ncases: [{name: greets, expect: {argv: [greet]}}]",
        "`request:` with `http`, `argv:` with `command`, `output:` with all."
    ),
    page!(
        "TG0337",
        "case-refused-as-expected-not",
        Error,
        "Reports a case that expects its arguments to be refused, and they are not.",
        "The schema is laxer than its author believes.",
        "cases: [{name: needs a name, input: {name: World}, expect: {error: {code: invalid_input}}}]",
        "Arguments that the schema refuses, or a stricter schema."
    ),
];

pub(super) fn check(subject: &Subject<'_>, judge: &mut Judge, sink: &mut Sink) {
    let mut names: HashMap<&str, Span> = HashMap::new();
    for case in &subject.tool.cases {
        if let Some(first) = names.insert(&case.name.value, case.name.span) {
            sink.push(
                Diagnostic::error("TG0332", case.name.span, format!("a second case is named `{}`", case.name.value))
                    .also(first, "the first is here")
                    .help("say in each name what the case shows"),
            );
        }
        expectation(case, subject, sink);
        input(case, subject, judge, sink);
        output(case, subject, judge, sink);
    }
}

fn expectation(case: &Case, subject: &Subject<'_>, sink: &mut Sink) {
    let expect = &case.expect;
    let reply = expect.output.is_some() || expect.request.is_some() || expect.argv.is_some();
    match &expect.error {
        None if !reply => sink.push(
            Diagnostic::error("TG0333", case.name.span, "this case expects nothing, so it cannot fail")
                .help("add `output:`, `request:`, `argv:` or `error:` under `expect:`"),
        ),
        Some(error) if expect.output.is_some() => sink.push(
            Diagnostic::error("TG0333", error.span, "a call gives a reply or an error, and this case expects both")
                .help("keep one of them"),
        ),
        _ => {}
    }
    let handler = &subject.tool.handler.value;
    let wrong = [
        (&expect.request, "request", matches!(handler, Handler::Http(_))),
        (&expect.argv, "argv", matches!(handler, Handler::Command(_))),
        (&case.mock, "mock", !matches!(handler, Handler::Rust(_))),
    ];
    for (node, what, fits) in wrong {
        let Some(node) = node.as_ref().filter(|_| !fits) else { continue };
        sink.push(
            Diagnostic::error(
                "TG0334",
                node.span,
                format!("`{what}:` means nothing to a `{}` handler", handler.kind()),
            )
            .help("expect `output:` or `error:`"),
        );
    }
}

/// Whether the case expects its arguments to be refused.
fn refuses(case: &Case) -> bool {
    let code = case.expect.error.as_ref().and_then(|error| error.get("code")).and_then(Node::as_str);
    code == Some("invalid_input")
}

fn input(case: &Case, subject: &Subject<'_>, judge: &mut Judge, sink: &mut Sink) {
    let Some(schema) = &subject.input else { return };
    if !matches!(case.input.kind, NodeKind::Object(_)) {
        sink.push(
            Diagnostic::error("TG0330", case.input.span, "the arguments of a case are a mapping")
                .help("write `input: {name: value}`"),
        );
        return;
    }
    // What a property accepts may only be known to the linked program.
    if !subject.tool.deferred.is_empty() {
        return;
    }
    let value = case.input.json();
    let worded = judge.canonical(schema, &value);
    let faults = judge.confirmed(schema, &value, worded);
    if refuses(case) {
        if faults.is_empty() {
            let place = case.expect.error.as_ref().map_or(case.name.span, |error| error.span);
            sink.push(
                Diagnostic::error(
                    "TG0337",
                    place,
                    "the schema takes these arguments, and the case expects it to refuse them",
                )
                .also(case.input.span, "these")
                .help("make the schema stricter, or expect something else"),
            );
        }
        return;
    }
    for fault in faults {
        let node = case.input.nearest(&fault.at);
        let finding =
            Diagnostic::error("TG0330", node.span, format!("the input schema refuses this: {}", fault.message));
        sink.push(
            finding.help(
                fault.hint.unwrap_or_else(|| "mend the arguments, or expect `error: {code: invalid_input}`".into()),
            ),
        );
    }
}

fn output(case: &Case, subject: &Subject<'_>, judge: &mut Judge, sink: &mut Sink) {
    let (Some(schema), Some(expected)) = (&subject.output, &case.expect.output) else { return };
    let value = expected.json();
    let worded = judge.canonical(schema, &value);
    for fault in judge.confirmed(schema, &value, worded) {
        let node = expected.nearest(&fault.at);
        let finding =
            Diagnostic::error("TG0331", node.span, format!("the output schema refuses this: {}", fault.message));
        sink.push(finding.help(fault.hint.unwrap_or_else(|| "mend the reply, or the output schema".into())));
    }
}
