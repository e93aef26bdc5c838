//! Findings as workflow commands, which GitHub shows beside the lines of a pull request.

use super::place;
use crate::diag::{Diagnostic, Sources};

/// One `::error` or `::warning` command a line.
pub fn github(sources: &Sources, findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        let mut message = finding.message.clone();
        if let Some(help) = &finding.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        text.push_str("::");
        text.push_str(finding.severity.name());
        text.push(' ');
        if let Some(at) = place(sources, finding.span) {
            text.push_str(&format!("file={},line={},col={},", property(&at.file), at.line, at.column));
            text.push_str(&format!("endLine={},endColumn={},", at.end_line, at.end_column));
        }
        text.push_str(&format!("title={}::{}\n", property(finding.code), data(&message)));
    }
    text
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
