//! Findings of a build script: one `cargo::error=` or `cargo::warning=` line each.

use super::{one_line, place};
use crate::diag::{Diagnostic, Severity, Sources};

/// The lines that a build script prints, each ended by a line feed.
pub fn cargo(sources: &Sources, findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        let kind = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let at = match place(sources, finding.span) {
            Some(place) => format!("{}:{}:{}: ", place.file, place.line, place.column),
            None => String::new(),
        };
        text.push_str(&format!("cargo::{kind}={at}{} {}\n", finding.code, one_line(finding)));
    }
    text
}
