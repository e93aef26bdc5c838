//! `AGENT permissions` as a person runs it: files in, streams, exit codes and files out. The agent is the example
//! `demo`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run gave: exit code, standard output, standard error.
type Run = (i32, String, String);

fn demo(folder: &Path, words: &[&str]) -> Run {
    let test = std::env::current_exe().unwrap();
    let target: PathBuf = test.parent().and_then(|deps| deps.parent()).unwrap().into();
    let demo = target.join("examples/demo");
    assert!(demo.exists(), "build it first: cargo build -p toolgen-runtime --features cli --example demo");
    let output = Command::new(demo).args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const OLD: &str = "# Permissions: hana\n## External Tools\n- all: yes\n- gmail_draft-update: yes\n- discard: no\n";

#[test]
fn a_migration_is_shown_then_made_and_governs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("permissions.md"), OLD).unwrap();
    let (code, shown, said) = demo(folder, &["permissions", "migrate", "--dry-run"]);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(shown.contains("\"gmail_draft-update\"") && !folder.join("permissions.json").exists(), "{shown}");
    let (code, out, said) = demo(folder, &["permissions", "migrate", "permissions.md"]);
    let expected = "permissions.json is written; the old file is permissions.md.bak\n";
    assert_eq!((code, out.as_str(), said.as_str()), (0, "", expected));
    assert_eq!(fs::read_to_string(folder.join("permissions.json")).unwrap(), shown);
    assert_eq!(fs::read_to_string(folder.join("permissions.md.bak")).unwrap(), OLD);
    let (code, _, said) = demo(folder, &["permissions", "check"]);
    assert_eq!((code, said.as_str()), (0, ""));
    let (code, _, said) = demo(folder, &["permissions", "migrate", "."]);
    assert_eq!(code, 1);
    assert!(said.contains("permissions.md: error[TG0701]: there is no such file"), "{said}");
}

#[test]
fn what_is_not_understood_is_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("permissions.md"), "## External Tools\n- slack: maybe\u{1b}[2J\n\nanything else\n").unwrap();
    for command in ["migrate", "check"] {
        let (code, out, said) = demo(folder, &["permissions", command]);
        assert_eq!((code, out.as_str()), (1, ""), "{command}: {said}");
        assert!(said.contains("permissions.md:2:1: error[TG0721]") && said.contains("permissions.md:4:1: "), "{said}");
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn a_faulty_file_stops_every_other_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(demo(folder, &["add", "--a", "1"]).0, 0);
    for (name, text) in [
        ("permissions.json", "{\"external_tools\":{\"denied\":[\"add\"]}}"),
        ("permissions.json", "{\"commands\":{\"deny\":[\"rm\"],\"deny\":[]}}"),
        ("permissions.json", ""),
        ("permissions.md", "all of it\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
        let (code, out, said) = demo(folder, &["add", "--a", "1"]);
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(said.contains(name), "{said}");
        fs::remove_file(folder.join(name)).unwrap();
    }
}

#[test]
fn words_that_it_does_not_know_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (words, code, part) in [
        (vec!["permissions"], 2, "Usage: permissions check"),
        (vec!["permissions", "move"], 2, "has `check` and `migrate`"),
        (vec!["permissions", "check", "--dry-run"], 2, "writes nothing"),
        (vec!["permissions", "check", "--force"], 2, "unknown option `--force`"),
        (vec!["permissions", "migrate", "a", "b"], 2, "one file or folder"),
        (vec!["permissions", "check", "none"], 1, "there is no permission file"),
    ] {
        let (exit, out, said) = demo(folder.path(), &words);
        assert_eq!((exit, out.as_str()), (code, ""), "{words:?}");
        assert!(said.contains(part), "{words:?}: {said}");
    }
    let (code, help, _) = demo(folder.path(), &["permissions", "--help"]);
    assert!(code == 0 && help.contains("--dry-run"), "{help}");
}
