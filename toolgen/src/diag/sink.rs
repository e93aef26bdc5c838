//! Where findings go while a run lasts: every pass adds, nobody stops at the first.

use super::{Diagnostic, Severity};

/// The findings of a run.
#[derive(Debug, Default)]
pub struct Sink {
    findings: Vec<Diagnostic>,
}

impl Sink {
    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// How many errors there are so far. A pass that would only repeat another's error asks this.
    pub fn errors(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    }

    /// The findings in the order of files and places; equal ones once.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| finding.span);
        self.findings.dedup();
        self.findings
    }
}
