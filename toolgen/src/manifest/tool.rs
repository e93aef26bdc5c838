//! The root, the tools and their actions: trees in, [`crate::ir::Tool`]s out.

use toolgen_model::catalog::Registry;

use super::block::{Block, Key, Shape, by_rule, optional, required};
use super::lower::Lower;
use super::reader::{self, Reader};
use super::tree::{Pair, Tree};
use super::{cases, cli, credentials, execution, handler, permission, schema};
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Manifest, Tool};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0109",
        "conflicting-keys",
        Error,
        "Reports two spellings of one key with different values.",
        "`inputSchema`, `input_schema` and `parameters` are one key; nobody can tell which of two was meant.",
        "inputSchema: {type: object}\nparameters: {type: object, properties: {a: {type: string}}}",
        "One of them. `inputSchema` is the name in MCP."
    ),
    page!(
        "TG0111",
        "unsupported-version",
        Error,
        "Reports a `manifestVersion` that this compiler does not read.",
        "A later version may give a key another meaning.",
        "manifestVersion: \"2\"",
        "`manifestVersion: \"1\"`."
    ),
    page!(
        "TG0112",
        "nothing-declared",
        Error,
        "Reports a manifest without tools and a tool without actions.",
        "It declares nothing, which is most likely a mistake of indentation.",
        "tools: {}",
        "At least one tool, and at least one action where there is `actions:`."
    ),
];

/// The whole file.
pub(crate) static MANIFEST: Block = Block {
    name: "Manifest",
    noun: "a manifest",
    doc: "Tools of LLM agents.",
    keys: &[
        required(
            "manifestVersion",
            Shape::Either(&Shape::Text, &Shape::Whole(1, 1)),
            "The version of this language: `\"1\"`",
        ),
        optional("toolset", Shape::Text, "The name of this set of tools"),
        optional("version", Shape::Text, "The version of this set of tools"),
        optional("description", Shape::Text, "What this set of tools is for"),
        optional(
            "group",
            Shape::Text,
            "The policy group and the heading in the documentation, for every tool that names none",
        ),
        optional(
            "credentials",
            Shape::Map(&Shape::Block(&credentials::CREDENTIAL)),
            "The credentials that handlers may name",
        ),
        optional("$defs", Shape::Map(&Shape::Schema), "Schemas that others refer to with `$ref: \"#/$defs/NAME\"`"),
        required(
            "tools",
            Shape::Some(&Shape::Either(&Shape::Block(&TOOL), &Shape::Block(&TOOL_OF_ACTIONS))),
            "The tools by name",
        ),
    ],
};

/// A tool that has several actions.
pub(crate) static TOOL_OF_ACTIONS: Block = Block {
    name: "ToolOfActions",
    noun: "a tool with actions",
    doc: "A tool with several actions; each is callable as TOOL_ACTION.",
    keys: &[
        optional("description", Shape::Text, "What the tool is for"),
        GROUP,
        REGISTRY,
        WHEN,
        required("actions", Shape::Some(&Shape::Block(&ACTION)), "The actions by name"),
    ],
};

const GROUP: Key = optional("group", Shape::Text, "The policy group and the heading in the documentation");
const REGISTRY: Key =
    optional("registry", Shape::Word(&["default", "all"]), "`default` puts it into the minimal set too");
const WHEN: Key =
    optional("when", Shape::Text, "The configuration key that must be true; else it is neither listed nor callable");
const DESCRIPTION: Key = by_rule("description", Shape::Text, "What it does and when to use it, for the model");
const TITLE: Key = optional("title", Shape::Text, "A name for people");
const ANNOTATIONS: Key =
    optional("annotations", Shape::Block(&permission::ANNOTATIONS), "What a call can do to the world");
const PERMISSION: Key =
    optional("permission", Shape::Block(&permission::PERMISSION), "What the gate asks and what the handler may touch");
const EXECUTION: Key = optional("execution", Shape::Block(&execution::EXECUTION), "How long and how it runs");
const INPUT_SCHEMA: Key =
    optional("inputSchema", Shape::Schema, "The JSON Schema of the arguments; without it there are none");
const INPUT_SNAKE: Key = optional("input_schema", Shape::Schema, "The same as `inputSchema`");
const PARAMETERS: Key = optional("parameters", Shape::Schema, "The same as `inputSchema`");
const OUTPUT: Key = optional("outputSchema", Shape::Schema, "The JSON Schema of the structured reply");
const HANDLER: Key = optional(
    "handler",
    Shape::Block(&handler::HANDLER),
    "What answers the call; without it, the function in `handler.rs` beside the manifest",
);
const CLI: Key = optional("cli", Shape::Block(&cli::CLI), "How arguments are written on a command line");
const DEPRECATED: Key = optional("deprecated", Shape::Text, "Why not to use it any more, and what instead");
const SINCE: Key = optional("since", Shape::Text, "The version that brought it");
const CASE: &Shape = &Shape::Block(&cases::CASE);
const CASES: Key = optional("cases", Shape::List(CASE), "Calls with what must come of them");

/// One action of a tool.
pub(crate) static ACTION: Block = Block {
    name: "Action",
    noun: "an action",
    doc: "One action of a tool.",
    keys: &[
        DESCRIPTION,
        TITLE,
        GROUP,
        ANNOTATIONS,
        PERMISSION,
        EXECUTION,
        REGISTRY,
        WHEN,
        INPUT_SCHEMA,
        INPUT_SNAKE,
        PARAMETERS,
        OUTPUT,
        HANDLER,
        CLI,
        DEPRECATED,
        SINCE,
        CASES,
    ],
};

/// A tool that is one action.
pub(crate) static TOOL: Block = Block {
    name: "Tool",
    noun: "a tool",
    doc: "A tool that does one thing.",
    keys: &[
        DESCRIPTION,
        TITLE,
        GROUP,
        ANNOTATIONS,
        PERMISSION,
        EXECUTION,
        REGISTRY,
        WHEN,
        INPUT_SCHEMA,
        INPUT_SNAKE,
        PARAMETERS,
        OUTPUT,
        HANDLER,
        CLI,
        DEPRECATED,
        SINCE,
        CASES,
    ],
};

/// The manifest in `root`.
pub(super) fn manifest(root: &Tree, cx: &mut Lower<'_, '_>) -> Manifest {
    let mut manifest = Manifest {
        file: root.span.file,
        toolset: None,
        version: None,
        description: None,
        credentials: Vec::new(),
        tools: Vec::new(),
    };
    let start = Span { end: root.span.start, ..root.span };
    let Some(block) = cx.open(root, &MANIFEST, start) else { return manifest };
    version(&block, cx);
    manifest.toolset = block.text("toolset", cx.report);
    manifest.version = block.text("version", cx.report);
    manifest.description = block.text("description", cx.report);
    let group = block.text("group", cx.report);
    manifest.credentials = credentials::credentials(&block, cx);
    schema::definitions(&block, cx);
    if let Some(tools) = block.pair("tools") {
        some(&tools.value, "a mapping from names to tools", "a manifest declares at least one tool", cx);
        for pair in tools.value.pairs() {
            tool(pair, group.as_ref(), &manifest.credentials, &mut manifest.tools, cx);
        }
    }
    manifest
}

fn version(block: &Reader<'_>, cx: &mut Lower<'_, '_>) {
    let Some(tree) = block.get("manifestVersion") else { return };
    let written = tree.node().json();
    let text = written.as_str().map_or_else(|| written.to_string(), str::to_owned);
    if text != "1" {
        cx.report.push(
            Diagnostic::error(
                "TG0111",
                tree.span,
                format!("this compiler reads manifest version 1, and this is version {text}"),
            )
            .help("write `manifestVersion: \"1\"`")
            .fix("write version 1", tree.span, "\"1\""),
        );
    }
}

/// A finding unless `tree` is a mapping with entries.
fn some(tree: &Tree, expected: &str, sentence: &str, cx: &mut Lower<'_, '_>) {
    match &tree.kind {
        super::tree::Kind::Map(pairs) if pairs.is_empty() && !cx.partial => {
            cx.report.push(Diagnostic::error("TG0112", tree.span, sentence).help("declare one, or delete the file"));
        }
        super::tree::Kind::Map(_) => {}
        _ => reader::wrong::<()>(tree, expected, cx.report).unwrap_or_default(),
    }
}

fn tool(
    pair: &Pair,
    group: Option<&Spanned<String>>,
    credentials: &[crate::ir::Credential],
    tools: &mut Vec<Tool>,
    cx: &mut Lower<'_, '_>,
) {
    let Some(actions) = pair.value.pairs().iter().find(|inner| inner.key.value == "actions") else {
        if let Some(mut tool) = action(&pair.key, None, pair, &TOOL, credentials, cx) {
            tool.group = tool.group.or_else(|| group.cloned());
            tools.push(tool);
        }
        return;
    };
    let Some(block) = cx.open(&pair.value, &TOOL_OF_ACTIONS, pair.key.span) else { return };
    let _ = block.text("description", cx.report);
    let group = block.text("group", cx.report).or_else(|| group.cloned());
    let registry = registry(&block, cx);
    let when = block.text("when", cx.report);
    some(&actions.value, "a mapping from names to actions", "a tool with `actions:` has at least one", cx);
    for inner in actions.value.pairs() {
        if let Some(mut tool) = action(&pair.key, Some(&inner.key), inner, &ACTION, credentials, cx) {
            tool.group = tool.group.or_else(|| group.clone());
            tool.registry = tool.registry.or_else(|| registry.clone());
            tool.when = tool.when.or_else(|| when.clone());
            tools.push(tool);
        }
    }
}

fn registry(block: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Option<Spanned<Registry>> {
    let word = block.word("registry", cx.report)?;
    Some(word.map(|word| if word == "default" { Registry::Default } else { Registry::All }))
}

fn action(
    tool: &Spanned<String>,
    name: Option<&Spanned<String>>,
    pair: &Pair,
    table: &'static Block,
    credentials: &[crate::ir::Credential],
    cx: &mut Lower<'_, '_>,
) -> Option<Tool> {
    let block = cx.open(&pair.value, table, pair.key.span)?;
    let report = &mut *cx.report;
    let group = block.text("group", report);
    // What was written and refused has its finding; an empty text stands for it.
    let refused = block.span_of("description").map(|span| Spanned::new(String::new(), span));
    let description = block.text("description", report).or(refused);
    let title = block.text("title", report);
    let (when, deprecated) = (block.text("when", report), block.text("deprecated", report));
    let since = block.text("since", report);
    let handler = handler::handler(&block, pair.key.span, credentials, cx);
    let effects = permission::effects(&block, &handler, cx);
    Some(Tool {
        span: Span { start: pair.key.span.start, ..pair.value.span },
        tool: tool.clone(),
        action: name.cloned(),
        title,
        description,
        group,
        input: schema::input(&block, pair.key.span, cx),
        deferred: Vec::new(),
        output: schema::output(&block, cx),
        output_deferred: false,
        effects,
        permission: permission::permission(&block, cx),
        execution: execution::execution(&block, cx),
        registry: registry(&block, cx),
        when,
        arguments: cli::arguments(&block, cx),
        deprecated,
        since,
        handler,
        cases: cases::cases(&block, cx),
    })
}
