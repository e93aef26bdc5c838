//! What toolbox confines and what it keeps secret, through its command line: scripts in the sandbox, the doctor, and
//! the vault.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Workspace {
    base: PathBuf,
    config: &'static str,
}

impl Workspace {
    fn new(name: &str, config: &'static str) -> Workspace {
        let base = std::env::temp_dir().join(format!("toolbox-confined-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        fs::create_dir_all(base.join("ws")).unwrap();
        fs::create_dir_all(base.join("home")).unwrap();
        fs::write(base.join("secret"), "hunter2").unwrap();
        fs::write(base.join("ws/toolgen.toml"), config).unwrap();
        Workspace { base, config }
    }

    fn toolbox(&self, words: &[&str], input: &str) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolbox"))
            .args(words)
            .current_dir(self.base.join("ws"))
            .env("HOME", self.base.join("home"))
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that needs no input may be gone already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    fn bash(&self, script: &str) -> (i32, String, String) {
        self.toolbox(&["bash", script], "")
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// The operator lets `bash` run; the judge still has its say.
const OPEN: &str = "[security.tool_policy.tools]\nbash = \"allow\"\n";

/// Whether something confines programs here; what the tests of confinement need.
fn confines() -> bool {
    let workspace = Workspace::new("probe", "");
    let (_, report, _) = workspace.toolbox(&["doctor", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    report["auto"]["warning"].is_null()
}

#[test]
fn a_plain_script_that_is_listed_runs_without_anybody_being_asked_and_confined() {
    let workspace = Workspace::new("plain", OPEN);
    fs::write(workspace.base.join("ws/a.txt"), "one\ntwo\n").unwrap();
    let (code, out, err) = workspace.bash("cat a.txt | wc -l && echo 'a; b'");
    assert_eq!((code, out.as_str()), (0, "2\na; b\n"), "{err}");
    for (script, part) in [
        ("cat ../secret", "outside the workspace"),
        ("rm a.txt", "high risk"),
        ("toolbox call write_file '{}'", "the agent does not run it"),
        ("echo $HOME", "nobody can be asked"),
        ("touch b.txt", "nobody can be asked"),
        ("export PAGER=id", "changes nothing but a shell"),
    ] {
        let (code, out, err) = workspace.bash(script);
        assert!(code == 3 && out.is_empty() && err.contains(part), "{script}: {code} {out} {err}");
    }
    assert!(workspace.base.join("ws/a.txt").exists() && !workspace.base.join("ws/b.txt").exists());
}

#[test]
fn what_the_judge_lets_pass_is_still_confined() {
    let config = "[security.tool_policy.tools]\nbash = \"allow\"\n[autonomy]\nallowed_commands = [\"cat\", \"cp\", \"git\"]\n\
                  workspace_only = false\nrequire_approval_for_medium_risk = false\n";
    let workspace = Workspace::new("judged", config);
    let secret = workspace.base.join("secret").display().to_string();
    let (code, out, err) = workspace.bash(&format!("cat {secret}"));
    if confines() {
        assert!(code == 1 && !out.contains("hunter2") && !err.contains("hunter2"), "{code} {out} {err}");
    } else {
        assert!(err.contains("WARNING: no sandbox"), "{err}");
    }
    // What decides about the agent is put back, and said.
    fs::write(workspace.base.join("ws/evil"), "[security.tool_policy]\ndefault = \"allow\"\n").unwrap();
    let (code, _, err) = workspace.bash("cp evil toolgen.toml");
    assert!(code != 0, "{err}");
    assert_eq!(fs::read_to_string(workspace.base.join("ws/toolgen.toml")).unwrap(), workspace.config);
    let (code, _, err) = workspace.bash("cp evil permissions.json");
    assert!(code == 1 && err.contains("path.protected"), "{code} {err}");
    assert!(!workspace.base.join("ws/permissions.json").exists());
}

#[test]
fn a_backend_that_was_named_and_is_missing_refuses_and_none_is_said_loudly() {
    let docker = "[security.sandbox]\nbackend = \"docker\"\n[security.tool_policy.tools]\nbash = \"allow\"\n";
    let workspace = Workspace::new("docker", docker);
    if workspace.toolbox(&["doctor"], "").1.contains("docker: works") {
        return;
    }
    let (code, out, err) = workspace.bash("echo done");
    assert!(code == 3 && out.is_empty() && err.contains("was named and does not work here"), "{code} {err}");
    let none = "[security.sandbox]\nbackend = \"none\"\n[security.tool_policy.tools]\nbash = \"allow\"\n";
    let (code, out, err) = Workspace::new("none", none).bash("echo done");
    assert!(code == 0 && out == "done\n" && err.contains("WARNING: no sandbox confines programs here"), "{code} {err}");
}

#[test]
fn the_doctor_says_what_can_be_enforced() {
    let workspace = Workspace::new("doctor", "");
    let (code, text, _) = workspace.toolbox(&["doctor"], "");
    let (_, json, _) = workspace.toolbox(&["doctor", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code == 0, report["healthy"] == true);
    assert_eq!(report["backends"].as_array().unwrap().len(), 5);
    assert!(text.contains("none: works") && text.contains("docker"), "{text}");
    assert_eq!(workspace.toolbox(&["doctor", "now"], "").0, 2);
}

#[test]
fn the_vault_keeps_what_it_is_given_and_shows_it_only_when_asked() {
    let workspace = Workspace::new("vault", "");
    assert_eq!(workspace.toolbox(&["vault", "list"], ""), (0, String::new(), String::new()));
    assert_eq!(workspace.toolbox(&["vault", "set", "GITHUB_TOKEN"], "hunter2-token\n").0, 0);
    assert_eq!(workspace.toolbox(&["vault", "set", "mail/PASSWORD"], "with space ").0, 0);
    assert_eq!(workspace.toolbox(&["vault", "list"], "").1, "mail/PASSWORD\nGITHUB_TOKEN\n");
    assert_eq!(workspace.toolbox(&["vault", "get", "GITHUB_TOKEN"], "").1, "hunter2-token\n");
    assert_eq!(workspace.toolbox(&["vault", "rotate"], ""), (0, String::new(), String::new()));
    assert_eq!(workspace.toolbox(&["vault", "get", "mail/PASSWORD"], "").1, "with space \n");
    let (code, out, err) = workspace.toolbox(&["vault", "get", "NOTHING"], "");
    assert!(code == 1 && out.is_empty() && err.contains("there is no `NOTHING`"), "{err}");
    for words in [&["vault", "set", "A", "value"][..], &["vault", "set"], &["vault", "tell"]] {
        assert_eq!(workspace.toolbox(words, "x").0, 2, "{words:?}");
    }
    assert_eq!(workspace.toolbox(&["vault", "set", "A"], "\n").0, 1, "an empty value");
    let file = workspace.base.join("home/.config/toolgen/vault.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("hunter2") && !text.contains("GITHUB"), "{text}");
    fs::write(&file, text.replace("\"text\": \"", "\"text\": \"00")).unwrap();
    let (code, _, err) = workspace.toolbox(&["vault", "list"], "");
    assert!(code == 1 && err.contains("was tampered with"), "{code} {err}");
}
