//! Findings of one file in, the run's sink out: of one rule only the first ones in full, the rest as a
//! number, so that a hostile file cannot drown the others.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Severity, Sink, Span};

/// Findings of one rule that one file may show.
const SHOWN: usize = 200;

/// The findings of one file.
pub(super) struct Report<'s> {
    text: &'s str,
    sink: &'s mut Sink,
    seen: BTreeMap<&'static str, Seen>,
}

struct Seen {
    count: usize,
    more: Option<(Severity, Option<Span>)>,
}

impl<'s> Report<'s> {
    /// Findings of `text` go to `sink`.
    pub(super) fn new(text: &'s str, sink: &'s mut Sink) -> Report<'s> {
        Report { text, sink, seen: BTreeMap::new() }
    }

    /// Adds a finding.
    pub(super) fn push(&mut self, finding: Diagnostic) {
        let seen = self.seen.entry(finding.code).or_insert(Seen { count: 0, more: None });
        seen.count += 1;
        if seen.count <= SHOWN {
            self.sink.push(finding);
        } else if seen.more.is_none() {
            seen.more = Some((finding.severity, finding.span));
        }
    }

    /// What stands at `span`, as it is written.
    pub(super) fn raw(&self, span: Span) -> &'s str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Whether a further finding of that rule would only be counted: no need to look for its remedy.
    pub(super) fn is_full(&self, code: &str) -> bool {
        self.seen.get(code).is_some_and(|seen| seen.count >= SHOWN)
    }

    /// Says of which rules there were more.
    pub(super) fn finish(self) {
        for (code, seen) in self.seen {
            let Some((severity, span)) = seen.more else { continue };
            let rest = seen.count - SHOWN;
            let finding = Diagnostic::error(code, span, format!("{rest} more of these from here on in this file"))
                .help(format!("`toolgen explain {code}` says what they are"));
            self.sink.push(Diagnostic { severity, ..finding });
        }
    }
}
