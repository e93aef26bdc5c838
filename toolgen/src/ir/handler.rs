//! What answers a call, as declared.

use crate::diag::Spanned;

mod command;
mod http;
mod mcp;
mod template;

pub use command::{Arg, CommandHandler, CommandOutput, OutputFormat};
pub use http::{HttpHandler, HttpOutput, Method, Retry, Url, UrlPart, UrlVariable};
pub use mcp::McpHandler;
pub use template::{Part, Reference, Root, Template, Value};

/// The kinds of handlers. Only `Rust` has code in the binary; the others are data that a runtime reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Handler {
    /// A function
    Rust(RustHandler),
    /// One HTTP request
    Http(Box<HttpHandler>),
    /// One program with an argument list
    Command(Box<CommandHandler>),
    /// A tool of an MCP server, with a pinned contract
    Mcp(McpHandler),
}

/// A function that answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RustHandler {
    /// Its path from the crate's root; none for `handler.rs` beside the manifest
    pub function: Option<Spanned<String>>,
}

impl Handler {
    /// `rust`, `http`, `command` or `mcp`.
    pub fn kind(&self) -> &'static str {
        match self {
            Handler::Rust(_) => "rust",
            Handler::Http(_) => "http",
            Handler::Command(_) => "command",
            Handler::Mcp(_) => "mcp",
        }
    }

    /// The function, the URL, the program, or the server and its tool; empty where none is written.
    pub fn target(&self) -> String {
        match self {
            Handler::Rust(handler) => handler.function.as_ref().map(|path| path.value.clone()).unwrap_or_default(),
            Handler::Http(handler) => handler.url.text.clone(),
            Handler::Command(handler) => handler.program.value.clone(),
            Handler::Mcp(handler) => format!("{}/{}", handler.server.value, handler.tool.value),
        }
    }
}
