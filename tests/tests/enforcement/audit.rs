//! The audit log, one test each: calls and a log in, what a check of the log finds out.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use toolgen_runtime::audit::{Archive, File, Journal, verify};
use toolgen_runtime::redact::Redactor;
use toolgen_runtime::{Context, Table, Tools, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look() -> &'static str {
    "seen"
}

static TOOLS: Table = tools![look];

fn calls(log: &Path, agent: &'static str) {
    let journal = Journal::file(File::at(log), Arc::new(Redactor::new()));
    let tools = Tools::from(&TOOLS).audit(Arc::new(journal));
    assert!(tools.call_now(&Context::new().for_agent(agent), "look", "{}").outcome.is_ok());
}

#[test]
fn chain() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.jsonl");
    calls(&log, "ana");
    calls(&log, "ana");
    assert!(verify(&log).unwrap().is_sound());
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.replacen("\"ana\"", "\"eve\"", 1)).unwrap();
    assert!(!verify(&log).unwrap().is_sound());
}

#[test]
fn escape() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.jsonl");
    calls(&log, "a\nb\u{2028}c\u{9b}d");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')), "{text:?}");
    assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{text:?}");
}

#[test]
fn policy() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::beside(&folder.path().join("audit.jsonl"));
    let digest = archive.keep("deny").unwrap();
    assert_eq!(archive.read(&digest).unwrap(), "deny");
    let kept = folder.path().join("audit.jsonl.policies").join(digest.replace("sha256:", "") + ".json");
    let log = folder.path().join("audit.jsonl");
    let journal = Journal::file(File::at(&log), Arc::new(Redactor::new())).under("deny");
    let tools = Tools::from(&TOOLS).audit(Arc::new(journal));
    assert!(tools.call_now(&Context::new(), "look", "{}").outcome.is_ok() && verify(&log).unwrap().is_sound());
    fs::write(kept, "allow").unwrap();
    assert!(archive.read(&digest).is_err());
    assert_eq!(verify(&log).unwrap().faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), ["audit.policy"]);
}

#[test]
fn outside() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let code = |log: &Path| {
        let text = format!("[audit]\npath = {:?}\n", log.display().to_string());
        fs::write(folder.path().join("toolgen.toml"), text).unwrap();
        let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
        let agent = agent.arg("look").current_dir(folder.path()).stdin(Stdio::null());
        agent.env("XDG_CONFIG_HOME", other.path()).output().unwrap().status.code()
    };
    let real = |folder: &Path| folder.canonicalize().unwrap().join("audit.jsonl");
    assert_eq!(code(&real(other.path())), Some(0));
    assert_eq!(code(&real(folder.path())), Some(2));
}
