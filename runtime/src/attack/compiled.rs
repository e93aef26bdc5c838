//! Texts of manifests in, what the compiler says of them out. Drivers of what never becomes part of a program ask here.

use toolgen::diag::{Diagnostic, Severity, Sources};
use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

/// What the compiler made of one manifest.
pub(super) struct Compiled {
    pub(super) rows: Vec<Row>,
    errors: Vec<Diagnostic>,
}

impl Compiled {
    /// Compiles the text as a file.
    pub(super) fn of(text: &str) -> Compiled {
        let mut sources = Sources::default();
        let file = sources.add("case.yaml", text);
        let compiled = toolgen::compile(&sources, &[file], &[], "");
        let errors = compiled.findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        Compiled { rows: compiled.rows, errors }
    }

    /// The first error: its code and what it says.
    pub(super) fn error(&self) -> Option<String> {
        self.errors.first().map(said)
    }

    /// The first error of the text as YAML, whatever it says.
    pub(super) fn yaml_error(&self) -> Option<String> {
        // Below TG0100 stands what is wrong with a file; TG0016 only says that it is no manifest of ours.
        self.errors.iter().find(|error| error.code < "TG0100" && error.code != "TG0016").map(said)
    }
}

fn said(error: &Diagnostic) -> String {
    format!("{}: {}", error.code, error.message)
}

/// A manifest of these tools, each a YAML key with the lines of its body.
pub(super) fn manifest(head: &str, tools: &[(String, String)]) -> String {
    let mut text = format!("manifestVersion: \"1\"\n{head}tools:\n");
    for (name, body) in tools {
        text.push_str(&format!("  {name}:\n{body}"));
    }
    text
}

/// The body of a tool that only reads, with the description as YAML.
pub(super) fn body(description: &str) -> String {
    format!("    description: {description}\n    annotations: {{readOnlyHint: true}}\n")
}

/// Text as a YAML scalar in double quotes.
pub(super) fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
