//! Findings as one SARIF 2.1.0 log, which code-scanning services read.

use serde_json::{Value, json};

use super::place;
use crate::diag::{Diagnostic, Severity, Sources, Span, code};

/// The log, indented, with a final line feed.
pub fn sarif(sources: &Sources, findings: &[Diagnostic]) -> String {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes.iter().map(|code| rule(code)).collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| result(sources, finding, codes.binary_search(&finding.code).unwrap_or_default()))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "toolgen",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn level(severity: Severity) -> &'static str {
    severity.name()
}

fn rule(name: &str) -> Value {
    let Some(rule) = code::rule(name) else { return json!({"id": name}) };
    let summary = rule.page.lines().nth(2).unwrap_or_default();
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": summary},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

fn result(sources: &Sources, finding: &Diagnostic, index: usize) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}. {help}", finding.message),
        None => finding.message.clone(),
    };
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": location(sources, finding.span, None).into_iter().collect::<Vec<_>>(),
    });
    let related: Vec<Value> =
        finding.labels.iter().filter_map(|label| location(sources, Some(label.span), Some(&label.text))).collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    if let Some(fix) = &finding.fix
        && let Some(at) = physical(sources, Some(fix.span))
    {
        let replacement = json!({"deletedRegion": at["region"], "insertedContent": {"text": fix.text}});
        result["fixes"] = json!([{
            "description": {"text": fix.title},
            "artifactChanges": [{"artifactLocation": at["artifactLocation"], "replacements": [replacement]}],
        }]);
    }
    result
}

fn location(sources: &Sources, span: Option<Span>, message: Option<&str>) -> Option<Value> {
    let mut location = json!({"physicalLocation": physical(sources, span)?});
    if let Some(message) = message {
        location["message"] = json!({"text": message});
    }
    Some(location)
}

fn physical(sources: &Sources, span: Option<Span>) -> Option<Value> {
    let at = place(sources, span)?;
    Some(json!({
        "artifactLocation": {"uri": uri(&at.file)},
        "region": {
            "startLine": at.line.max(1),
            "startColumn": at.column.max(1),
            "endLine": at.end_line.max(1),
            "endColumn": at.end_column.max(1),
        },
    }))
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}
