//! `toolgen schema convert`, `arguments`, `plan` and `diff` as they are called.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::OsString;

use tempfile::TempDir;
use toolgen_model::Json;

struct Ended {
    code: u8,
    out: String,
    err: String,
}

fn toolgen(args: &[&str]) -> Ended {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("toolgen").chain(args.iter().copied()).map(OsString::from);
    let code = toolgen::command::run(args, &mut out, &mut err);
    Ended { code, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

fn lines(ended: &Ended) -> Vec<Json> {
    ended.out.lines().map(|line| Json::parse(line).unwrap()).collect()
}

fn text<'j>(value: &'j Json, at: &str) -> &'j str {
    value.pointer(at).and_then(Json::as_str).unwrap_or_default()
}

const TOOL: &str = r#"{"name":"search","description":"Finds.","inputSchema":{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer","minimum":1}},"required":["q"],"additionalProperties":false}}"#;

#[test]
fn tools_are_converted_one_a_line_in_order_and_refusals_do_not_stop_the_others() {
    let folder = Folder::new();
    let file =
        folder.file("tools.jsonl", format!("{TOOL}\n{{\"foo\":1}}\nnot json\n{{\"server\":\"s\",\"tool\":{TOOL}}}\n"));
    let ended = toolgen(&["schema", "convert", &file, "--dialect", "openai-strict"]);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let lines = lines(&ended);
    assert_eq!(lines.len(), 4);
    let keys: Vec<&str> = lines[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["ok", "name", "wire", "losses", "relation", "digest"]);
    assert_eq!((text(&lines[0], "/name"), text(&lines[0], "/relation")), ("search", "equal"));
    assert!(text(&lines[0], "/digest").starts_with("sha256:") && text(&lines[0], "/losses/0/keyword") == "required");
    assert_eq!((text(&lines[1], "/error/code"), text(&lines[2], "/error/code")), ("unknown-shape", "json"));
    assert!(text(&lines[2], "/error/message").contains("line 3"));
    assert_eq!(lines[0], lines[3]);
}

#[test]
fn lists_of_tools_in_any_form_a_single_tool_and_a_bare_schema_are_taken_too() {
    let folder = Folder::new();
    for (text, count) in [
        (format!("[{TOOL},{TOOL}]"), 2),
        (format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{TOOL},{TOOL}],"nextCursor":"2"}}}}"#), 2),
        (
            r#"{"tools":[{"functionDeclarations":[{"name":"a"},{"name":"b","parameters":{"type":"OBJECT"}}]}]}"#
                .to_owned(),
            2,
        ),
        (Json::parse(TOOL).unwrap().pretty(), 1),
        (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#.to_owned(), 1),
    ] {
        let file = folder.file("in.json", &text);
        let ended = toolgen(&["schema", "convert", &file, "--dialect", "anthropic"]);
        assert_eq!((ended.code, lines(&ended).len()), (0, count), "{}", ended.out);
    }
    let file =
        folder.file("bfcl.json", r#"{"name":"t","parameters":{"type":"dict","properties":{"x":{"type":"float"}}}}"#);
    let strict = toolgen(&["schema", "convert", &file, "--dialect", "openai"]);
    assert_eq!((strict.code, text(&lines(&strict)[0], "/error/at")), (1, "/parameters/type"));
    let lenient = toolgen(&["schema", "convert", &file, "--dialect", "openai", "--lenient"]);
    assert_eq!((lenient.code, text(&lines(&lenient)[0], "/leniencies/1/is")), (0, "number"));
    let usage = toolgen(&["schema", "convert", &file]);
    assert!(usage.code == 2 && usage.err.contains("--dialect"), "{}", usage.err);
}

#[test]
fn arguments_come_home_repaired_or_with_located_errors() {
    let folder = Folder::new();
    let tool = folder.file("tool.json", TOOL);
    for (sent, code, expected) in [
        (r#"{"q":"x","limit":null}"#, 0, r#"{"ok":true,"arguments":{"q":"x"},"repairs":[]}"#),
        (
            r#"{"q":"x","limit":"3"}"#,
            0,
            r#"{"ok":true,"arguments":{"q":"x","limit":3},"repairs":[{"at":"/limit","done":"read the integer out of its text"}]}"#,
        ),
    ] {
        let arguments = folder.file("arguments.json", sent);
        let ended = toolgen(&["schema", "arguments", "--dialect", "openai-strict", &tool, &arguments]);
        assert_eq!((ended.code, ended.out.trim_end()), (code, expected));
    }
    let arguments = folder.file("arguments.json", r#"{"limit":0}"#);
    let ended = toolgen(&["schema", "arguments", "--dialect", "openai-strict", &tool, &arguments]);
    let line = &lines(&ended)[0];
    assert_eq!((ended.code, line.get("errors").and_then(Json::as_array).unwrap().len()), (1, 2), "{line}");
    assert_eq!((text(line, "/errors/0/at"), text(line, "/errors/1/at")), ("/limit", "/q"));
}

#[test]
fn a_plan_says_what_of_a_request_goes_and_how() {
    let folder = Folder::new();
    let long = TOOL.replace("\"search\"", &format!("{:?}", "s".repeat(70)));
    let tools = folder.file("tools.json", format!("[{TOOL},{TOOL},{long}]"));
    let ended = toolgen(&["schema", "plan", &tools, "--dialect", "anthropic-strict"]);
    let plan = Json::parse(&ended.out).unwrap();
    assert_eq!(ended.code, 1);
    assert_eq!(text(&plan, "/tools/1/refused/code"), "name-collision");
    let wire = text(&plan, "/tools/2/wireName").to_owned();
    assert_eq!(plan.get("renamed").and_then(|all| all.get(&wire)).and_then(Json::as_str), Some(&*"s".repeat(70)));
    assert_eq!(plan.pointer("/totals/sent"), Some(&Json::from(2)));
}

#[test]
fn an_export_has_the_schema_as_it_was_written() {
    let folder = Folder::new();
    let file = folder.file("tools.jsonl", format!("{TOOL}\n[]\n"));
    let schema = Json::parse(TOOL).unwrap().get("inputSchema").cloned().unwrap();
    for (form, at) in [("anthropic", "/0/input_schema"), ("openai", "/0/function/parameters")] {
        let ended = toolgen(&["schema", "export", &file, "--to", form]);
        assert_eq!(Json::parse(&ended.out).unwrap().pointer(at), Some(&schema), "{form}");
        assert!(ended.code == 1 && ended.err.contains("not-an-object"), "{}", ended.err);
    }
    let text = toolgen(&["schema", "export", &file, "--to", "text"]);
    assert!(text.out.starts_with("To call a tool") && text.out.contains("- **search**: Finds."), "{}", text.out);
}

#[test]
fn differences_name_the_relation_and_the_places() {
    let folder = Folder::new();
    let old = folder.file("old.json", TOOL);
    let new = folder.file("new.json", TOOL.replace("\"minimum\":1", "\"minimum\":0"));
    let same = toolgen(&["schema", "diff", &old, &old]);
    assert_eq!((same.code, same.out.trim_end()), (0, r#"{"ok":true,"relation":"equal","places":[]}"#));
    let wider = toolgen(&["schema", "diff", &old, &new]);
    assert_eq!((wider.code, text(&lines(&wider)[0], "/relation")), (1, "widened"));
    assert_eq!(text(&lines(&wider)[0], "/places/0/at"), "/properties/limit");
}

#[test]
fn lines_that_cannot_be_read_are_errors_of_their_own_wherever_they_stand() {
    let folder = Folder::new();
    let bad_bytes = b"{\"name\":\"\xff\"}".as_slice();
    for (parts, expected) in [
        (vec![TOOL.as_bytes(), bad_bytes, TOOL.as_bytes()], vec![true, false, true]),
        (vec![b"{bad".as_slice(), b"{worse", TOOL.as_bytes()], vec![false, false, true]),
        (vec![b"{\"a\":1,".as_slice(), TOOL.as_bytes()], vec![false, true]),
        (vec![b"{bad".as_slice(), b"{worse"], vec![false, false]),
        (vec![b"\xff".as_slice(), TOOL.as_bytes()], vec![false, true]),
        // One broken value over several lines.
        (vec![b"{".as_slice(), b"  \"a\": {}", b"  \"b\": 1", b"}"], vec![false]),
        (vec![b"[".as_slice(), TOOL.as_bytes(), b"]]"], vec![false]),
    ] {
        let file = folder.file("in.jsonl", parts.join(&b"\r\n"[..]));
        let ended = toolgen(&["schema", "convert", &file, "--dialect", "openai"]);
        let ok = |line: &Json| line.get("ok").and_then(Json::as_bool).unwrap();
        assert_eq!(lines(&ended).iter().map(ok).collect::<Vec<_>>(), expected, "{}", ended.out);
        assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    }
    let marked = folder.file("marked.json", format!("\u{feff}{TOOL}\r\n{TOOL}\r\n"));
    assert_eq!(toolgen(&["schema", "convert", &marked, "--dialect", "openai"]).code, 0);
}

#[test]
fn what_is_no_json_is_an_error_in_json_too() {
    let folder = Folder::new();
    let (tool, broken) = (folder.file("tool.json", TOOL), folder.file("broken.json", r#"{"q": "x"#));
    for args in [
        ["arguments", "--dialect", "openai", &tool, &broken],
        ["arguments", "--dialect", "openai", &broken, &tool],
        ["diff", "--from", "auto", &tool, &broken],
        ["diff", "--from", "auto", &broken, &tool],
    ] {
        let ended = toolgen(&[&["schema"], args.as_slice()].concat());
        let line = &lines(&ended)[0];
        assert_eq!((ended.code, text(line, "/error/code"), ended.err.as_str()), (1, "json", ""), "{line}");
        assert!(text(line, "/error/message").contains("broken.json"), "{line}");
    }
}
