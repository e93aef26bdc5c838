//! Where findings go while a run lasts: every pass adds, nobody stops at the first.

use super::{Diagnostic, Severity, Span};

/// The findings of a run.
#[derive(Debug, Default)]
pub struct Sink {
    findings: Vec<Diagnostic>,
    errors: usize,
}

impl Sink {
    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.errors += usize::from(finding.severity == Severity::Error);
        self.findings.push(finding);
    }

    /// Adds the findings of another part of the run.
    pub fn absorb(&mut self, other: Sink) {
        self.errors += other.errors;
        self.findings.extend(other.findings);
    }

    /// How many errors there are so far. A pass that would only repeat another's error asks this.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether an error stands at just that place: what follows from it need not be said again.
    pub fn reported(&self, span: Span) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error && finding.span == Some(span))
    }

    /// The findings in the order of files and places; equal ones once.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| finding.span);
        self.findings.dedup();
        self.findings
    }
}
