//! The faces of findings that programs read: JSON lines, SARIF, GitHub commands, lines of a build script.

use serde_json::Value;
use toolgen::diag::{Diagnostic, Sink, Sources, Span, render};
use toolgen::manifest;

const TEXT: &str =
    "manifestVersion: \"1\"\ntools:\n  grüß:\n    descripton: Greet\n    registry: größe\n    title: \"a\u{200B}b\"\n";

fn found() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("tools/a b.yaml", TEXT);
    let mut sink = Sink::default();
    let _ = manifest::parse(&sources, file, &mut sink);
    sink.push(Diagnostic::warning("TG0220", None, "a finding without a place"));
    (sources, sink.finish())
}

#[test]
fn json_lines_have_exactly_the_promised_keys() {
    let (sources, findings) = found();
    let text = render::json::json(&sources, &findings);
    assert_eq!(text.lines().count(), findings.len());
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        keys.retain(|key| *key != "fix");
        keys.sort_unstable();
        assert_eq!(keys, ["code", "column", "endColumn", "endLine", "file", "help", "line", "message", "severity"]);
    }
    let line = text.lines().find(|line| line.contains("TG0101")).unwrap();
    let value: Value = serde_json::from_str(line).unwrap();
    assert_eq!(value["file"], "tools/a b.yaml");
    assert_eq!((value["line"].as_u64(), value["column"].as_u64()), (Some(4), Some(5)));
    assert_eq!((value["endLine"].as_u64(), value["endColumn"].as_u64()), (Some(4), Some(15)));
    assert_eq!(value["fix"]["text"], "description");
}

#[test]
fn columns_count_characters() {
    let (sources, findings) = found();
    let line = findings.iter().find(|finding| finding.code == "TG0105").unwrap();
    let place = render::place(&sources, line.span).unwrap();
    assert_eq!((place.line, place.column, place.end_column), (5, 15, 20));
}

#[test]
fn sarif_names_each_rule_once_and_points_at_it() {
    let (sources, findings) = found();
    let log: Value = serde_json::from_str(&render::sarif::sarif(&sources, &findings)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        for location in result["locations"].as_array().unwrap() {
            let region = &location["physicalLocation"]["region"];
            assert!(region["startLine"].as_u64().unwrap() >= 1 && region["startColumn"].as_u64().unwrap() >= 1);
            assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "tools/a%20b.yaml");
        }
    }
    assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].as_str().is_some_and(|text| !text.is_empty())));
    let fixed = results.iter().find(|result| result["ruleId"] == "TG0101").unwrap();
    assert_eq!(fixed["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"], "description");
}

#[test]
fn github_commands_are_one_line_each_and_escaped() {
    let mut sources = Sources::default();
    let file = sources.add("a,b:c.yaml", "x: 100%\n");
    let finding = Diagnostic::error("TG0101", Span::new(file, 0, 1), "100% wrong\nsecond").help("stop");
    let text = render::github::github(&sources, &[finding]);
    assert_eq!(
        text,
        "::error file=a%2Cb%3Ac.yaml,line=1,col=1,endLine=1,endColumn=2,title=TG0101::100%25 wrong%0Asecond%0Ahelp: stop\n"
    );
}

#[test]
fn a_build_script_prints_one_line_a_finding() {
    let (sources, findings) = found();
    let text = render::cargo::cargo(&sources, &findings);
    assert_eq!(text.lines().count(), findings.len());
    assert!(text.contains("cargo::error=tools/a b.yaml:4:5: TG0101 a tool has no key `descripton`"), "{text}");
    assert!(text.contains("cargo::warning=TG0220 a finding without a place"), "{text}");
}

#[test]
fn text_shows_nothing_that_could_drive_a_terminal() {
    let mut sources = Sources::default();
    let file = sources.add("a.yaml", "manifestVersion: \"1\"\nx\u{1B}[31m: 1\n\u{9B}y: \u{202E}2\ntools: {}\n");
    let mut sink = Sink::default();
    let _ = manifest::parse(&sources, file, &mut sink);
    let text = render::text::text(&sources, &sink.finish(), false);
    assert!(!text.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202E}')), "{text:?}");
}
