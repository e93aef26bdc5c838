//! The gate as a person meets it: the built `toolbox` under a policy file, its answers and exit codes out.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;
use std::process::{Command, Stdio};

const POLICY: &str = r#"
[security.tool_policy]
default = "allow"

[security.tool_policy.tools]
write_file = "deny"

[agents.reader]
allowed_tools = ["read_file"]

[surfaces.mcp]
denied_tools = ["bash"]
"#;

/// Exit code, standard output and standard error of `toolbox` in `folder`.
fn toolbox(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    let output = command.env("XDG_CONFIG_HOME", folder.join("none")).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn folder(policy: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("toolgen.toml"), policy).unwrap();
    std::fs::write(folder.path().join("a.txt"), "hello\n").unwrap();
    folder
}

#[test]
fn what_the_policy_denies_is_neither_listed_nor_callable() {
    let folder = folder(POLICY);
    let (code, tools, stderr) = toolbox(folder.path(), &["tools"]);
    assert!(code == 0 && tools.contains("read_file") && !tools.contains("write_file"), "{tools}{stderr}");
    let call = ["call", "write_file", r#"{"path":"b.txt","content":"x"}"#, "-j"];
    let (code, stdout, _) = toolbox(folder.path(), &call);
    assert!(code == 3 && stdout.contains("policy.deny"), "{stdout}");
    assert!(!folder.path().join("b.txt").exists());
    let (code, stdout, _) = toolbox(folder.path(), &["call", "read_file", r#"{"path":"a.txt"}"#]);
    assert_eq!((code, stdout.as_str()), (0, "hello\n"));
}

#[test]
fn each_agent_has_its_own_tools() {
    let folder = folder(POLICY);
    let (_, tools, _) = toolbox(folder.path(), &["--agent", "reader", "tools"]);
    assert_eq!(tools.lines().count(), 1, "{tools}");
    let (code, stdout, _) = toolbox(folder.path(), &["--agent", "reader", "read_file", "a.txt"]);
    assert_eq!((code, stdout.as_str()), (0, "hello\n"));
    let (code, _, stderr) = toolbox(folder.path(), &["--agent", "reader", "call", "bash", r#"{"command":"ls"}"#]);
    assert!(code == 2 && stderr.contains("not exposed via the surface `cli`"), "{code} {stderr}");
    let (code, _, stderr) = toolbox(folder.path(), &["--agent", "nobody", "read_file", "a.txt"]);
    assert!(code == 2 && stderr.contains("not exposed"), "{code} {stderr}");
}

#[test]
fn a_supervised_call_without_a_person_is_denied_at_once() {
    let folder = folder(POLICY);
    let (code, _, stderr) = toolbox(folder.path(), &["bash", "touch b.txt"]);
    assert!(code == 3 && stderr.contains("nobody can be asked"), "{stderr}");
    assert!(!folder.path().join("b.txt").exists());
}

#[test]
fn explain_names_the_step_the_line_and_the_edit() {
    let folder = folder(POLICY);
    let (code, text, _) = toolbox(folder.path(), &["explain", "write_file", "--agent", "main"]);
    assert_eq!(code, 0);
    for part in [
        "write_file for main on cli: deny (policy.deny)",
        "base        REFUSED",
        "toolgen.toml:6:14",
        "to permit it:",
        r#"write_file = "allow""#,
        "ceiling     not reached",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let words = ["explain", "bash", "--surface", "mcp", "--args", r#"{"command":"ls"}"#, "--json", "--counterfactual"];
    let (_, json, _) = toolbox(folder.path(), &words);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["verdict"], &value["code"]), (&"deny".into(), &"surface.not_exposed".into()));
    assert_eq!(value["steps"].as_array().unwrap().len(), 15);
    assert_eq!(value["steps"][1]["went"], "refused");
    let cli = value["elsewhere"].as_array().unwrap().iter().find(|there| there["surface"] == "cli").unwrap();
    assert_eq!((&cli["verdict"], &cli["code"]), (&"supervised".into(), &"approval.needed".into()));
    assert_eq!(value["counterfactual"][0]["verdict"], "supervised");
    // Nothing happened.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn explain_shows_scripts_and_paths_too() {
    let folder = folder(POLICY);
    let (_, text, _) = toolbox(folder.path(), &["explain", "--shell", "git status && echo $HOME"]);
    assert!(text.starts_with("supervised") && text.contains("opaque"), "{text}");
    let (_, text, _) = toolbox(folder.path(), &["explain", "--path", "../secret"]);
    assert!(text.contains("refused") && text.contains("path.outside_root"), "{text}");
    let (_, text, _) = toolbox(folder.path(), &["explain", "--path", "./x/../a.txt"]);
    assert!(text.contains("inside") && text.contains("a.txt"), "{text}");
}

#[test]
fn settings_are_shown_with_their_origin_and_flags_win() {
    let folder = folder(POLICY);
    let words = ["--set", "security.tool_policy.default=deny", "config", "--show-origin"];
    let (code, text, stderr) = toolbox(folder.path(), &words);
    assert_eq!(code, 0, "{stderr}");
    let line = text.lines().find(|line| line.starts_with("security.tool_policy.default")).unwrap();
    assert!(line.contains("\"deny\"") && line.contains("--set"), "{line}");
    assert!(text.contains("# toolgen.toml:6:14"), "{text}");
}

#[test]
fn a_policy_that_does_not_load_refuses_to_start_with_its_place() {
    let folder = folder("[security.tool_policy.tools]\nwrite_fil = \"deny\"\n");
    let (code, stdout, stderr) = toolbox(folder.path(), &["read_file", "a.txt"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("toolgen.toml:2:") && stderr.contains("write_file"), "{stderr}");
}
