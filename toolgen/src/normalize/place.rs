//! A tool whose handler is data in; calls that fill each place of the handler, for tests with hostile values,
//! out.

use toolgen_model::json::{Json, Object, push_pointer};
use toolgen_model::validate::is_valid;

use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::{Handler, Node, Reference, Root, Template, Tool, UrlPart};

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0347",
    "place-without-sample",
    Warning,
    "Reports an argument in a handler for which no call is known that the schema takes.",
    "Each place of a handler gets a generated test with hostile values, and that test starts from a call that works.",
    "inputSchema: {properties: {id: {type: string, pattern: \"^[A-Z]{2}-[0-9]{4}$\"}}}\nhandler: {http: {method: GET, url: \"https://example.com/{id}\"}}",
    "`examples: [AB-1234]` in the schema of the argument, or a case that gives it a value."
)];

/// A place that takes an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// Where it stands, in a word
    pub(crate) kind: &'static str,
    /// A call that works and fills it
    pub(crate) input: Json,
    /// The argument, as a pointer into the call
    pub(crate) pointer: String,
}

/// Every place of the handler of a tool with that canonical schema, once an argument and kind. One for which no call
/// is known that the schema takes is left out; [`check`] reports it.
pub(crate) fn places(tool: &Tool, schema: &Json) -> Vec<Place> {
    found(tool, schema).0
}

/// Reports the places for which no call is known.
pub(crate) fn check(tool: &Tool, schema: &Json, sink: &mut Sink) {
    for (kind, reference) in found(tool, schema).1 {
        let name = reference.path.iter().map(|step| step.value.as_str()).collect::<Vec<_>>().join(".");
        sink.push(
            Diagnostic::warning(
                "TG0347",
                reference.span,
                format!("no call is known that fills `{name}`, so hostile values are not tried in this {kind}"),
            )
            .help(format!("give `{name}` an `examples:` entry in its schema, or add a case that sets it")),
        );
    }
}

type Found<'t> = (Vec<Place>, Vec<(&'static str, &'t Reference)>);

fn found<'t>(tool: &'t Tool, schema: &Json) -> Found<'t> {
    let (mut found, mut missing): Found<'t> = Default::default();
    for (kind, reference) in references(&tool.handler.value) {
        let steps: Vec<&str> = reference.path.iter().map(|step| step.value.as_str()).collect();
        let pointer = steps.iter().fold(String::new(), |at, step| push_pointer(&at, step));
        if reference.root != Root::Input || found.iter().any(|one| one.kind == kind && one.pointer == pointer) {
            continue;
        }
        match call(tool, schema, &steps) {
            Some(input) => found.push(Place { kind, input, pointer }),
            None => missing.push((kind, reference)),
        }
    }
    (found, missing)
}

fn references(handler: &Handler) -> Vec<(&'static str, &Reference)> {
    let mut found = Vec::new();
    match handler {
        Handler::Http(http) => {
            for part in &http.url.parts {
                if let UrlPart::Expression { variables, .. } = part {
                    found.extend(variables.iter().map(|variable| ("url", &variable.reference)));
                }
            }
            for (_, query) in &http.query {
                found.extend(query.templates().into_iter().flat_map(Template::references).map(|one| ("query", one)));
            }
            for (_, header) in &http.headers {
                found.extend(header.references().map(|one| ("header", one)));
            }
            if let Some(body) = &http.body {
                let templates = body.value.templates();
                found.extend(templates.into_iter().flat_map(Template::references).map(|one| ("body", one)));
            }
        }
        Handler::Command(command) => {
            for argument in &command.args {
                let templates = argument.templates().iter();
                found.extend(templates.flat_map(Template::references).map(|one| ("argument", one)));
            }
            for (_, variable) in &command.env {
                found.extend(variable.references().map(|one| ("variable", one)));
            }
            for (kind, template) in
                [("folder", &command.cwd), ("stdin", &command.stdin), ("file", &command.output.file)]
            {
                found.extend(template.iter().flat_map(Template::references).map(|one| (kind, one)));
            }
        }
        Handler::Rust(_) | Handler::Mcp(_) => {}
    }
    found
}

/// A call that the schema takes and that has a value at `steps`: one of the cases, or one made from the schema.
fn call(tool: &Tool, schema: &Json, steps: &[&str]) -> Option<Json> {
    let works = |input: &Json| is_valid(schema, input);
    let cases = tool.cases.iter().filter(|case| case.expect.error.is_none()).map(|case| Node::json(&case.input));
    let made = filled(&Json::Object(Object::new()), schema, schema, 0);
    let known: Vec<Json> = cases.chain([made]).filter(works).collect();
    let has = |input: &&Json| steps.iter().try_fold(*input, |at, step| at.get(step)).is_some();
    if let Some(input) = known.iter().find(has) {
        return Some(input.clone());
    }
    known.iter().map(|input| with(input, schema, schema, steps)).find(works)
}

/// The value with one that fits the schema at `steps`.
fn with(value: &Json, schema: &Json, root: &Json, steps: &[&str]) -> Json {
    let schema = named(schema, root);
    let Some((first, rest)) = steps.split_first() else { return fitting(schema, root, 0) };
    let Some(inner) = schema.get("properties").and_then(|properties| properties.get(first)) else {
        return value.clone();
    };
    let mut object = value.as_object().cloned().unwrap_or_default();
    let whole = object.get(first).cloned().unwrap_or_else(|| fitting(inner, root, 0));
    object.insert(*first, if rest.is_empty() { whole } else { with(&whole, inner, root, rest) });
    object.into()
}

fn named<'j>(schema: &'j Json, root: &'j Json) -> &'j Json {
    let target = schema.get("$ref").and_then(Json::as_str).and_then(|at| root.pointer(at.strip_prefix('#')?));
    let schema = target.unwrap_or(schema);
    schema.get("anyOf").and_then(Json::as_array).and_then(<[Json]>::first).unwrap_or(schema)
}

/// The object with all that is required.
fn filled(value: &Json, schema: &Json, root: &Json, depth: usize) -> Json {
    let mut object = value.as_object().cloned().unwrap_or_default();
    for name in schema.get("required").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str) {
        let property = schema.get("properties").and_then(|properties| properties.get(name));
        object.insert(name, property.map_or(Json::Null, |property| fitting(property, root, depth + 1)));
    }
    object.into()
}

/// Texts of which one fits most patterns.
const TEXTS: [&str; 10] =
    ["value", "a", "A", "1", "a1", "a.b", "/a", "2024-01-01", "https://example.com/a", "a@example.com"];

/// A value that the schema takes, where one is found.
fn fitting(schema: &Json, root: &Json, depth: usize) -> Json {
    let schema = named(schema, root);
    let first = |key: &str| schema.get(key).and_then(Json::as_array).and_then(<[Json]>::first);
    if let Some(given) = first("examples").or_else(|| first("enum")).or_else(|| schema.get("const")) {
        return given.clone();
    }
    match schema.get("type").and_then(Json::as_str) {
        _ if depth > 6 => Json::Null,
        Some("boolean") => true.into(),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(Json::from(1)),
        Some("array") => {
            Json::Array(schema.get("items").map(|items| fitting(items, root, depth + 1)).into_iter().collect())
        }
        Some("object") => filled(&Json::Object(Object::new()), schema, root, depth),
        _ => {
            let long =
                schema.get("minLength").and_then(Json::as_u64).and_then(|least| usize::try_from(least.min(1000)).ok());
            let texts = TEXTS.iter().map(|text| (*text).to_owned()).chain(long.map(|least| "a".repeat(least)));
            let mut texts = texts.map(Json::from);
            texts.find(|text| is_valid(schema, text)).unwrap_or_else(|| TEXTS[0].into())
        }
    }
}
