//! The examples of handlers that are data, through the agent's command line: real programs and servers in,
//! what a caller sees out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn toolbox(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_toolbox"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// A folder in which git tools are on.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("toolgen.toml"), "[git]\nenabled = true\n").unwrap();
    folder
}

fn git(folder: &Path, words: &[&str]) {
    let own = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
    let status = Command::new("git").args(own).args(words).current_dir(folder).stdout(Stdio::null()).status();
    assert!(status.unwrap().success(), "git {words:?}");
}

#[test]
fn git_log_shows_the_newest_commits_of_a_real_repository() {
    let folder = folder();
    let path = folder.path();
    git(path, &["init", "-q"]);
    for (name, subject) in [("a.txt", "first"), ("-b.txt", "second; $(touch made)"), ("a.txt", "third")] {
        fs::write(path.join(name), subject).unwrap();
        git(path, &["add", "--", name]);
        git(path, &["commit", "-q", "-m", subject]);
    }
    let subjects = |words: &[&str]| -> Vec<String> {
        let (code, out, err) = toolbox(path, &[&["git_log"], words].concat());
        assert_eq!(code, 0, "{err}");
        out.lines()
            .filter_map(|line| line.split("\\t").nth(2))
            .map(|rest| rest.trim_matches(['"', ','].as_slice()).to_owned())
            .collect()
    };
    assert_eq!(subjects(&["--limit", "2"]), ["third", "second; $(touch made)"]);
    assert_eq!(subjects(&["--path", "a.txt"]), ["third", "first"]);
    assert_eq!(subjects(&["--path=-b.txt"]), ["second; $(touch made)"], "behind `--` a dash is no option");
    assert!(!path.join("made").exists());
    let (code, _, err) = toolbox(path, &["call", "git_log", r#"{"rev":"--output=made"}"#]);
    assert!(code == 2 && err.contains("/rev"), "{code} {err}");
    assert!(!path.join("made").exists());
}

#[test]
fn an_exit_code_becomes_the_error_that_the_manifest_names() {
    let folder = folder();
    let (code, out, err) = toolbox(folder.path(), &["git_log", "--json"]);
    let said = format!("{out}{err}");
    assert!(code == 1 && said.contains("not_a_repository") && said.contains("not a git repository"), "{code} {said}");
}

#[test]
fn a_tool_whose_condition_is_unmet_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let (_, tools, _) = toolbox(folder.path(), &["tools", "--json"]);
    assert!(!tools.contains("git_log"));
    let (code, _, err) = toolbox(folder.path(), &["git_log"]);
    assert!(code != 0 && err.contains("git.enabled"), "{code} {err}");
}

#[test]
fn an_issue_is_opened_only_with_a_grant_and_never_without_a_credential() {
    let folder = tempfile::tempdir().unwrap();
    let input = r#"{"owner":"a","repo":"b","title":"t"}"#;
    let (code, _, err) = toolbox(folder.path(), &["call", "repo_open_issue", input]);
    assert!(code == 3 && err.contains("explicit permission"), "{code} {err}");
    let (code, _, err) =
        toolbox(folder.path(), &["call", "repo_open_issue", r#"{"owner":"a","repo":"b?x=1","title":"t"}"#]);
    assert!(code == 2 && err.contains("/repo"), "{code} {err}");
}
