//! The faces of findings: diagnostics and their sources in, text for people or programs out.

pub mod cargo;
#[cfg(feature = "cli")]
pub mod github;
#[cfg(feature = "cli")]
pub mod json;
#[cfg(feature = "cli")]
pub mod sarif;
#[cfg(feature = "cli")]
pub mod text;

use super::{Diagnostic, Severity, Sources, Span};

/// Where a span stands, as programs want it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The name of the file; empty where there is none
    pub file: String,
    /// The first line, from 1
    pub line: u32,
    /// The first column in characters, from 1
    pub column: u32,
    /// The line of the end
    pub end_line: u32,
    /// The column after the last character
    pub end_column: u32,
}

/// The place of `span`; none for what has no file.
pub fn place(sources: &Sources, span: Option<Span>) -> Option<Place> {
    let span = span?;
    let source = sources.get(span.file)?;
    let (line, column) = source.position(span.start);
    let (end_line, end_column) = source.position(span.end.max(span.start));
    Some(Place { file: source.name.clone(), line, column, end_line, end_column })
}

impl Severity {
    /// `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The message and what to do, on one line.
fn one_line(finding: &Diagnostic) -> String {
    let text = match &finding.help {
        Some(help) => format!("{} ({help})", finding.message),
        None => finding.message.clone(),
    };
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}
