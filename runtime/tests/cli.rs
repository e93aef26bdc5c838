//! The command line as other programs see it: words and standard input in, streams and exit code out.
//! The agent is the example `demo`, which `cargo test` builds beside this test.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run gave: exit code, standard output, standard error.
type Run = (i32, String, String);

fn demo() -> Command {
    let test = std::env::current_exe().unwrap();
    let target: PathBuf = test.parent().and_then(|deps| deps.parent()).unwrap().into();
    let demo = target.join("examples/demo");
    assert!(demo.exists(), "build it first: cargo build -p toolgen-runtime --features cli --example demo");
    Command::new(demo)
}

fn run_in(command: &mut Command, words: &[&str], input: &[u8]) -> Run {
    let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run(words: &[&str]) -> Run {
    run_in(&mut demo(), words, b"")
}

#[track_caller]
fn prints(words: &[&str], expected: &str) {
    assert_eq!(run(words), (0, expected.to_owned(), String::new()), "{words:?}");
}

#[track_caller]
fn fails(words: &[&str], exit: i32, part: &str) {
    let (code, stdout, stderr) = run(words);
    assert_eq!((code, stdout.as_str()), (exit, ""), "{words:?}: {stderr}");
    assert!(stderr.contains(part), "{words:?}: {stderr}");
}

#[test]
fn a_tool_answers_on_standard_output() {
    prints(&["add", "--a", "1", "--b", "-5"], "-4\n");
    prints(&["join", "--words", "a", "--words", "b", "--loud"], "A B\n");
    prints(&["join", "--words", r#"["a","b"]"#, "--between="], "ab\n");
    prints(&["add", "--a=2", "-j"], "{\"status\":\"ok\",\"text\":\"3\",\"structured\":3}\n");
}

#[test]
fn call_does_the_same_through_json() {
    prints(&["call", "add", r#"{"a":1,"b":-5}"#], "-4\n");
    prints(&["call", "-j", "add", r#"{"a":2}"#], "{\"status\":\"ok\",\"text\":\"3\",\"structured\":3}\n");
    let piped = |input: &[u8]| run_in(&mut demo(), &["call", "add", "-"], input);
    assert_eq!(piped(br#"{"a":41}"#), (0, "42\n".into(), String::new()));
    let (code, _, stderr) = piped(b"{\"a\":\xff}");
    assert_eq!((code, stderr.contains("byte 5 starts no character")), (2, true), "{stderr}");
    let (code, _, stderr) = piped(&vec![b' '; 10 * 1024 * 1024 + 1]);
    assert_eq!((code, stderr.contains("longer than 10485760 bytes")), (2, true), "{stderr}");
}

#[test]
fn exit_codes_say_what_went_wrong() {
    fails(&["join", "--words", "[]"], 1, "there are no words");
    fails(&["add", "--a", "x"], 2, "/a: expected a whole number");
    fails(&["add"], 2, "--a <INTEGER>");
    fails(&["add", "--a", "1", "--c", "2"], 2, "--c");
    fails(&["call", "add", r#"{"a":1,"b":200,"c":3}"#], 2, "/b: expected");
    fails(&["call", "add", "{"], 2, "no JSON");
    fails(&["call", "add", "{}", "more"], 2, "quote the text");
    fails(&["call"], 2, "name of a tool");
    fails(&["ad"], 2, "Did you mean `add`?");
    fails(&["--verbos"], 2, "unknown option");
    fails(&["tools", "all"], 2, "--json");
    fails(&["catalog", "all"], 2, "no arguments");
    fails(&["discard", "--what", "x"], 3, "nobody can be asked");
    fails(&["call", "discard", r#"{"what":"x","approved":true}"#], 2, "approved");
    fails(&["wait"], 1, "did not answer in time");
    fails(&[], 2, "Usage: demo TOOL");
}

#[test]
fn errors_are_objects_where_json_is_asked_for() {
    let (code, stdout, stderr) = run(&["call", "discard", "-j", r#"{"what":"x"}"#]);
    assert_eq!((code, stderr.as_str()), (3, ""));
    assert!(stdout.starts_with(r#"{"status":"error","error_type":"PermissionDenied","message":"#), "{stdout}");
    let (code, stdout, _) = run(&["add", "--a", "x", "--json"]);
    assert!(code == 2 && stdout.contains(r#""pointer":"/a""#), "{stdout}");
}

#[test]
fn lists_and_help_name_every_tool() {
    let (_, tools, _) = run(&["tools"]);
    assert_eq!(tools.lines().next(), Some("  add      Add two whole numbers."));
    let (_, json, _) = run(&["tools", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(list[0]["name"], "add");
    assert_eq!(list[0]["inputSchema"]["required"][0], "a");
    let (_, catalog, _) = run(&["catalog"]);
    assert_eq!(toolgen_model::Catalog::parse(&catalog).unwrap().tools.len(), 5);
    let (code, help, _) = run(&["--help"]);
    assert!(code == 0 && help.contains("call NAME [JSON | -]") && help.contains("\n  discard  Throw"), "{help}");
    let (code, help, _) = run(&["add", "--help"]);
    assert!(code == 0 && help.contains("Second addend. [-100 to 100] [default: 1]"), "{help}");
    prints(&["--version"], "toolgen-runtime 0.1.0\n");
}

#[test]
fn flags_of_the_program_stand_behind_a_tools_name_too() {
    let deny = "security.tool_policy.tools.add=deny";
    let joined = format!("--set={deny}");
    for words in [
        &["--set", deny, "add", "--a", "1"][..],
        &["add", "--set", deny, "--a", "1"],
        &["add", "--a", "1", &joined],
        &["call", "add", r#"{"a":1}"#, "--set", deny],
    ] {
        fails(words, 3, "denied by the operator's policy");
    }
    let (_, tools, _) = run(&["tools", "--set", deny]);
    assert!(!tools.contains("  add ") && tools.contains("  join "), "{tools}");
    fails(&["add", "--a", "1", "--set", "x"], 2, "not KEY=VALUE");
    fails(&["add", "--a", "1", "--config", "no.toml"], 2, "no such file");
    // A flag of the tool is the tool's, and so is what stands behind one as its value.
    prints(&["label", "--set", "a=b"], "a=b\n");
    prints(&["join", "--words=--set", "--words", "x"], "--set x\n");
    assert!(run(&["--help"]).1.contains("behind a tool's name too"));
    assert!(run(&["add", "--help"]).1.contains("Flags of the program"));
    assert!(!run(&["label", "--help"]).1.contains("--set <KEY=VALUE>"));
}

#[test]
fn a_configuration_that_cannot_be_read_stops_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| {
        std::fs::write(folder.path().join("toolgen.toml"), text).unwrap();
        run_in(demo().current_dir(folder.path()), &["add", "--a", "1"], b"")
    };
    assert_eq!(run("[autonomy]\nlevel = \"supervised\"\n").0, 0);
    let (code, _, stderr) = run("[autonomy]\nlevle = \"supervised\"\n");
    assert_eq!(code, 2);
    assert!(stderr.contains("toolgen.toml:2:1") && stderr.contains("did you mean `autonomy.level`?"), "{stderr}");
    let (code, stdout, stderr) = run("[git\n");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("toolgen.toml:1:") && stderr.contains("expected TOML"), "{stderr}");
}

#[test]
fn what_a_model_wrote_does_not_act_on_the_terminal() {
    let (_, _, stderr) = run(&["call", "no\u{1b}[2J\u{202e}such", "{}"]);
    assert!(!stderr.contains('\u{1b}') && !stderr.contains('\u{202e}'), "{stderr:?}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = demo().arg("catalog").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn an_interrupt_cancels_the_call_and_says_so() {
    let child = demo().arg("wait").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("was cancelled"), "{stderr}");
}
