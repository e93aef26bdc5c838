//! One finding as plain data.

use super::Span;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth a look; the output is right all the same
    Warning,
    /// Nothing is emitted
    Error,
}

/// A second place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place
    pub span: Span,
    /// What stands there
    pub text: String,
}

/// An edit that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, for example `quote it`
    pub title: String,
    /// What is replaced
    pub span: Span,
    /// What stands there afterwards
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule, for example `TG0203`; `toolgen explain` prints its page
    pub code: &'static str,
    /// How much it weighs
    pub severity: Severity,
    /// What was expected and what came, in one sentence without a full stop
    pub message: String,
    /// Where; none for what has no place, such as a folder that cannot be read
    pub span: Option<Span>,
    /// What to say under the caret, where it is not the message again
    pub label: Option<String>,
    /// Other places that belong to it
    pub labels: Vec<Label>,
    /// What to do, one sentence
    pub help: Option<String>,
    /// An edit that does it
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error of the rule `code` at `span`.
    pub fn error(code: &'static str, span: impl Into<Option<Span>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            span: span.into(),
            label: None,
            labels: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// A warning of the rule `code` at `span`.
    pub fn warning(code: &'static str, span: impl Into<Option<Span>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same with text under the caret.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.label = Some(text.into());
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same with an edit that mends it.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { title: title.into(), span, text: text.into() });
        self
    }
}
