//! `handler: {mcp: …}`: a tool of an MCP server under our name, with a pinned contract.

use crate::diag::Spanned;

/// A proxied tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpHandler {
    /// The server's name in the configuration
    pub server: Spanned<String>,
    /// The tool's name there
    pub tool: Spanned<String>,
    /// `sha256:…` of the contract that was reviewed
    pub contract: Option<Spanned<String>>,
    /// Milliseconds for the whole call
    pub timeout_ms: Option<Spanned<u64>>,
}
