//! `handler:`: one kind of handler under its name.

use super::block::{Block, Shape, optional};
use super::lower::Lower;
use super::reader::Reader;
use super::tree::{Kind, Pair, Tree};
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Credential, Handler, NodeKind, RustHandler, Template, Value};

pub(super) mod auth;
pub(super) mod command;
pub(super) mod http;
pub(super) mod mcp;
pub(super) mod rust;

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0305",
    "one-handler",
    Error,
    "Reports a `handler:` with no kind of handler in it, or with two.",
    "One call has one answer.",
    "handler:\n  http: {method: GET, url: \"https://example.com\"}\n  command: {program: curl}",
    "Exactly one of `rust`, `http`, `command` and `mcp`; or no `handler:`, for the function in `handler.rs` beside the manifest."
)];

/// The kinds of handlers.
pub(crate) static HANDLER: Block = Block {
    name: "Handler",
    noun: "`handler`",
    doc: "What answers the call: exactly one kind.",
    keys: &[
        optional("rust", Shape::Block(&rust::RUST), "A Rust function"),
        optional("http", Shape::Block(&http::HTTP), "An HTTP request"),
        optional("command", Shape::Block(&command::COMMAND), "A program with an argument list"),
        optional("mcp", Shape::Block(&mcp::MCP), "A tool of an MCP server"),
    ],
};

/// The handler of an action; the function beside the manifest where none is written or readable.
pub(super) fn handler(
    action: &Reader<'_>,
    at: Span,
    credentials: &[Credential],
    cx: &mut Lower<'_, '_>,
) -> Spanned<Handler> {
    let beside = |span| Spanned::new(Handler::Rust(RustHandler::default()), span);
    let Some(pair) = action.pair("handler") else { return beside(at) };
    let Some(block) = cx.open(&pair.value, &HANDLER, pair.key.span) else { return beside(pair.key.span) };
    let kinds: Vec<&Pair> = ["rust", "http", "command", "mcp"].iter().filter_map(|kind| block.pair(kind)).collect();
    if let [first, second, ..] = kinds.as_slice() {
        cx.report.push(
            Diagnostic::error("TG0305", second.key.span, "a tool has one handler, and this is a second")
                .also(first.key.span, "the first is here")
                .help("keep one; declare another action for the other"),
        );
    }
    let Some(kind) = kinds.first() else {
        if pair.value.pairs().is_empty() && !cx.partial {
            cx.report
                .push(Diagnostic::error("TG0305", pair.value.span, "expected a kind of handler, found nothing").help(
                "write `rust`, `http`, `command` or `mcp`, or leave `handler:` out for the function in `handler.rs`",
            ));
        }
        return beside(pair.key.span);
    };
    let at = kind.key.span;
    let handler = match kind.key.value.as_str() {
        "http" => http::http(&kind.value, at, credentials, cx).map(|http| Handler::Http(Box::new(http))),
        "command" => command::command(&kind.value, at, cx).map(|command| Handler::Command(Box::new(command))),
        "mcp" => mcp::mcp(&kind.value, at, cx).map(Handler::Mcp),
        _ => rust::rust(&kind.value, at, cx).map(Handler::Rust),
    };
    handler.map_or_else(|| beside(at), |handler| Spanned::new(handler, Span { start: at.start, ..kind.value.span }))
}

/// JSON whose texts are templates.
pub(super) fn value(tree: &Tree, cx: &mut Lower<'_, '_>) -> Value {
    match &tree.kind {
        Kind::Json(NodeKind::Bool(value)) => Value::Bool(*value),
        Kind::Json(NodeKind::Number(number)) => Value::Number(number.clone()),
        Kind::Json(NodeKind::String(text)) => {
            let text = Spanned::new(text.clone(), tree.span);
            Value::Text(super::reference::parse(&text, |finding| cx.report.push(finding)))
        }
        Kind::Json(_) | Kind::Absent | Kind::Refused(_) => Value::Null,
        Kind::List(items) => Value::Array(items.iter().map(|item| value(item, cx)).collect()),
        Kind::Map(pairs) => {
            Value::Object(pairs.iter().map(|pair| (pair.key.clone(), value(&pair.value, cx))).collect())
        }
    }
}

/// A mapping from names to texts with references.
pub(super) fn templates(block: &Reader<'_>, key: &str, cx: &mut Lower<'_, '_>) -> Vec<(Spanned<String>, Template)> {
    let pairs = block.map(key, cx.report);
    pairs.iter().filter_map(|pair| Some((pair.key.clone(), cx.template(&pair.value)?))).collect()
}
