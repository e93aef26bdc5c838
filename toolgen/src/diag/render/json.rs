//! Findings for programs: one JSON object a line.

use serde::Serialize;

use super::place;
use crate::diag::{Diagnostic, Sources};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'f> {
    code: &'f str,
    severity: &'f str,
    message: &'f str,
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    help: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Edit<'f>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Edit<'f> {
    title: &'f str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: &'f str,
}

/// The findings, one object a line; a finding without a place has an empty file and line 0.
pub fn json(sources: &Sources, findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        let at = place(sources, finding.span).unwrap_or_default();
        let fix = finding.fix.as_ref().map(|fix| {
            let at = place(sources, Some(fix.span)).unwrap_or_default();
            Edit {
                title: &fix.title,
                line: at.line,
                column: at.column,
                end_line: at.end_line,
                end_column: at.end_column,
                text: &fix.text,
            }
        });
        let line = Line {
            code: finding.code,
            severity: finding.severity.name(),
            message: &finding.message,
            file: at.file,
            line: at.line,
            column: at.column,
            end_line: at.end_line,
            end_column: at.end_column,
            help: finding.help.as_deref(),
            fix,
        };
        text.push_str(&serde_json::to_string(&line).unwrap_or_default());
        text.push('\n');
    }
    text
}
