//! Dialects: a tool in canonical form in, the object that a provider's API takes out.

use crate::catalog::Row;
use crate::json::Json;

/// A provider's form of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our own canonical form: `{name, description, inputSchema, outputSchema}`
    Canonical,
    /// MCP, the newest revision
    Mcp,
    /// Anthropic Messages
    Anthropic,
    /// OpenAI chat completions
    OpenAi,
}

/// What a projection gave up, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// RFC 6901 pointer into the canonical schema
    pub at: String,
    /// The keyword that does not arrive as it was
    pub keyword: String,
    /// What no longer holds on the wire, in words
    pub residual: String,
}

/// A tool as a provider takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// What is sent
    pub wire: Json,
    /// What was given up
    pub losses: Vec<Loss>,
}

impl Dialect {
    /// The dialect of that name.
    pub fn from_name(_name: &str) -> Option<Dialect> {
        None
    }
}

/// The tool as `dialect` takes it.
///
/// # Errors
/// A sentence that names the tool and the place, when the dialect cannot express it.
pub fn project(_row: &Row, _dialect: Dialect) -> Result<Projection, String> {
    Err(String::new())
}
