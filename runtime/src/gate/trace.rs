//! What a step of the gate tells to whoever explains it: lines in, nothing kept on the way of a call.

use serde::Serialize;
use toolgen_model::Verdict;

use super::step::Step;

/// One thing that a step found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it says, in words
    pub text: String,
    /// The verdict that it stands for, where it does
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// `file:line` of the rule or declaration that decided, where there is one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What to edit so that the step lets the call through
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
}

impl Line {
    /// A line that only says something.
    pub fn new(text: impl Into<String>) -> Line {
        Line { text: text.into(), ..Line::default() }
    }

    /// The same, for that verdict.
    #[must_use]
    pub fn verdict(mut self, verdict: Verdict) -> Line {
        self.verdict = Some(verdict);
        self
    }

    /// The same, with its place.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Line {
        self.at = Some(place.into());
        self
    }

    /// The same, with what to edit.
    #[must_use]
    pub fn edit(mut self, edit: impl Into<String>) -> Line {
        self.edit = Some(edit.into());
        self
    }
}

/// Hears what the steps find.
pub(crate) trait Trace {
    /// Lines of `step`; they are made only when somebody listens.
    fn says<L: IntoIterator<Item = Line>>(&mut self, step: Step, lines: impl FnOnce() -> L);
}

/// Nobody listens: the way of a call.
pub(crate) struct Silent;

impl Trace for Silent {
    #[inline]
    fn says<L: IntoIterator<Item = Line>>(&mut self, _: Step, _: impl FnOnce() -> L) {}
}
