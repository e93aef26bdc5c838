//! `handler: {rust: …}`: the path of a function.

use super::super::block::{Block, Shape, optional};
use super::super::lower::Lower;
use super::super::tree::Tree;
use crate::diag::{Diagnostic, Rule, Span, code::page};
use crate::ir::RustHandler;

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0335",
    "bad-function-path",
    Error,
    "Reports a function that is no path of Rust.",
    "The path is written into generated code as it stands.",
    "handler: {rust: {fn: \"repo.stats()\"}}",
    "A path from the crate's root: `crate::repo::stats`."
)];

/// A Rust function.
pub(crate) static RUST: Block = Block {
    name: "RustHandler",
    noun: "a `rust` handler",
    doc: "A Rust function of the crate that includes the tools.",
    keys: &[optional(
        "fn",
        Shape::Text,
        "Its path, for example `crate::repo::stats`; without it, the function in `handler.rs` beside the manifest",
    )],
};

pub(super) fn rust(tree: &Tree, at: Span, cx: &mut Lower<'_, '_>) -> Option<RustHandler> {
    let block = cx.open(tree, &RUST, at)?;
    let function = block.text("fn", cx.report)?;
    let path = function.value.as_str();
    if syn::parse_str::<syn::Path>(path).is_err() || path.contains(['<', '(', ' ']) {
        let fixed = path.trim_end_matches("()").replace(['.', '/'], "::");
        let finding = Diagnostic::error("TG0335", function.span, format!("`{path}` is no path of a function"));
        cx.report.push(if syn::parse_str::<syn::Path>(&fixed).is_ok() && fixed != path {
            let quoted = format!("\"{fixed}\"");
            finding.help(format!("write `{fixed}`")).fix(format!("write `{fixed}`"), function.span, quoted)
        } else {
            finding.help("write its path, for example `crate::repo::stats`")
        });
        return None;
    }
    Some(RustHandler { function: Some(function) })
}
