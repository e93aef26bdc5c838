//! What toolbox confines and what it keeps secret, through its command line: scripts in the sandbox, the doctor, and
//! the vault.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::io::{Read, Write};
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

    /// Runs a script that a person at a terminal approves; gives its exit code and what was shown.
    fn approved(&self, script: &str) -> (i32, String) {
        let command = format!("exec {} bash '{}'", env!("CARGO_BIN_EXE_toolbox"), script.replace('\'', r"'\''"));
        let mut child = Command::new("script")
            .args(["-qefc", &command, "/dev/null"])
            .current_dir(self.base.join("ws"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux");
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut shown, mut byte) = (Vec::new(), [0]);
        let asked =
            |shown: &[u8]| String::from_utf8_lossy(shown).contains("Allow this call? [") && shown.ends_with(b"] ");
        while !asked(&shown) && stdout.read(&mut byte).unwrap() == 1 {
            shown.push(byte[0]);
        }
        // Input that came before the question is thrown away.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let _ = stdin.write_all(b"y\n");
        stdout.read_to_end(&mut shown).unwrap();
        let code = child.wait().unwrap().code().unwrap_or(-1);
        (code, String::from_utf8_lossy(&shown).replace('\r', ""))
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// Whether something confines programs here; what the tests of confinement need.
fn confines() -> bool {
    let workspace = Workspace::new("probe", "");
    let (_, report, _) = workspace.toolbox(&["doctor", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    report["auto"]["warning"].is_null()
}

#[test]
fn an_approved_script_runs_and_a_denied_one_is_not_even_asked_about() {
    let workspace = Workspace::new("plain", "");
    fs::write(workspace.base.join("ws/a.txt"), "one\ntwo\n").unwrap();
    let (code, shown) = workspace.approved("cat a.txt | wc -l && echo 'a; b'");
    assert!(code == 0 && shown.ends_with("2\na; b\n"), "{code} {shown}");
    let (code, shown) = workspace.approved("for i in 1 2; do echo n$i; done > made; cat made");
    assert!(code == 0 && shown.ends_with("n1\nn2\n"), "{code} {shown}");
    for (script, part) in [
        ("cat ../secret", "outside the workspace"),
        ("rm a.txt", "high risk"),
        ("toolbox call write_file '{}'", "the agent does not run it"),
        ("export PAGER=id", "changes nothing but a shell"),
        ("echo fine", "nobody can be asked"),
    ] {
        let (code, out, err) = workspace.bash(script);
        assert!(code == 3 && out.is_empty() && err.contains(part), "{script}: {code} {out} {err}");
    }
    assert!(workspace.base.join("ws/a.txt").exists());
}

#[test]
fn what_a_person_approves_is_still_confined() {
    // The built-in list of forbidden paths has `/tmp`, where the secret lies.
    let config = "[autonomy]\nworkspace_only = false\nforbidden_paths = []\n";
    let workspace = Workspace::new("judged", config);
    let secret = workspace.base.join("secret").display().to_string();
    let (code, shown) = workspace.approved(&format!("cat {secret}"));
    if confines() {
        assert!(code == 1 && !shown.contains("hunter2"), "{code} {shown}");
    } else {
        assert!(shown.contains("WARNING: no sandbox"), "{shown}");
    }
    // What decides about the agent is as before, also where it was not there.
    fs::write(workspace.base.join("ws/evil"), "[security.tool_policy]\ndefault = \"allow\"\n").unwrap();
    let (code, shown) = workspace.approved("cp evil toolgen.toml");
    assert!(code != 0, "{shown}");
    assert_eq!(fs::read_to_string(workspace.base.join("ws/toolgen.toml")).unwrap(), workspace.config);
    let (code, shown) = workspace.approved("cp evil permissions.json");
    assert!(code != 0 && shown.contains("path.protected"), "{code} {shown}");
    assert!(!workspace.base.join("ws/permissions.json").exists());
}

#[test]
fn a_search_of_the_workspace_does_not_find_what_the_policy_closes() {
    let workspace = Workspace::new("closed", "[autonomy]\nforbidden_paths = [\"keys\"]\n");
    fs::create_dir(workspace.base.join("ws/keys")).unwrap();
    fs::write(workspace.base.join("ws/keys/a"), "hunter2\n").unwrap();
    fs::write(workspace.base.join("ws/open"), "hunter3\n").unwrap();
    let (_, shown) = workspace.approved("grep -r hunter .");
    assert!(shown.contains("./open:hunter3"), "{shown}");
    if confines() {
        assert!(!shown.contains("hunter2") && shown.contains("1 place hidden"), "{shown}");
    }
}

#[test]
fn a_backend_that_was_named_and_is_missing_refuses_and_none_is_said_loudly() {
    let workspace = Workspace::new("docker", "[security.sandbox]\nbackend = \"docker\"\n");
    if workspace.toolbox(&["doctor"], "").1.contains("docker: works") {
        return;
    }
    let (code, out, err) = workspace.bash("echo done");
    assert!(code == 3 && out.is_empty() && err.contains("was named and does not work here"), "{code} {err}");
    let (code, shown) = Workspace::new("none", "[security.sandbox]\nbackend = \"none\"\n").approved("echo done");
    assert!(code == 0 && shown.contains("WARNING: no sandbox confines programs here"), "{code} {shown}");
}

#[test]
fn the_doctor_says_what_can_be_enforced() {
    let workspace = Workspace::new("doctor", "");
    let (code, text, _) = workspace.toolbox(&["doctor"], "");
    let (_, json, _) = workspace.toolbox(&["doctor", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code == 0, report["healthy"] == true, "{text}\n{json}");
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
