//! The audit log and the limits through the agent's command line: one process a call, as a person runs them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a workspace and a place for state beside it.
struct Place(PathBuf);

impl Place {
    /// `configuration` is that of the workspace; `LOG` in it stands for the log's path.
    fn new(name: &str, configuration: &str) -> Place {
        let path = std::env::temp_dir().join(format!("toolbox-audit-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let place = Place(path);
        fs::create_dir_all(place.workspace()).unwrap();
        let configuration = configuration.replace("LOG", place.log().to_str().unwrap());
        fs::write(place.workspace().join("toolgen.toml"), configuration).unwrap();
        fs::write(place.workspace().join("a.txt"), "one\n").unwrap();
        place
    }

    fn workspace(&self) -> PathBuf {
        self.0.join("workspace")
    }

    fn log(&self) -> PathBuf {
        self.0.join("state/audit.jsonl")
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.workspace()).env("HOME", &self.0).env_remove("XDG_STATE_HOME").stdin(Stdio::null());
        command
    }

    fn toolbox(&self, words: &[&str]) -> (i32, String, String) {
        said(&self.command(env!("CARGO_BIN_EXE_toolbox").as_ref()).args(words).output().unwrap())
    }

    fn edit(&self, from: &str, to: &str) -> (i32, String, String) {
        self.toolbox(&["edit_file", "a.txt", "--old-text", from, "--new-text", to])
    }

    fn text(&self) -> String {
        fs::read_to_string(self.workspace().join("a.txt")).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const AUDITED: &str = "[audit]\npath = \"LOG\"\n";

#[test]
fn every_call_leaves_records_that_verify_and_can_be_shown() {
    let place = Place::new("whole", AUDITED);
    assert_eq!(place.toolbox(&["read_file", "a.txt"]).0, 0);
    assert_eq!(place.edit("one", "two").0, 0);
    assert_ne!(place.toolbox(&["read_file", "missing.txt"]).0, 0);
    let (code, out, err) = place.toolbox(&["audit", "verify"]);
    assert!(code == 0 && out.starts_with("6 records, nothing changed") && err.is_empty(), "{code} {out} {err}");
    let (_, out, _) = place.toolbox(&["audit", "show", "--tool", "edit_file"]);
    assert!(out.lines().count() == 1 && out.contains("name=edit_file") && out.contains("surface=cli"), "{out}");
    let (_, out, _) = place.toolbox(&["audit", "show", "--json", "--event", "outcome", "--last", "1"]);
    assert!(out.contains(r#""result":"failed""#), "{out}");

    let text = fs::read_to_string(place.log()).unwrap();
    fs::write(place.log(), text.replace("edit_file", "read_file")).unwrap();
    let (code, _, err) = place.toolbox(&["audit", "verify"]);
    assert!(code == 1 && err.contains("audit.changed"), "{code} {err}");
    fs::write(place.log(), text.lines().next().unwrap().to_owned() + "\n").unwrap();
    let (code, _, err) = place.toolbox(&["audit", "verify"]);
    assert!(code == 1 && err.contains("audit.truncated"), "{code} {err}");
}

#[test]
fn a_log_where_tools_can_write_stops_the_program() {
    for inside in ["LOG/../../workspace/logs/audit.jsonl", "relative.jsonl"] {
        let place = Place::new("inside", &AUDITED.replace("LOG", inside));
        fs::create_dir_all(place.log()).unwrap();
        let (code, _, err) = place.toolbox(&["read_file", "a.txt"]);
        assert!(code == 2 && err.contains("audit.path"), "{code} {err}");
    }
}

/// A limit on the size of files stands for a full disk. The shell sees to it that the signal of it is ignored.
#[cfg(unix)]
#[test]
fn on_a_full_disk_nothing_is_changed_and_reading_goes_on() {
    let place = Place::new("full", AUDITED);
    while fs::metadata(place.log()).map_or(0, |data| data.len()) < 3_000 {
        assert_eq!(place.toolbox(&["read_file", "a.txt"]).0, 0);
    }
    let limited = |words: &[&str]| {
        let script = r#"trap "" XFSZ; ulimit -f 2; exec "$@""#;
        let mut command = place.command("/bin/sh".as_ref());
        said(&command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_toolbox")]).args(words).output().unwrap())
    };
    let (code, _, err) = limited(&["edit_file", "a.txt", "--old-text", "one", "--new-text", "two"]);
    assert!(code == 3 && err.contains("audit log"), "{code} {err}");
    assert_eq!(place.text(), "one\n");
    assert_eq!(limited(&["read_file", "a.txt"]).1, "one\n");
    assert_eq!(place.toolbox(&["audit", "verify"]).0, 0);
    assert_eq!(place.edit("one", "two").0, 0);
    assert_eq!((place.text().as_str(), place.toolbox(&["audit", "verify"]).0), ("two\n", 0));
}

#[test]
fn limits_hold_over_processes() {
    let place = Place::new("limit", "[autonomy]\nmax_actions_per_hour = 2\n[security.rate.tools]\nread_file = 3\n");
    assert_eq!(place.edit("one", "two").0, 0);
    assert_eq!(place.edit("two", "three").0, 0);
    let (code, _, err) = place.edit("three", "four");
    assert!(code == 3 && err.contains("2 actions an hour") && err.contains("61 minutes"), "{code} {err}");
    let codes = [0; 4].map(|_| place.toolbox(&["read_file", "a.txt"]).0);
    assert_eq!((codes, place.text().as_str()), ([0, 0, 0, 3], "three\n"));
}

#[test]
fn a_limit_of_zero_lets_nothing_through_and_no_limit_everything() {
    let place = Place::new("zero", "[autonomy]\nmax_actions_per_hour = 0\n");
    assert_eq!(place.edit("one", "two").0, 3);
    fs::write(place.workspace().join("toolgen.toml"), "").unwrap();
    assert_eq!(place.edit("one", "two").0, 0);
}

#[test]
fn secrets_leave_in_no_reply() {
    let place = Place::new("secret", "");
    fs::write(place.workspace().join("env"), "API_KEY=0123456789abcdef\nMODE=fast\n").unwrap();
    assert_eq!(place.toolbox(&["read_file", "env"]).1, "API_KEY=0123*[REDACTED]\nMODE=fast\n");
}
