//! The four tools of s02 through the agent's command line, each in a workspace of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Workspace(PathBuf);

impl Workspace {
    fn new(name: &str) -> Workspace {
        let path = std::env::temp_dir().join(format!("toolbox-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Workspace(path)
    }

    fn toolbox(&self, words: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_toolbox"))
            .args(words)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.0.join(path), text).unwrap();
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_read_whole_or_by_its_first_lines() {
    let workspace = Workspace::new("read");
    workspace.put("a.txt", "one\ntwo\nthree\nfour\n");
    assert_eq!(workspace.toolbox(&["read_file", "a.txt"]), (0, "one\ntwo\nthree\nfour\n".into(), String::new()));
    let (code, out, _) = workspace.toolbox(&["read_file", "a.txt", "--limit", "2"]);
    assert_eq!((code, out.trim_end()), (0, "one\ntwo\n... (2 more lines)"));
    let (_, out, _) = workspace.toolbox(&["read_file", "a.txt", "--limit", "4"]);
    assert_eq!(out, "one\ntwo\nthree\nfour\n");
    let (code, _, err) = workspace.toolbox(&["read_file", "a.txt", "--limit", "0"]);
    assert!(code == 2 && err.contains("at least 1"), "{code} {err}");
}

#[test]
fn lines_are_not_counted_without_an_end() {
    let workspace = Workspace::new("sparse");
    workspace.put("log", "one\ntwo\n");
    fs::File::options().append(true).open(workspace.0.join("log")).unwrap().set_len(1 << 40).unwrap();
    let (code, out, _) = workspace.toolbox(&["read_file", "log", "--limit", "1"]);
    assert_eq!((code, out.trim_end()), (0, "one\n... (at least 2 more lines)"));
}

#[test]
fn what_is_no_text_or_not_there_is_an_error_in_words() {
    let workspace = Workspace::new("binary");
    fs::write(workspace.0.join("a.bin"), [0, 159, 146, 150]).unwrap();
    for words in [["read_file", "a.bin", "--limit", "1"].as_slice(), &["read_file", "a.bin"]] {
        let (code, _, err) = workspace.toolbox(words);
        assert!(code == 1 && err.contains("binary"), "{code} {err}");
    }
    let (code, _, err) = workspace.toolbox(&["read_file", "none.txt"]);
    assert!(code == 1 && err.contains("File not found: none.txt"), "{code} {err}");
}

#[test]
fn no_path_leaves_the_workspace() {
    let workspace = Workspace::new("escape");
    let outside = Workspace::new("outside");
    outside.put("secret", "hunter2");
    std::os::unix::fs::symlink(&outside.0, workspace.0.join("link")).unwrap();
    let absolute = outside.0.join("secret").display().to_string();
    for path in ["../secret", "link/secret", "/etc/passwd", &absolute] {
        let (code, out, err) = workspace.toolbox(&["read_file", path]);
        assert!(code == 3 && out.is_empty() && err.contains("Path escapes workspace"), "{path}: {code} {out} {err}");
        let (code, _, _) = workspace.toolbox(&["write_file", path, "--content", "x"]);
        assert_eq!(code, 3, "{path}");
    }
    assert_eq!(outside.text("secret"), "hunter2");
    workspace.put("inside", "fine");
    let inside = workspace.0.canonicalize().unwrap().join("inside").display().to_string();
    assert_eq!(workspace.toolbox(&["read_file", &inside]).1.trim_end(), "fine");
}

#[test]
fn writing_makes_folders_and_counts_bytes() {
    let workspace = Workspace::new("write");
    let (code, out, _) = workspace.toolbox(&["write_file", "a/b/c.txt", "--content", "grüße"]);
    assert_eq!((code, out.trim_end()), (0, "Wrote 7 bytes to a/b/c.txt"));
    assert_eq!(workspace.text("a/b/c.txt"), "grüße");
}

#[test]
fn an_edit_needs_one_place_and_keeps_line_endings() {
    let workspace = Workspace::new("edit");
    workspace.put("a.txt", "x\ny\nx\n");
    let edit = |path: &str, old: &str, new: &str, all: bool| {
        let all = if all { ["--replace-all"].as_slice() } else { &[] };
        workspace.toolbox(&[&["edit_file", path, "--old-text", old, "--new-text", new], all].concat())
    };
    let (code, _, err) = edit("a.txt", "x", "z", false);
    assert!(code == 1 && err.contains("occurs 2 times in a.txt, on lines 1, 3; nothing was written"), "{err}");
    assert_eq!(workspace.text("a.txt"), "x\ny\nx\n");
    assert_eq!(edit("a.txt", "y", "w", false).1.trim_end(), "Edited a.txt");
    assert_eq!(edit("a.txt", "x", "z", true).0, 0);
    assert_eq!(workspace.text("a.txt"), "z\nw\nz\n");
    let (code, _, err) = edit("a.txt", "absent", "z", false);
    assert!(code == 1 && err.contains("Text not found in a.txt"), "{err}");
    workspace.put("dos.txt", "a\r\nb\r\n");
    assert_eq!(edit("dos.txt", "a\nb", "c\nd", false).0, 0);
    assert_eq!(workspace.text("dos.txt"), "c\r\nd\r\n");
    workspace.put("mixed.txt", "a\nb\r\nc");
    assert_eq!(edit("mixed.txt", "b", "x\ny", false).0, 0);
    assert_eq!(edit("mixed.txt", "a", "1\n2", false).0, 0);
    assert_eq!(edit("mixed.txt", "c", "3\n4", false).0, 0);
    assert_eq!(workspace.text("mixed.txt"), "1\n2\nx\r\ny\r\n3\r\n4");
}

#[test]
fn a_command_is_denied_where_nobody_can_be_asked() {
    let workspace = Workspace::new("headless");
    let (code, out, err) = workspace.toolbox(&["bash", "touch made"]);
    assert!(code == 3 && out.is_empty() && err.contains("nobody can be asked"), "{code} {err}");
    assert!(!workspace.0.join("made").exists());
}

#[test]
fn a_command_runs_when_the_person_at_the_terminal_says_yes() {
    let workspace = Workspace::new("terminal");
    for (answer, made) in [("y\n", true), ("\n", false)] {
        let (_, shown) = at_a_terminal(&workspace.0, "bash 'touch made && echo done'", answer);
        assert!(shown.contains("touch made"), "the question shows the command: {shown}");
        assert_eq!(workspace.0.join("made").exists(), made, "{answer:?}: {shown}");
        let _ = fs::remove_file(workspace.0.join("made"));
    }
}

/// Runs toolbox with a pseudo-terminal, waits for the question, answers it, and gives its exit code and
/// what was shown.
fn at_a_terminal(folder: &Path, words: &str, answer: &str) -> (i32, String) {
    // No shell stays between: an interrupt reaches the whole foreground, and some shells die of it.
    let command = format!("exec {} {words}", env!("CARGO_BIN_EXE_toolbox"));
    let mut child = Command::new("script")
        .args(["-qefc", &command, "/dev/null"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of util-linux");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut shown, mut byte) = (Vec::new(), [0]);
    // The question ends with a space and no line feed; input that came earlier would be thrown away.
    while !String::from_utf8_lossy(&shown).trim_end_matches(' ').ends_with(['?', ']', ':', ')'])
        || !shown.ends_with(b" ")
    {
        if stdout.read(&mut byte).unwrap() == 0 {
            panic!("no question: {}", String::from_utf8_lossy(&shown));
        }
        shown.push(byte[0]);
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    stdin.write_all(answer.as_bytes()).unwrap();
    stdout.read_to_end(&mut shown).unwrap();
    let code = child.wait().unwrap().code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&shown).into_owned())
}

#[test]
fn handlers_that_are_data_are_listed_and_run_where_their_condition_is_met() {
    let workspace = Workspace::new("data");
    let names = |words: &[&str]| workspace.toolbox(words).1;
    assert!(names(&["catalog"]).contains("git_log") && !names(&["tools", "--json"]).contains("git_log"));
    workspace.put("toolgen.toml", "[git]\nenabled = true\n");
    // A gated action without its grant can never run, so that it is not listed under a policy.
    assert!(!names(&["tools", "--json"]).contains("repo_open_issue"));
    let grant = "[[security.tool_policy.grants]]\ntool = \"repo\"\naction = \"open_issue\"\n";
    workspace.put("toolgen.toml", &format!("[git]\nenabled = true\n{grant}"));
    let tools = names(&["tools", "--json"]);
    for name in ["bash", "read_file", "write_file", "edit_file", "git_log", "repo_open_issue"] {
        assert!(tools.contains(name), "{name}");
    }
}

#[test]
fn an_interrupt_at_the_question_ends_the_call() {
    let workspace = Workspace::new("interrupt");
    let (code, shown) = at_a_terminal(&workspace.0, "bash 'touch made'", "\u{3}");
    assert_eq!(code, 130, "{shown}");
    assert!(!workspace.0.join("made").exists());
}

#[test]
fn a_command_that_fails_is_an_error_with_its_output() {
    let workspace = Workspace::new("fails");
    let (code, shown) = at_a_terminal(&workspace.0, "bash 'echo out; exit 5'", "y\n");
    assert!(shown.contains("exit code 5") && shown.contains("out") && code == 1, "{code} {shown}");
}

#[test]
fn a_text_may_begin_with_a_dash() {
    let workspace = Workspace::new("dash");
    assert_eq!(workspace.toolbox(&["write_file", "a.md", "--content", "- item"]).0, 0);
    assert_eq!(workspace.toolbox(&["edit_file", "a.md", "--old-text", "- item", "--new-text", "-x"]).0, 0);
    assert_eq!(workspace.text("a.md"), "-x");
}
