//! References against the schema: each names something, of a kind that its position takes, that is there.

use std::collections::HashSet;

use toolgen_model::json::{Json, Object};
use toolgen_model::nearest::nearest;

use super::Subject;
use super::usage::{Position, Usage, usages};
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::{Handler, Root};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0302",
        "unknown-reference",
        Error,
        "Reports a reference to a property that the input schema does not have, with the nearest one that it does.",
        "It could never have a value.",
        "args: [\"${input.pth}\"]",
        "The name of a property of `inputSchema`."
    ),
    page!(
        "TG0303",
        "reference-of-wrong-type",
        Error,
        "Reports a reference to a value that its position cannot hold, such as an object in a URL.",
        "There is no encoding that both sides would agree on.",
        "url: \"https://example.com/{labels}\"   # an array",
        "A text, number or truth value; whole arrays and objects go into a JSON body or to standard input."
    ),
    page!(
        "TG0304",
        "reference-to-nothing",
        Error,
        "Reports an argument of a program, or a part of a URL, that may be absent.",
        "An absent value cannot be left out there: the program would get an empty argument, the URL another path.",
        "args: [log, \"${input.path}\"]   # path is optional",
        "A `default:` for the property, its name in `required:`, a group `{when: input.path, args: [\"${input.path}\"]}`, or `query:` in place of the URL."
    ),
    page!(
        "TG0306",
        "unused-property",
        Error,
        "Reports a property that the handler never uses.",
        "A model sets it and believes that it had an effect.",
        "properties: {limit: {type: integer}}\n# …\nhandler: {command: {program: ls}}",
        "A reference to it, or no property."
    ),
    page!(
        "TG0307",
        "unknown-context",
        Error,
        "Reports a `${context.…}` that the runtime does not have.",
        "It could never have a value.",
        "headers: {X-Agent: \"${context.agnet}\"}",
        "One of `agent`, `surface`, `workspace` and `call`."
    ),
    page!(
        "TG0308",
        "reference-where-constant",
        Error,
        "Reports a reference in `permission.exec` or `permission.secrets`.",
        "An argument of the model would choose what may be run or read.",
        "permission: {exec: [\"${input.program}\"]}",
        "The names as they are."
    ),
];

/// What the runtime knows of a call.
const CONTEXT: [&str; 4] = ["agent", "surface", "workspace", "call"];

pub(super) fn check(subject: &Subject<'_>, sink: &mut Sink) {
    let usages = usages(subject.tool, sink);
    for usage in &usages {
        one(usage, subject, sink);
    }
    unused(&usages, subject, sink);
}

fn one(usage: &Usage, subject: &Subject<'_>, sink: &mut Sink) {
    let reference = &usage.reference;
    if usage.position == Position::Constant {
        sink.push(
            Diagnostic::error("TG0308", reference.span, "a reference cannot stand here: the name must be constant")
                .help("write the names as they are"),
        );
        return;
    }
    let Some(first) = reference.path.first() else { return };
    if reference.root == Root::Context {
        if !CONTEXT.contains(&first.value.as_str()) || reference.path.len() > 1 {
            let finding =
                Diagnostic::error("TG0307", reference.span, format!("the runtime has no `{}`", reference.name()));
            sink.push(match nearest(&first.value, CONTEXT) {
                Some(near) => finding.help(format!("did you mean `context.{near}`?")),
                None => {
                    finding.help("it has `context.agent`, `context.surface`, `context.workspace` and `context.call`")
                }
            });
        }
        return;
    }
    let Some(input) = &subject.input else { return };
    let Found::Property(schema) = lookup(usage, subject, input, sink) else { return };
    let types = types(schema, input);
    typed(usage, types.as_deref(), schema, input, sink);
    absent(usage, subject, input, sink);
}

/// What a reference leads to.
enum Found<'j> {
    Property(&'j Json),
    /// Not known before run time, or reported
    Unknown,
}

fn lookup<'j>(usage: &Usage, subject: &Subject<'_>, input: &'j Json, sink: &mut Sink) -> Found<'j> {
    let mut at = input;
    let mut walked = "input".to_owned();
    for (depth, step) in usage.reference.path.iter().enumerate() {
        let object = resolved(at, input);
        let properties = object.get("properties").and_then(Json::as_object);
        if let Some(next) = properties.and_then(|properties| properties.get(&step.value)) {
            at = next;
            walked = format!("{walked}.{}", step.value);
            if depth == 0 && subject.tool.deferred.contains(&step.value) {
                return Found::Unknown;
            }
            continue;
        }
        let closed = object.get("additionalProperties").and_then(Json::as_bool) == Some(false);
        if depth > 0 && !closed && types(at, input).is_none_or(|types| types.contains(&"object")) {
            return Found::Unknown;
        }
        let names: Vec<&str> = properties.into_iter().flat_map(Object::keys).collect();
        let what = if depth == 0 { "the input schema".to_owned() } else { format!("`{walked}`") };
        let finding = Diagnostic::error("TG0302", step.span, format!("{what} has no property `{}`", step.value));
        let finding = match nearest(&step.value, names.iter().copied()) {
            Some(near) => {
                let exact = (step.span.end - step.span.start) as usize == step.value.len();
                let finding = finding.help(format!("did you mean `{near}`?"));
                if exact { finding.fix(format!("write `{near}`"), step.span, near) } else { finding }
            }
            None if names.is_empty() => finding.help("add it under `properties:`"),
            None if names.len() == 1 => finding.help(format!("its only property is `{}`", names[0])),
            None => {
                let known = names.iter().take(12).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                finding.help(format!("its properties are {known}"))
            }
        };
        sink.push(finding);
        return Found::Unknown;
    }
    Found::Property(at)
}

/// The schema behind a `$ref` that was kept, or behind a nullable union.
fn resolved<'j>(schema: &'j Json, root: &'j Json) -> &'j Json {
    let named = schema.get("$ref").and_then(Json::as_str).and_then(|at| root.pointer(at.strip_prefix('#')?));
    let schema = named.unwrap_or(schema);
    match schema.get("anyOf").and_then(Json::as_array) {
        Some([branch, null]) if null.get("type").and_then(Json::as_str) == Some("null") => branch,
        _ => schema,
    }
}

/// The types that a value may have, without null; none when the schema does not say.
fn types<'j>(schema: &'j Json, root: &'j Json) -> Option<Vec<&'j str>> {
    let schema = resolved(schema, root);
    let mut found: Vec<&str> = match schema.get("type") {
        Some(Json::String(name)) => vec![name.as_str()],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => match (schema.get("anyOf").and_then(Json::as_array), schema.get("enum").and_then(Json::as_array)) {
            (Some(branches), _) => {
                let mut all = Vec::new();
                for branch in branches {
                    all.extend(types_of_branch(branch)?);
                }
                all
            }
            (None, Some(values)) => values.iter().map(Json::type_name).collect(),
            (None, None) => return None,
        },
    };
    found.retain(|name| *name != "null");
    (!found.is_empty()).then_some(found)
}

fn types_of_branch(branch: &Json) -> Option<Vec<&str>> {
    match branch.get("type") {
        Some(Json::String(name)) => Some(vec![name.as_str()]),
        Some(Json::Array(names)) => Some(names.iter().filter_map(Json::as_str).collect()),
        _ => None,
    }
}

fn typed(usage: &Usage, types: Option<&[&str]>, schema: &Json, root: &Json, sink: &mut Sink) {
    let Some(types) = types else { return };
    let plain = |kind: &str| matches!(kind, "string" | "integer" | "number" | "boolean");
    let list_of_plain = || {
        let items = resolved(schema, root).get("items");
        items.is_none_or(|items| self::types(items, root).is_none_or(|kinds| kinds.iter().all(|kind| plain(kind))))
    };
    let fits = |kind: &str| match usage.position {
        Position::Body | Position::Query if !usage.whole => plain(kind),
        Position::Query | Position::File => plain(kind) || kind == "array" && list_of_plain(),
        Position::Body | Position::Stdin | Position::Confirm | Position::Condition => true,
        Position::Folder | Position::Host => kind == "string",
        _ => plain(kind),
    };
    let Some(wrong) = types.iter().find(|kind| !fits(kind)) else { return };
    let name = usage.reference.name();
    let article = if matches!(*wrong, "array" | "object" | "integer") { "an" } else { "a" };
    let finding = Diagnostic::error(
        "TG0303",
        usage.reference.span,
        format!("`{name}` is {article} {wrong}, and {} cannot hold one", usage.position.name()),
    );
    sink.push(match (usage.position, *wrong) {
        (Position::Body | Position::Query, _) if !usage.whole => {
            finding.help("make the reference the whole value, so that it keeps its type")
        }
        (Position::Argument, "array") => {
            finding.help("pass it on standard input with `stdin:`, or answer with a `rust` handler")
        }
        (Position::Folder | Position::Host, _) => finding.help("use a property of `type: string`"),
        _ => finding.help(
            "use a text, number or truth value; whole arrays and objects go into a JSON body or to standard input",
        ),
    });
}

/// A value that may be absent where nothing can be left out.
fn absent(usage: &Usage, subject: &Subject<'_>, input: &Json, sink: &mut Sink) {
    if !matches!(usage.position, Position::Url | Position::Argument | Position::Folder) {
        return;
    }
    let under = |condition: &crate::ir::Reference| {
        condition.root == Root::Input
            && condition.path.len() <= usage.reference.path.len()
            && condition.path.iter().zip(&usage.reference.path).all(|(a, b)| a.value == b.value)
    };
    let mut at = input;
    for (depth, step) in usage.reference.path.iter().enumerate() {
        let object = resolved(at, input);
        let Some(property) = object.get("properties").and_then(|properties| properties.get(&step.value)) else {
            return;
        };
        let required = object.get("required").and_then(Json::as_array).unwrap_or_default();
        let there = required.iter().any(|name| name.as_str() == Some(step.value.as_str()));
        let default = property.get("default").is_some_and(|default| !default.is_null());
        let covered =
            usage.condition.as_ref().is_some_and(|condition| under(condition) && condition.path.len() > depth);
        if !there && !default && !covered {
            let name = usage.reference.name();
            let finding = Diagnostic::error(
                "TG0304",
                usage.reference.span,
                format!("`{name}` may be absent, and {} cannot leave it out", usage.position.name()),
            );
            let property = subject.tool.input.nearest(&pointer(&usage.reference, depth));
            let finding = finding.also(property.span, "declared here, neither required nor with a default");
            sink.push(match usage.position {
                Position::Argument => finding.help(format!(
                    "write `{{when: {name}, args: [\"${{{name}}}\"]}}`, or give the property a `default:`"
                )),
                Position::Url => {
                    finding.help("put it under `query:`, make the property required, or give it a `default:`")
                }
                _ => finding.help("make the property required, or give it a `default:`"),
            });
            return;
        }
        at = property;
    }
}

fn pointer(reference: &crate::ir::Reference, depth: usize) -> String {
    reference
        .path
        .iter()
        .take(depth + 1)
        .fold(String::new(), |at, step| toolgen_model::json::push_pointer(&format!("{at}/properties"), &step.value))
}

fn unused(usages: &[Usage], subject: &Subject<'_>, sink: &mut Sink) {
    if !matches!(subject.tool.handler.value, Handler::Http(_) | Handler::Command(_)) {
        return;
    }
    let of_input = usages.iter().filter(|usage| usage.position.is_handler() && usage.reference.root == Root::Input);
    let used: HashSet<&str> = of_input.filter_map(|usage| Some(usage.reference.path.first()?.value.as_str())).collect();
    let properties = subject.tool.input.get("properties").map(crate::ir::Node::entries).unwrap_or_default();
    let names: Vec<&str> = properties.iter().map(|entry| entry.key.value.as_str()).collect();
    for entry in properties {
        let name = entry.key.value.as_str();
        // A reference to nothing that is nearly this name is the one that was meant.
        let meant = used.iter().any(|used| !names.contains(used) && nearest(used, names.iter().copied()) == Some(name));
        if !used.contains(name) && !meant {
            sink.push(
                Diagnostic::error("TG0306", entry.key.span, format!("the handler never uses `{name}`"))
                    .help(format!("refer to it with `${{input.{name}}}`, or take the property out")),
            );
        }
    }
}
