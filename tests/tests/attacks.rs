//! The attack cases, ours and those of `../shared` where they are: each is decided as it should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Kinds of cases whose driver comes with what they attack. A kind leaves this list with its driver.
const WITHOUT_DRIVER: &[&str] = &["http_server", "mcp_launch"];

/// Runs the command on a file of cases and gives the faults of those whose kind has a driver, by class.
fn run(file: &Path) -> BTreeMap<String, (usize, Vec<String>)> {
    let output = Command::new(env!("CARGO_BIN_EXE_attack")).arg("--jsonl").arg(file).output().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cases = fs::read_to_string(file).unwrap();
    let cases: Vec<Value> =
        cases.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), cases.len(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut classes = BTreeMap::<String, (usize, Vec<String>)>::new();
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(case["id"], answer["id"]);
        let class = case["class"].as_str().or(case["input"]["kind"].as_str()).unwrap();
        let (passed, failed) = classes.entry(class.to_owned()).or_default();
        match fault(case, answer) {
            None => *passed += 1,
            Some(fault) => failed.push(fault),
        }
    }
    classes
}

/// What is wrong with an answer.
fn fault(case: &Value, answer: &Value) -> Option<String> {
    let (expected, decision) = (&case["expected"], answer["decision"].as_str().unwrap());
    let kind = case["input"]["kind"].as_str().unwrap();
    let is = |value: &Value| match value {
        Value::Array(several) => several.iter().any(|one| one == decision),
        one => one == decision,
    };
    let fits = is(&expected["decision"]) || is(&expected["ok_also"]);
    let expects_none = WITHOUT_DRIVER.contains(&kind) && decision == "no_driver";
    if (fits && !is(&expected["never"])) || expects_none {
        return None;
    }
    let id = case["id"].as_str().unwrap();
    Some(format!("{id} ({kind}): expected {}, got {decision}: {}", expected["decision"], answer["reason"]))
}

#[expect(clippy::print_stdout, reason = "passed and failed by class are what this test is for")]
fn check(files: &[PathBuf]) {
    let mut faults = Vec::new();
    for file in files {
        for (class, (passed, failed)) in run(file) {
            println!("{class}: {passed} passed, {} failed", failed.len());
            faults.extend(failed);
        }
    }
    assert!(faults.is_empty(), "{} cases went wrong:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn our_own_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    check(&files);
}

#[test]
fn the_shared_cases_hold() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/attacks.jsonl");
    if file.exists() {
        check(&[file]);
    }
}
