//! Names of tools: what providers take, what is unique, what the agent's own commands leave free.

use std::collections::HashMap;

use toolgen_model::id::name_fault;

use crate::diag::{Diagnostic, Rule, Sink, Span, code::page};
use crate::ir::Tool;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0201",
        "bad-name",
        Error,
        "Reports a tool or action whose name some provider refuses.",
        "One bad name fails a whole request, with every other tool in it.",
        "tools: {\"open issue\": {description: Open an issue}}",
        "Letters, digits, `_` and `-`, at most 64 of them for tool and action together, a letter or `_` first."
    ),
    page!(
        "TG0202",
        "duplicate-name",
        Error,
        "Reports two tools that models would see under one name, with both places.",
        "One of them would vanish, or answer in the other's place.",
        "# a.yaml\ntools: {greet: {description: Greet}}\n# b.yaml\ntools: {greet: {description: Greet too}}",
        "Another name for one of them, or one tool with two actions."
    ),
    page!(
        "TG0203",
        "colliding-names",
        Error,
        "Reports two names that become one where `-` and case do not count.",
        "Some clients write `a-b` as `a_b`, and a person reads them as one.",
        "tools: {a-b: {description: A}, a_b: {description: B}}",
        "Names that differ in their letters."
    ),
    page!(
        "TG0204",
        "ambiguous-grant",
        Error,
        "Reports two ids whose parts join to one name: `gmail` + `send_all` and `gmail_send` + `all`.",
        "A grant or a policy for the one would hold for the other.",
        "tools:\n  gmail: {actions: {send_all: {description: A}}}\n  gmail_send: {actions: {all: {description: B}}}",
        "Another name for one of the tools or actions."
    ),
    page!(
        "TG0205",
        "name-of-a-command",
        Warning,
        "Warns of a tool that is named like a command of the agent itself.",
        "`AGENT tools` lists the tools; it does not call one of that name.",
        "tools: {docs: {description: Search the documentation}}",
        "Another name; or keep it and call the tool with `AGENT call NAME`, which always reaches it."
    ),
];

/// Commands that every agent binary has.
const COMMANDS: [&str; 13] = [
    "call",
    "tools",
    "catalog",
    "help",
    "explain",
    "audit",
    "config",
    "doctor",
    "vault",
    "docs",
    "mcp",
    "chat",
    "completions",
];

/// Words that are no identifiers in Rust, not even raw ones.
const RUST_WORDS: [&str; 4] = ["self", "Self", "super", "crate"];

pub(super) fn check(tools: &[Tool], sink: &mut Sink) {
    let mut exact: HashMap<String, &Tool> = HashMap::new();
    let mut folded: HashMap<String, &Tool> = HashMap::new();
    let mut told: Option<Span> = None;
    for tool in tools {
        let name = tool.name();
        if let Some(fault) = name_fault(&name) {
            sink.push(
                Diagnostic::error(
                    "TG0201",
                    tool.name_span(),
                    format!("`{name}` cannot be the name of a tool: {fault}"),
                )
                .help("use letters, digits, `_` and `-`, at most 64 for tool and action together"),
            );
        }
        if RUST_WORDS.contains(&name.as_str()) {
            sink.push(
                Diagnostic::error("TG0201", tool.name_span(), format!("`{name}` is a word that Rust keeps for itself"))
                    .help("use another name: no module or function can be called so"),
            );
        }
        if told != Some(tool.tool.span) && COMMANDS.contains(&tool.tool.value.as_str()) {
            told = Some(tool.tool.span);
            sink.push(
                Diagnostic::warning(
                    "TG0205",
                    tool.tool.span,
                    format!("`{}` is a command of the agent itself", tool.tool.value),
                )
                .help(format!("`AGENT call {name}` reaches the tool; `AGENT {}` does not", tool.tool.value)),
            );
        }
        if let Some(first) = exact.get(&name) {
            sink.push(duplicate(tool, first, &name));
            continue;
        }
        let plain = name.to_ascii_lowercase().replace('-', "_");
        if let Some(first) = folded.get(&plain) {
            sink.push(
                Diagnostic::error(
                    "TG0203",
                    tool.name_span(),
                    format!("`{name}` and `{}` are one name where `-` and case do not count", first.name()),
                )
                .also(first.name_span(), "the other is here")
                .help("rename one of them"),
            );
        }
        folded.entry(plain).or_insert(tool);
        exact.insert(name, tool);
    }
}

fn duplicate(tool: &Tool, first: &Tool, name: &str) -> Diagnostic {
    let id = |tool: &Tool| match &tool.action {
        Some(action) => format!("`{}` + `{}`", tool.tool.value, action.value),
        None => format!("`{}`", tool.tool.value),
    };
    let finding = if id(tool) == id(first) {
        Diagnostic::error("TG0202", tool.name_span(), format!("a second tool is named `{name}`"))
    } else {
        let message = format!("{} and {} both join to `{name}`", id(first), id(tool));
        Diagnostic::error("TG0204", tool.name_span(), message)
    };
    finding.also(first.name_span(), "the first is here").help("rename one of them")
}
