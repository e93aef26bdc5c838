//! `command` handlers: a call on the command line in, what the program gets and what the caller reads out.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::service::{Ended, agent, ended};

fn call(folder: &tempfile::TempDir, name: &str, input: &Value) -> Ended {
    ended(agent(folder.path()).args(["call", name, &input.to_string()]))
}

fn parsed((code, out, err): &Ended) -> Value {
    assert_eq!(*code, 0, "{err}");
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_value_is_one_argument_whatever_is_in_it() {
    let folder = folder();
    for text in ["a b", "$(id) `id`; id | id && id", "*", "'\"\\", "${input.twice}", "%s%n", "ü", "a\nb"] {
        let (code, out, err) = call(&folder, "show", &json!({ "text": text }));
        assert_eq!((code, out.trim_end_matches('\n')), (0, format!("<{text}>").as_str()), "{err}");
    }
    assert_eq!(call(&folder, "show", &json!({ "text": "a", "twice": true })).1.trim_end(), "<a><a>");
    for text in ["-v", "--help", "-", "--"] {
        let (code, _, err) = call(&folder, "show", &json!({ "text": text }));
        assert!(code != 0 && err.contains("would become an option"), "{text}: {err}");
    }
}

#[test]
fn output_is_lines_json_or_a_file_and_says_what_was_left_out() {
    let folder = folder();
    let sorted = call(&folder, "sort_lines", &json!({ "text": "b 1\na 2\n", "column": 2 }));
    assert_eq!(parsed(&sorted), json!(["b 1", "a 2"]));
    let long: String = (100..150).map(|number| format!("{number}\n")).collect();
    let (_, out, _) = call(&folder, "sort_lines", &json!({ "text": long }));
    let lines: Vec<String> = serde_json::from_str(&out).unwrap();
    assert_eq!((lines[0].as_str(), lines.last().unwrap().as_str()), ("100", "149"), "both ends: {lines:?}");
    assert!(lines.iter().any(|line| line.ends_with(" bytes left out]")), "{lines:?}");
    assert_eq!(parsed(&call(&folder, "read_json", &json!({ "text": "{\"n\": 1}" }))), json!({ "n": 1 }));
    for (text, wanted) in [
        ("{".to_owned(), "was to write JSON"),
        ("{\"n\":\"1\"}".to_owned(), "at `/n` expected"),
        (format!("[{}1]", "1,".repeat(2000)), "are taken in at most"),
    ] {
        let (code, _, err) = call(&folder, "read_json", &json!({ "text": text }));
        assert!(code == 1 && err.contains(wanted), "{wanted}: {code} {err}");
    }
    let (code, out, err) = call(&folder, "keep", &json!({ "text": "kept", "file": "made/a.txt" }));
    assert_eq!(parsed(&(code, out, err)), json!({ "path": "made/a.txt", "bytes": 4 }));
    assert_eq!(fs::read_to_string(folder.path().join("made/a.txt")).unwrap(), "kept");
    for file in ["../out.txt", "/tmp/toolgen-out.txt", "toolgen.toml", ".git/hooks/pre-commit"] {
        let (code, _, err) = call(&folder, "keep", &json!({ "text": "x", "file": file }));
        assert!(code != 0, "{file}: {err}");
        assert!(!folder.path().join(file).exists(), "{file}");
    }
}

#[test]
fn an_exit_code_has_the_name_that_the_manifest_gives_it() {
    let folder = folder();
    fs::write(folder.path().join("notes"), "one\ntwo -x\n").unwrap();
    let found = call(&folder, "find_text", &json!({ "text": "-x", "file": "notes" }));
    assert_eq!(parsed(&found), json!(["2:two -x"]));
    for (text, file, wanted) in [("three", "notes", "not_found"), ("one", "missing", "unreadable")] {
        let (code, out, err) = ended(agent(folder.path()).args([
            "call",
            "find_text",
            &json!({ "text": text, "file": file }).to_string(),
            "-j",
        ]));
        assert!(code == 1 && format!("{out}{err}").contains(wanted), "{wanted}: {code} {out}{err}");
    }
}

#[test]
fn a_program_ends_with_its_time_and_takes_its_children_along() {
    let folder = folder();
    let seconds = format!("{}.{}", 200_000 + std::process::id(), 77);
    let started = Instant::now();
    let (code, _, err) = call(&folder, "linger", &json!({ "seconds": seconds }));
    assert!(code == 1 && err.contains("did not end within 1 s"), "{code} {err}");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let left = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let left = left.filter(|line| line.windows(seconds.len()).any(|window| window == seconds.as_bytes())).count();
    assert_eq!(left, 0, "something outlived the call");
}
