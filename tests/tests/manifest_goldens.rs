//! Every manifest under `ui/yaml`, and every folder of manifests that belong together, against its findings as a person reads them. `UPDATE_GOLDENS=1` writes them anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toolgen::diag::{Diagnostic, Sink, Sources, code, render};
use toolgen::{check, manifest};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/yaml")
}

fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    cases.sort();
    cases
}

fn findings(path: &Path) -> (Sources, Vec<Diagnostic>) {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        files = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
    }
    let mut sources = Sources::default();
    let mut sink = Sink::default();
    let mut tools = Vec::new();
    for path in files {
        let name = path.strip_prefix(folder()).unwrap().to_str().unwrap();
        let file = sources.add(name, std::fs::read_to_string(&path).unwrap());
        tools.extend(manifest::parse(&sources, file, &mut sink).tools);
    }
    check::check(&tools, &mut sink);
    check::secret::check(&tools, &sources, &mut sink);
    (sources, sink.finish())
}

#[test]
fn findings_read_as_they_were_reviewed() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let (sources, findings) = findings(&path);
        let text = render::text::text(&sources, &findings, false);
        let golden = path.with_extension("txt");
        if update {
            std::fs::write(&golden, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        if text != expected {
            wrong.push(format!("{}\n--- expected\n{expected}\n--- found\n{text}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE_GOLDENS=1 and review the difference\n{}", wrong.join("\n"));
}

#[test]
fn what_is_called_clean_has_no_findings() {
    let clean: Vec<_> = cases().into_iter().filter(|path| stem(path).starts_with("clean_")).collect();
    assert!(clean.len() >= 3);
    for path in clean {
        let (sources, findings) = findings(&path);
        assert!(findings.is_empty(), "{}", render::text::text(&sources, &findings, false));
    }
}

/// Rules that a text alone cannot break: files are read, or there are no tests for the Rust front end here.
const ELSEWHERE: [&str; 4] = ["TG0001", "TG0002", "TG0003", "TG0226"];

#[test]
fn every_rule_of_manifests_has_a_case_that_is_named_after_it() {
    let mut missing: BTreeSet<&str> =
        code::rules().map(|rule| rule.code).filter(|code| *code < "TG0400" && !ELSEWHERE.contains(code)).collect();
    for path in cases() {
        let name = stem(&path);
        let Some(code) = name.get(..6).filter(|code| code.starts_with("TG")) else { continue };
        let (sources, findings) = findings(&path);
        assert!(
            findings.iter().any(|finding| finding.code == code),
            "{name} does not break {code}:\n{}",
            render::text::text(&sources, &findings, false)
        );
        missing.remove(code);
    }
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn every_finding_has_a_rule_a_place_and_a_remedy() {
    for path in cases() {
        let (_, findings) = findings(&path);
        for finding in findings {
            let rule = code::rule(finding.code);
            assert!(rule.is_some(), "{} has no page", finding.code);
            assert!(finding.span.is_some(), "{finding:?}");
            assert!(finding.help.is_some(), "{finding:?}");
            assert!(!finding.message.ends_with('.'), "{finding:?}");
        }
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}
