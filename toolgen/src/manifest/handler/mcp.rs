//! `handler: {mcp: …}`: a tool of an MCP server.

use super::super::block::{Block, Shape, optional, required};
use super::super::lower::Lower;
use super::super::tree::Tree;
use crate::diag::{Diagnostic, Rule, Span, code::page};
use crate::ir::McpHandler;

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0336",
    "bad-contract",
    Error,
    "Reports a pinned contract that is no digest.",
    "A pin that can never match would refuse every call.",
    "contract: latest",
    "`sha256:` and 64 hexadecimal digits, as `toolgen catalog` prints them."
)];

/// A tool of an MCP server.
pub(crate) static MCP: Block = Block {
    name: "McpHandler",
    noun: "an `mcp` handler",
    doc: "A tool of an MCP server, under our name and with a pinned contract.",
    keys: &[
        required("server", Shape::Text, "The server's name in the configuration"),
        required("tool", Shape::Text, "The tool's name there"),
        optional("contract", Shape::Text, "The digest of the contract that was reviewed: `sha256:…`"),
        optional("timeout", Shape::Duration, "After how long the call is given up"),
    ],
};

pub(super) fn mcp(tree: &Tree, at: Span, cx: &mut Lower<'_, '_>) -> Option<McpHandler> {
    let block = cx.open(tree, &MCP, at)?;
    let report = &mut *cx.report;
    let contract = block.text("contract", report);
    let digits = |text: &str| {
        text.strip_prefix("sha256:")
            .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)))
    };
    if let Some(contract) = contract.as_ref().filter(|contract| !digits(&contract.value)) {
        report.push(
            Diagnostic::error("TG0336", contract.span, format!("`{}` is no digest of a contract", contract.value))
                .help("write `sha256:` and 64 hexadecimal digits in lower case, as `toolgen catalog` prints them"),
        );
    }
    let (server, tool) = (block.text("server", report), block.text("tool", report));
    let timeout_ms = block.duration("timeout", report);
    Some(McpHandler { server: server?, tool: tool?, contract, timeout_ms })
}
