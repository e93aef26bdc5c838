//! Normalizing: one checked declaration in, its catalog row out. Both front ends pass through here, so
//! a tool that is written both ways has one row and one contract digest.

use std::collections::BTreeMap;

use toolgen_model::catalog::{self, Row, Source};
use toolgen_model::effect;
use toolgen_model::gate::GateRow;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{Fault, canonicalize, canonicalize_any};

use crate::diag::Spanned;
use crate::ir::{Argument, Case, Handler, Node, Tool};

#[cfg(feature = "build")]
pub(crate) mod place;
#[cfg(feature = "build")]
pub(crate) mod plan;

/// The row of `tool`, sealed. Where the tool has deferred parts the seal is provisional: the linked
/// program fills them in and seals again.
///
/// # Errors
/// The faults of its schemas; the checks have reported them with their places.
pub fn normalize(tool: &Tool, source: Source) -> Result<Row, Vec<Fault>> {
    let input = canonicalize(&closed(&tool.input))?;
    let output = tool.output.as_ref().map(|output| canonicalize_any(&output.json())).transpose()?;
    let row = Row {
        tool: tool.tool.value.clone(),
        action: text(&tool.action),
        title: text(&tool.title),
        description: text(&tool.description).unwrap_or_default(),
        group: text(&tool.group),
        input,
        output,
        effects: effect::Effects {
            effect: tool.effects.effect.as_ref().map(|effect| effect.value),
            idempotent: tool.effects.idempotent.as_ref().map(|known| known.value),
            open_world: tool.effects.open_world.as_ref().map(|known| known.value),
        },
        gate: gate(tool),
        execution: catalog::Execution {
            expected_seconds: tool.execution.expected_seconds.as_ref().map(|seconds| seconds.value),
            background_eligible: tool.execution.background_eligible.as_ref().is_some_and(|eligible| eligible.value),
            timeout_ms: tool.execution.timeout_ms.as_ref().map(|timeout| timeout.value),
        },
        registry: tool.registry.as_ref().map(|registry| registry.value).unwrap_or_default(),
        when: text(&tool.when),
        arguments: tool.arguments.iter().filter_map(argument).collect::<BTreeMap<_, _>>(),
        deprecated: text(&tool.deprecated),
        since: text(&tool.since),
        examples: tool.cases.iter().filter_map(example).collect(),
        handler: handler(&tool.handler.value),
        source,
        ..Row::default()
    };
    Ok(row.seal())
}

/// The input schema with its root closed: what is not advertised is refused. Nested objects stay as
/// they were written.
pub(crate) fn closed(input: &Node) -> Json {
    let mut schema = input.json();
    if let Json::Object(root) = &mut schema {
        if !root.contains_key("type") {
            root.insert("type", "object");
        }
        if !root.contains_key("properties") {
            root.insert("properties", Object::new());
        }
        if !root.contains_key("additionalProperties") {
            root.insert("additionalProperties", false);
        }
    }
    schema
}

fn gate(tool: &Tool) -> GateRow {
    let permission = &tool.permission;
    let list = |items: &[Spanned<String>]| items.iter().map(|item| item.value.clone()).collect();
    GateRow {
        default: permission.default.as_ref().map(|verdict| verdict.value),
        gated: permission.gated.as_ref().is_some_and(|gated| gated.value),
        gated_as: text(&permission.gated_as),
        confirm: text(&permission.confirm),
        read: list(&permission.read),
        write: list(&permission.write),
        net: list(&permission.net),
        exec: list(&permission.exec),
        secrets: list(&permission.secrets),
    }
}

fn argument((name, argument): &(Spanned<String>, Argument)) -> Option<(String, catalog::Argument)> {
    let written = catalog::Argument {
        positional: argument.positional.as_ref().map(|place| place.value),
        short: argument.short.as_ref().map(|letter| letter.value),
        aliases: argument.aliases.iter().map(|alias| alias.value.clone()).collect(),
    };
    (written != catalog::Argument::default()).then(|| (name.value.clone(), written))
}

/// A case that succeeds is an example too.
fn example(case: &Case) -> Option<catalog::Example> {
    case.expect.error.is_none().then(|| catalog::Example {
        name: case.name.value.clone(),
        input: case.input.json(),
        output: case.expect.output.as_ref().map(Node::json),
    })
}

fn handler(handler: &Handler) -> catalog::Handler {
    catalog::Handler { kind: handler.kind().into(), target: handler.target() }
}

fn text(value: &Option<Spanned<String>>) -> Option<String> {
    value.as_ref().map(|value| value.value.clone())
}
