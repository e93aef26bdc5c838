//! Who is asked about a supervised call: a question in, an answer out.

use std::future::Future;
use std::pin::Pin;

#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "cli")]
pub use terminal::Terminal;

/// What is asked. All its texts are safe to print: what could act on a terminal or mislead the eye is
/// written as an escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The wire name
    pub tool: String,
    /// The tool's own question, with the arguments filled in
    pub text: String,
    /// The arguments as canonical JSON
    pub arguments: String,
    /// The agent that wants it; empty when nobody gave a name
    pub agent: String,
}

/// What the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Let it run, this once
    Yes,
    /// Refuse it
    No,
    /// There is nobody to ask
    Nobody,
}

/// The future of an answer.
pub type Asking<'q> = Pin<Box<dyn Future<Output = Answer> + Send + 'q>>;

/// Asks somebody.
pub trait Approver: Send + Sync {
    /// Asks; the answer counts for this call only.
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q>;
}
