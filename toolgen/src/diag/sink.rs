//! Where findings go while a run lasts: every pass adds, nobody stops at the first.

use std::collections::{HashMap, HashSet};

use super::{Diagnostic, FileId, Severity, Span};

/// The findings of a run.
#[derive(Debug, Default)]
pub struct Sink {
    findings: Vec<Diagnostic>,
    errors: usize,
    places: HashSet<Span>,
}

/// Findings of one rule that are shown of one file.
const SHOWN: usize = 200;

impl Sink {
    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        if finding.severity == Severity::Error {
            self.errors += 1;
            self.places.extend(finding.span);
        }
        self.findings.push(finding);
    }

    /// Adds the findings of another part of the run.
    pub fn absorb(&mut self, other: Sink) {
        self.errors += other.errors;
        self.places.extend(other.places);
        self.findings.extend(other.findings);
    }

    /// How many errors there are so far. A pass that would only repeat another's error asks this.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether an error stands at just that place: what follows from it need not be said again.
    pub fn reported(&self, span: Span) -> bool {
        self.places.contains(&span)
    }

    /// The findings in the order of files and places; equal ones once. Of one rule in one file the first 200
    /// are kept, and the next one tells how many there are, so that a hostile file cannot drown the others.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| finding.span);
        self.findings.dedup();
        let mut counts: HashMap<(Option<FileId>, &str), usize> = HashMap::new();
        for finding in &self.findings {
            *counts.entry((finding.span.map(|span| span.file), finding.code)).or_default() += 1;
        }
        if counts.values().all(|count| *count <= SHOWN + 1) {
            return self.findings;
        }
        let mut seen: HashMap<(Option<FileId>, &str), usize> = HashMap::new();
        let mut kept = Vec::new();
        for mut finding in self.findings {
            let key = (finding.span.map(|span| span.file), finding.code);
            let at = seen.entry(key).or_default();
            *at += 1;
            if *at > SHOWN + 1 {
                continue;
            }
            let all = counts.get(&key).copied().unwrap_or_default();
            if *at == SHOWN + 1 && all > SHOWN + 1 {
                let more = all - SHOWN;
                let shown = Diagnostic::error(
                    finding.code,
                    finding.span,
                    format!("{more} more of these from here on in this file"),
                )
                .help(format!("`toolgen explain {}` says what they are", finding.code));
                finding = Diagnostic { severity: finding.severity, ..shown };
            }
            kept.push(finding);
        }
        kept
    }
}
