//! Who is asked about a supervised call: a question in, an answer out.
//!
//! An approval is bound to what was judged (`binding`), kept in a ledger (`ledger`) from the question to its one
//! use, and asked for by an [`Approver`]: a person on a [`Terminal`], or whoever sits at a [`Desk`].

use std::future::Future;
use std::pin::Pin;

pub(crate) mod binding;
mod desk;
pub(crate) mod ledger;
pub(crate) mod operand;
#[cfg(feature = "cli")]
pub(crate) mod terminal;

pub use desk::{Desk, Unanswered};
pub use ledger::State;
#[cfg(feature = "cli")]
pub use terminal::Terminal;

use binding::Binding;

/// What is asked. All its texts are safe to print: what could act on a terminal or mislead the eye is written as an
/// escape, so that each text can be read back to what it stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Its number, one more at each question of the program
    pub id: u64,
    /// The wire name
    pub tool: String,
    /// The tool's own question, with the arguments filled in
    pub text: String,
    /// The arguments as canonical JSON, whole
    pub arguments: String,
    /// The agent that wants it; empty when nobody gave a name
    pub agent: String,
    /// The way on which it came in
    pub surface: String,
    /// The directory in which its programs would run
    pub directory: String,
    /// The sandbox profile of its programs, where it has one
    pub profile: Option<String>,
    /// The programs that a script of it would start, or why that cannot be said
    pub programs: Vec<String>,
    /// The files on which it hangs, with their digests
    pub operands: Vec<String>,
    /// Whether [`Answer::Always`] counts: never for what runs other programs or cannot be read
    pub can_remember: bool,
    /// After how many seconds no answer is a denial
    pub seconds: u64,
}

/// What the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Let it run, this once
    Yes,
    /// Let it run, and the like of it until the program ends or the policy changes; for a question that cannot be
    /// remembered it is a yes for this once
    Always,
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

    /// Who answers, for the audit log. An agent never approves its own calls.
    fn name(&self) -> &str {
        "the person asked"
    }
}

/// An approval on its way to its use.
#[derive(Debug)]
pub(crate) struct Approved {
    /// Who approved, or by which rule
    pub(crate) by: String,
    /// Its number in the ledger; none for a rule, which approves every call anew
    pub(crate) id: Option<u64>,
    /// What was approved
    pub(crate) binding: Binding,
}
