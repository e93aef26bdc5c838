//! Dialects: a tool in canonical form in, the object that a provider's API takes out.
//!
//! Each dialect is one file that says what the provider takes. Whatever does not arrive as it was is
//! a [`Loss`]: the wire may accept more than the canonical schema, never less, and arguments are
//! validated against the canonical schema when they come back.

mod anthropic;
mod canonical;
mod mcp;
mod openai;
mod root;
mod walk;

use crate::catalog::Row;
use crate::json::Json;

/// A provider's form of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our own canonical form: `{name, title?, description, inputSchema, outputSchema?}`
    Canonical,
    /// MCP, the newest revision (2026-07-28)
    Mcp,
    /// Anthropic Messages, not strict
    Anthropic,
    /// OpenAI chat completions, not strict
    OpenAi,
}

/// What a projection gave up, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// RFC 6901 pointer into the canonical schema of the arguments, or of the reply where the
    /// residual says so
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
    /// All dialects.
    pub const ALL: [Dialect; 4] = [Dialect::Canonical, Dialect::Mcp, Dialect::Anthropic, Dialect::OpenAi];

    /// The name that `--dialect` takes.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Canonical => "canonical",
            Dialect::Mcp => "mcp",
            Dialect::Anthropic => "anthropic",
            Dialect::OpenAi => "openai",
        }
    }

    /// The dialect of that name; [`Dialect::ALL`] has those that there are.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// The tool as `dialect` takes it.
///
/// # Errors
/// A sentence that names the tool and the place, when the dialect cannot express it.
pub fn project(row: &Row, dialect: Dialect) -> Result<Projection, String> {
    let projection = match dialect {
        Dialect::Canonical => Ok(canonical::project(row)),
        Dialect::Mcp => Ok(mcp::project(row)),
        Dialect::Anthropic => anthropic::project(row),
        Dialect::OpenAi => Ok(openai::project(row)),
    };
    projection.map_err(|why| format!("tool `{}` cannot be sent to {}: {why}", row.name, dialect.name()))
}

#[cfg(test)]
mod tests;
