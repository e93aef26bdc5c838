//! What `explain` says beside what the gate does: decisions of the audit log judged again, scripts and paths.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A workspace, and a folder for state beside it.
struct Place(tempfile::TempDir);

impl Place {
    fn new(policy: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.workspace()).unwrap();
        fs::write(place.workspace().join("a.txt"), "one\n").unwrap();
        place.policy(policy);
        place
    }

    fn workspace(&self) -> PathBuf {
        self.0.path().join("workspace")
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("state/audit.jsonl")
    }

    /// The only policy that is kept beside the log.
    fn kept(&self) -> PathBuf {
        let folder = self.0.path().join("state/audit.jsonl.policies");
        let mut all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        all.find(|path| path.extension().is_some_and(|end| end == "json")).unwrap()
    }

    /// Puts another policy in force.
    fn policy(&self, text: &str) {
        let audit = format!("[audit]\npath = {:?}\n", self.log().display().to_string());
        fs::write(self.workspace().join("toolgen.toml"), audit + text).unwrap();
    }

    fn toolbox(&self, words: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
        command.args(words).current_dir(self.workspace()).env("HOME", self.0.path()).env_remove("XDG_CONFIG_HOME");
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    fn json(&self, words: &[&str]) -> (i32, Value) {
        let (code, out, err) = self.toolbox(words);
        (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
    }
}

const OPEN: &str = "[security.tool_policy]\ndefault = \"allow\"\n[security.tool_policy.tools]\nedit_file = \"allow\"\n";
const CLOSED: &str = "[security.tool_policy.tools]\nedit_file = \"deny\"\n";

const EDIT: [&str; 6] = ["edit_file", "a.txt", "--old-text", "one", "--new-text", "two"];

#[test]
fn a_recorded_decision_is_judged_again_under_its_own_policy() {
    let place = Place::new(OPEN);
    assert_eq!(place.toolbox(&EDIT).0, 0);
    let (_, shown, hint) = place.toolbox(&["audit", "show"]);
    assert!(shown.contains("name=edit_file") && hint.contains("toolbox explain --audit 1"), "{shown}{hint}");
    let (code, text, err) = place.toolbox(&["explain", "--audit", "1"]);
    assert_eq!((code, err.as_str()), (0, ""), "{text}");
    for part in ["record 1 of 20", ": allow\n", "toolgen.toml:6:", "that is what was recorded\n", "decides the same\n"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }

    // Another policy: the record is still explained by its own.
    place.policy(CLOSED);
    let (code, text, _) = place.toolbox(&["explain", "--audit", "2"]);
    assert!(code == 0 && text.contains("that is what was recorded\n"), "{text}");
    let (_, today) = text.split_once("decided otherwise:\n").unwrap_or_else(|| panic!("{text}"));
    assert!(today.contains("policy.deny") && today.contains("toolgen.toml:4:"), "{today}");
    assert_eq!(place.toolbox(&EDIT).0, 3);
    let (code, json) = place.json(&["explain", "--audit", "3", "--json"]);
    assert_eq!(code, 0, "{json}");
    assert_eq!((&json["recorded"]["code"], &json["then"]["code"]), (&"policy.deny".into(), &"policy.deny".into()));
    assert_eq!((&json["asRecorded"], &json["otherwise"]), (&true.into(), &false.into()));
    let (_, json) = place.json(&["explain", "--audit", "1", "--json"]);
    assert_eq!((&json["then"]["verdict"], &json["today"]["verdict"]), (&"allow".into(), &"deny".into()));
    assert_eq!((&json["asRecorded"], &json["otherwise"]), (&true.into(), &true.into()));
}

#[test]
fn who_asked_is_judged_again_too() {
    let place = Place::new("[agents.reader]\nallowed_tools = [\"read_file\"]\n");
    assert_eq!(place.toolbox(&["read_file", "a.txt", "--agent", "reader"]).0, 0);
    assert_eq!(place.toolbox(&["call", "bash", "{}", "--agent", "reader"]).0, 2);
    let (_, json) = place.json(&["explain", "--audit", "1", "--json"]);
    assert_eq!((&json["then"]["agent"], &json["asRecorded"]), (&"reader".into(), &true.into()));
    let (_, json) = place.json(&["explain", "--audit", "3", "--json"]);
    assert_eq!((&json["then"]["code"], &json["asRecorded"]), (&"surface.not_exposed".into(), &true.into()));
    place.policy("[agents.reader]\nallowed_tools = []\n");
    let (_, json) = place.json(&["explain", "--audit", "1", "--json"]);
    assert_eq!((&json["today"]["code"], &json["otherwise"]), (&"surface.not_exposed".into(), &true.into()));
}

#[test]
fn a_policy_that_was_changed_or_is_gone_explains_nothing() {
    let place = Place::new(OPEN);
    assert_eq!(place.toolbox(&EDIT).0, 0);
    let (kept, audit) = (place.kept(), ["explain", "--audit", "1"]);
    let verified = |part: &str| {
        let (code, out, err) = place.toolbox(&["audit", "verify"]);
        assert!(code == 1 && err.contains(part) && err.contains("(audit.policy)"), "{code} {out}{err}");
        assert!(out.starts_with("2 records, 1 faults"), "{out}");
    };
    assert_eq!(place.toolbox(&["audit", "verify"]).0, 0);
    let text = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, text.replace("allow", "deny!")).unwrap();
    verified("was changed: its digest is sha256:");
    let (code, out, err) = place.toolbox(&audit);
    assert!(code == 2 && out.is_empty() && err.contains("was changed: its digest is sha256:"), "{err}");
    // And nothing that acts runs under a policy that cannot be kept.
    let (code, _, err) = place.toolbox(&["edit_file", "a.txt", "--old-text", "two", "--new-text", "three"]);
    assert!(code == 3 && err.contains("audit log"), "{err}");
    fs::remove_file(&kept).unwrap();
    verified("it was removed, or the log was moved");
    let (code, out, err) = place.toolbox(&audit);
    assert!(code == 2 && out.is_empty() && err.contains("it was removed, or the log was moved"), "{err}");
}

#[test]
fn a_tool_that_is_declared_otherwise_today_is_said_to_be() {
    let place = Place::new(OPEN);
    assert_eq!(place.toolbox(&EDIT).0, 0);
    let (_, json) = place.json(&["explain", "--audit", "1", "--json"]);
    let digest = json["contract"]["then"].as_str().unwrap();
    assert!(digest.starts_with("sha256:") && json["contract"]["today"] == digest, "{json}");
    assert_eq!(json["notes"], serde_json::json!([]));
    // As another version of the program would have written it.
    let text = fs::read_to_string(place.log()).unwrap();
    fs::write(place.log(), text.replace(digest, "sha256:other")).unwrap();
    let (_, text, _) = place.toolbox(&["explain", "--audit", "1"]);
    let note = format!("`edit_file` was declared otherwise then (sha256:other) than today ({digest}); both times");
    assert!(text.contains(&note), "{text}");
    let text = fs::read_to_string(place.log()).unwrap();
    fs::write(place.log(), text.replace("\"contract\":\"sha256:other\",", "")).unwrap();
    let (_, text, _) = place.toolbox(&["explain", "--audit", "1"]);
    assert!(text.contains("note: the record does not say how `edit_file` was declared then"), "{text}");
}

#[test]
fn what_is_no_decision_is_said_to_be_none() {
    let place = Place::new(OPEN);
    let (code, _, err) = place.toolbox(&["explain", "--audit", "1"]);
    assert!(code == 2 && err.contains("cannot be read"), "{err}");
    assert_eq!(place.toolbox(&EDIT).0, 0);
    for (words, part) in [
        (&["explain", "--audit", "9"][..], "has no record 9; `audit show` lists them"),
        (&["explain", "--audit", "x"], "needs the number of a record"),
        (&["explain", "--audit", "1", "--path", "x"], "takes one of"),
        (&["explain", "--audit"], "`--audit` needs a value"),
        (&["explain", "edit_file", "--file", "x"], "`--file` belongs to `--audit`"),
    ] {
        let (code, _, err) = place.toolbox(words);
        assert!(code == 2 && err.contains(part), "{words:?}: {err}");
    }
    // A log without a policy, as a program writes it that has none.
    let log = place.0.path().join("other.jsonl");
    let text = fs::read_to_string(place.log()).unwrap();
    let policy = text.split("\"policy\":").nth(1).unwrap().split(',').next().unwrap();
    fs::write(&log, text.replace(&format!("\"policy\":{policy},"), "")).unwrap();
    let (code, _, err) = place.toolbox(&["explain", "--audit", "1", "--file", log.to_str().unwrap()]);
    assert!(code == 2 && err.contains("names no policy"), "{err}");
}

#[test]
fn what_is_said_of_a_script_is_what_the_gate_does() {
    let place = Place::new(concat!(
        "[autonomy]\nallowed_commands = [\"echo\", \"ls\"]\ndenied_commands = [\"date\"]\n",
        "[security.sandbox]\nbackend = \"none\"\n[security.tool_policy.tools]\nbash = \"allow\"\n"
    ));
    let mut verdicts = Vec::new();
    for script in ["echo hi", "ls .", "date", "cat a.txt", "ls /etc", "echo $HOME", "git status", "echo hi && date"] {
        let (_, said) = place.json(&["explain", "--shell", script, "--json"]);
        let call = serde_json::json!({ "command": script }).to_string();
        let (code, done) = place.json(&["call", "bash", &call, "-j"]);
        let verdict = said["judgement"]["verdict"].as_str().unwrap().to_owned();
        let code = match (code, done["context"]["code"].as_str()) {
            (3, Some("approval.nobody")) => "supervised",
            (3, _) => "deny",
            _ => "allow",
        };
        assert_eq!(verdict, code, "{script}: {said} {done}");
        verdicts.push(verdict);
    }
    for verdict in ["allow", "supervised", "deny"] {
        assert!(verdicts.iter().any(|it| it == verdict), "{verdict} is not among {verdicts:?}");
    }
}

#[test]
fn what_is_said_of_a_path_is_what_the_gate_does() {
    let place = Place::new("[security.tool_policy.tools]\nwrite_file = \"allow\"\n");
    let permissions = r#"{"file_roots":["/"],"file_roots_denied":["DENIED"]}"#;
    let denied = place.workspace().canonicalize().unwrap().join("closed");
    fs::create_dir(&denied).unwrap();
    fs::write(denied.join("x.txt"), "x").unwrap();
    let permissions = permissions.replace("DENIED", denied.to_str().unwrap());
    fs::write(place.workspace().join("permissions.json"), permissions).unwrap();
    for path in
        ["a.txt", "./x/../a.txt", "../secret", "/etc/passwd", "closed/x.txt", "toolgen.toml", ".git/config", "~/x"]
    {
        let (_, said) = place.json(&["explain", "--path", path, "--json"]);
        let inside = said["verdict"] == "inside";
        let call = |tool: &str, arguments: Value| {
            let (_, done) = place.json(&["call", tool, &arguments.to_string(), "-j"]);
            !done.to_string().contains("PermissionDenied")
        };
        let reads = call("read_file", serde_json::json!({ "path": path }));
        let writes = call("write_file", serde_json::json!({ "path": path, "content": "x" }));
        assert_eq!(
            (inside && said["read"] == "open", inside && said["write"] == "open"),
            (reads, writes),
            "{path}: {said}"
        );
        // What was written is put back.
        fs::write(place.workspace().join("a.txt"), "one\n").unwrap();
    }
}
