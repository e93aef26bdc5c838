//! What a projection gives up: relations, losses and refusals.

use std::borrow::Cow;
use std::fmt;

use crate::json::Text;

/// How the values that the wire lets through, after the way back, relate to those of the original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Exactly the same
    #[default]
    Equal,
    /// All of them and more; the rest is refused when the arguments come back
    Widened,
    /// Some of them cannot be sent
    Narrowed,
}

impl Relation {
    /// `equal`, `widened` or `narrowed`.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Equal => "equal",
            Relation::Widened => "widened",
            Relation::Narrowed => "narrowed",
        }
    }

    /// The relation of a whole: one narrowed part makes it narrowed, else one widened part widened.
    pub fn of(losses: &[Loss]) -> Relation {
        losses.iter().map(|loss| loss.relation).max().unwrap_or_default()
    }
}

/// What does not arrive as it was, and where. One with [`Relation::Equal`] is another form of the
/// same, which the back map undoes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// RFC 6901 pointer into the canonical schema of the arguments, or of the reply where the
    /// residual says so
    pub at: String,
    /// The keyword that does not arrive as it was
    pub keyword: Text,
    /// What that does to the values that can be sent
    pub relation: Relation,
    /// What no longer holds on the wire, in words
    pub residual: Cow<'static, str>,
}

impl Loss {
    pub(super) fn new(
        at: impl Into<String>,
        keyword: impl Into<Text>,
        relation: Relation,
        residual: impl Into<Cow<'static, str>>,
    ) -> Loss {
        Loss { at: at.into(), keyword: keyword.into(), relation, residual: residual.into() }
    }
}

/// Why a dialect cannot take a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A short name of the reason, which stays the same
    pub code: &'static str,
    /// RFC 6901 pointer into the canonical schema
    pub at: String,
    /// What is wrong there, and what to do
    pub message: String,
    /// The tool
    pub tool: String,
    /// The dialect
    pub dialect: &'static str,
}

impl Refusal {
    /// A refusal that does not know its tool and dialect yet.
    pub(super) fn new(code: &'static str, at: &str, message: impl Into<String>) -> Refusal {
        Refusal { code, at: at.to_owned(), message: message.into(), tool: String::new(), dialect: "" }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}` cannot be sent to {}: {}", self.tool, self.dialect, self.message)?;
        if self.at.is_empty() { Ok(()) } else { write!(f, " (at {})", self.at) }
    }
}

impl std::error::Error for Refusal {}
