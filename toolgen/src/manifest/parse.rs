//! One file's text in, its manifest out.

use super::event::Granit;
use super::lower::Lower;
use super::report::Report;
use super::tree::{self, DEPTH, Kind, Tree};
use super::{credentials, schema, tool};
use crate::check::invisible;
use crate::diag::{Diagnostic, FileId, Rule, Sink, Sources, Span, code::page};
use crate::ir::{Manifest, NodeKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0003",
        "file-too-large",
        Error,
        "Refuses a manifest of more than 256 KiB.",
        "No person writes one, and reading time and memory must have a bound.",
        "# a file of 300 KiB",
        "Several manifests, one for each group of tools."
    ),
    page!(
        "TG0011",
        "invisible-character",
        Error,
        "Refuses characters that a reader does not see: text direction controls, zero-width and tag characters, control characters, other line breaks.",
        "A model reads them, so a description can carry orders that no review finds.",
        "description: Greet U+202E somebody",
        "The text without them. In double quotes an escape such as `\"\\u00A0\"` shows what is meant, where the place allows it."
    ),
    page!(
        "TG0016",
        "no-manifest",
        Error,
        "Reports a file without content, or whose content is no mapping.",
        "There is nothing to compile.",
        "- greet",
        "The keys of a manifest: `manifestVersion: \"1\"` and `tools:`."
    ),
];

/// The bytes that a manifest may have.
pub const LARGEST: usize = 256 * 1024;

/// The manifest in `file`. It is always there; what is wrong goes to `sink`.
pub fn parse(sources: &Sources, file: FileId, sink: &mut Sink) -> Manifest {
    let empty =
        Manifest { file, toolset: None, version: None, description: None, credentials: Vec::new(), tools: Vec::new() };
    let text = sources.get(file).map_or("", |source| source.text.as_str());
    let mut report = Report::new(text, sink);
    let manifest = read(text, file, &mut report).unwrap_or(empty);
    report.finish();
    manifest
}

fn read(text: &str, file: FileId, report: &mut Report<'_>) -> Option<Manifest> {
    if text.len() > LARGEST {
        let message = format!("this file has {} bytes; a manifest has at most {LARGEST}", text.len());
        report
            .push(Diagnostic::error("TG0003", Span::new(file, 0, 0), message).help("divide it into several manifests"));
        return None;
    }
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let base = text.len() - body.len();
    hidden(body, base, file, report);
    let events = Granit::new(body, DEPTH + 1);
    let built = tree::build(events, body, file, base, report);
    let root = built.root.unwrap_or(Tree { kind: Kind::Json(NodeKind::Null), span: Span::new(file, base, base) });
    if !matches!(root.kind, Kind::Map(_)) {
        if built.broken.is_none() {
            no_mapping(&root, report);
        }
        return None;
    }
    let mut cx =
        Lower { report, partial: built.broken.is_some(), definitions: Vec::new(), used: Vec::new(), sent: Vec::new() };
    let mut manifest = tool::manifest(&root, &mut cx);
    match built.broken {
        // Reading ended in the last tool or right after it: it may not be whole.
        Some(_) => {
            manifest.tools.pop();
        }
        None => {
            schema::unused(&mut cx);
            credentials::unused(&manifest.credentials, &mut cx);
        }
    }
    Some(manifest)
}

fn no_mapping(root: &Tree, report: &mut Report<'_>) {
    let finding = match &root.kind {
        Kind::Json(NodeKind::Null) => Diagnostic::error("TG0016", root.span, "this file is empty"),
        _ => Diagnostic::error("TG0016", root.span, format!("expected the keys of a manifest, found {}", root.what())),
    };
    report.push(finding.help("a manifest starts with `manifestVersion: \"1\"` and has its tools under `tools:`"));
}

fn hidden(text: &str, base: usize, file: FileId, report: &mut Report<'_>) {
    for run in invisible::invisible(text) {
        let span = Span::new(file, base + run.at, base + run.at + run.len);
        report.push(
            Diagnostic::error(
                "TG0011",
                span,
                format!("an invisible character, {}, stands here", invisible::name(run.character)),
            )
            .help("take it out")
            .fix("take it out", span, ""),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Severity;
    use crate::ir::Handler;

    fn parsed(text: &str) -> (Manifest, Vec<Diagnostic>) {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", text);
        let mut sink = Sink::default();
        let manifest = parse(&sources, file, &mut sink);
        (manifest, sink.finish())
    }

    #[test]
    fn the_example_of_the_language_becomes_three_tools() {
        let text = include_str!("../../../tests/ui/yaml/clean_example.yaml");
        let (manifest, findings) = parsed(text);
        assert_eq!(findings, []);
        let names: Vec<_> = manifest.tools.iter().map(crate::ir::Tool::name).collect();
        assert_eq!(names, ["repo_stats", "repo_open_issue", "git_log"]);
        let kinds: Vec<_> = manifest.tools.iter().map(|tool| tool.handler.value.kind()).collect();
        assert_eq!(kinds, ["rust", "http", "command"]);
        let issue = &manifest.tools[1];
        assert!(issue.input.nearest("/$defs/Slug/pattern").as_str().is_some());
        let Handler::Http(http) = &issue.handler.value else { panic!("no http") };
        assert_eq!(http.url.origin(), "https://api.github.com");
        assert_eq!(http.timeout_ms.as_ref().map(|t| t.value), Some(20_000));
        assert_eq!(http.output.max_bytes.as_ref().map(|b| b.value), Some(64 * 1024));
        assert_eq!(issue.cases.len(), 2);
    }

    #[test]
    fn every_fault_of_a_file_is_reported_in_one_run() {
        let text = "manifestVersion: \"1\"\nfoo: 1\ntools:\n  a:\n    descripton: x\n    permission: {default: ask}\n    cases: 3\n";
        let (_, findings) = parsed(text);
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["TG0101", "TG0101", "TG0105", "TG0104"]);
        assert!(findings.iter().all(|finding| finding.severity == Severity::Error && finding.span.is_some()));
    }

    #[test]
    fn a_broken_file_keeps_the_tools_above_the_break() {
        let text =
            "manifestVersion: \"1\"\ntools:\n  a: {description: A}\n  b: {description: B}\n  c: {description: ]\n";
        let (manifest, findings) = parsed(text);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(manifest.tools.len(), 2);
    }
}
