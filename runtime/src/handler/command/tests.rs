//! Plans with hostile and plain values: argument lists and outcomes out. Nothing is run here.

use toolgen_model::handler::Command;
use toolgen_model::json::Json;

use super::output::outcome;
use super::*;
use crate::captured::Captured;
use crate::reply::Body;

fn plan(text: &str) -> Command {
    serde_json::from_str(text).unwrap()
}

fn given(command: &str, input: &str) -> Result<Invocation, ToolError> {
    invocation(&plan(command), &Values::new(Json::parse(input).unwrap()))
}

fn reason(error: &ToolError) -> String {
    let reason = error.context.as_ref().and_then(|context| context.get("reason"));
    reason.and_then(Json::as_str).unwrap_or_default().to_owned()
}

const SHOW: &str = r#"{"program":"git","args":[["show"],["--max-count=",{"input":["n"]}],[{"input":["rev"]}],["--"],
    {"when":{"input":["path"]},"args":[[{"input":["path"]}]]}]}"#;

#[test]
fn a_value_fills_one_argument_whatever_is_in_it() {
    let hostile = r#"$(id); `id` && "x" * | > \n 'y'"#;
    let input = Json::from([("n", Json::from(3)), ("rev", Json::from(hostile))]).to_string();
    let invocation = given(SHOW, &input).unwrap();
    assert_eq!(invocation.argv().collect::<Vec<_>>(), ["git", "show", "--max-count=3", hostile, "--"]);
}

#[test]
fn a_value_never_becomes_an_option() {
    for (input, wanted) in [
        (r#"{"n":1,"rev":"--output=/tmp/x"}"#, Some("exec.leading_dash")),
        (r#"{"n":1,"rev":"-"}"#, Some("exec.leading_dash")),
        (r#"{"n":1,"rev":""}"#, Some("exec.empty_argument")),
        (r#"{"n":1,"rev":"a\u0000b"}"#, Some("exec.nul")),
        (r#"{"n":1}"#, Some("exec.absent_argument")),
        (r#"{"n":"-1 --exec=x","rev":"HEAD"}"#, None),
        (r#"{"n":1,"rev":"HEAD","path":"-x"}"#, None),
        (r#"{"n":1,"rev":"HEAD","path":""}"#, Some("exec.empty_argument")),
    ] {
        let came = given(SHOW, input);
        assert_eq!(came.as_ref().err().map(reason).as_deref(), wanted, "{input}: {came:?}");
        if let Err(error) = came {
            assert_eq!(error.error_type, "InvalidArguments");
        }
    }
    let long = Json::from([("n", Json::from(1)), ("rev", Json::from("x".repeat(200_000)))]).to_string();
    assert_eq!(reason(&given(SHOW, &long).unwrap_err()), "exec.too_long");
}

#[test]
fn text_behind_an_empty_value_is_no_start_of_its_own() {
    let joined = r#"{"program":"x","args":[[{"input":["a"]},"-rf"]]}"#;
    assert_eq!(reason(&given(joined, r#"{"a":""}"#).unwrap_err()), "exec.leading_dash");
    assert!(given(joined, r#"{"a":"b"}"#).is_ok());
}

#[test]
fn two_dashes_protect_nothing_where_the_program_reads_on() {
    let find = r#"{"program":"/usr/bin/find","args":[["--"],[{"input":["path"]}]]}"#;
    assert_eq!(reason(&given(find, r#"{"path":"-delete"}"#).unwrap_err()), "exec.leading_dash");
    // Two dashes that came as a value end nothing, and are refused themselves.
    let cat = r#"{"program":"cat","args":[[{"input":["a"]}],[{"input":["b"]}]]}"#;
    assert!(given(cat, r#"{"a":"--","b":"-n"}"#).is_err());
}

#[test]
fn the_manifest_can_allow_options_and_leave_groups_out() {
    let group = r#"{"program":"ls","args":[{"when":{"input":["all"]},"args":[["-a"]]},
        {"when":{"input":["flag"]},"args":[[{"input":["flag"]}]],"allowOptions":true}]}"#;
    let argv = |input: &str| given(group, input).unwrap().args;
    assert_eq!(argv(r#"{"all":true,"flag":"-l"}"#), ["-a", "-l"]);
    assert_eq!(argv(r#"{"all":false}"#), [""; 0]);
    assert_eq!(argv("{}"), [""; 0]);
}

#[test]
fn variables_folder_and_input_are_filled_or_left_out() {
    let text = r#"{"program":"x","env":[["A",[{"input":["a"]}]],["B",["b"]]],"cwd":[{"input":["d"]}],
        "stdin":[{"input":["s"]}]}"#;
    let full = given(text, r#"{"a":"1","d":"sub","s":{"k":[1]}}"#).unwrap();
    assert_eq!(full.env, [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "b".to_owned())]);
    assert_eq!((full.cwd.as_deref(), full.stdin.as_slice()), (Some("sub"), br#"{"k":[1]}"#.as_slice()));
    let empty = given(text, "{}").unwrap();
    assert_eq!((empty.env.len(), empty.cwd, empty.stdin.len()), (1, None, 0));
}

fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
    Ended { code: Some(code), signal: None, stdout: stdout.to_owned().into(), stderr: stderr.to_owned().into() }
}

fn read(format: &str, ended: &Ended, schema: Option<&str>) -> crate::tool::Outcome {
    let command = plan(&format!(r#"{{"program":"p","format":"{format}","exitCodes":{{"128":"not_a_repository"}}}}"#));
    let schema = schema.map(|schema| Json::parse(schema).unwrap());
    outcome(&command, ended, schema.as_ref(), |_| Ok("out.txt".into()))
}

#[test]
fn output_is_text_lines_json_or_a_file() {
    assert_eq!(read("text", &ended(0, "a\nb\n", ""), None), Ok(Body::Text("a\nb\n".into())));
    assert_eq!(read("lines", &ended(0, "a\nb\n", ""), None), Ok(Body::Json(r#"["a","b"]"#.into())));
    assert_eq!(read("json", &ended(0, r#"{"n": 1}"#, ""), None), Ok(Body::Json(r#"{"n":1}"#.into())));
    assert_eq!(read("file", &ended(0, "abc", ""), None), Ok(Body::Json(r#"{"path":"out.txt","bytes":3}"#.into())));
    assert!(read("json", &ended(0, "oops", ""), None).unwrap_err().message.contains("JSON"));
    let schema = r#"{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}"#;
    assert!(read("json", &ended(0, r#"{"n": 1}"#, ""), Some(schema)).unwrap_err().message.contains("/n"));
}

#[test]
fn what_was_cut_is_said_and_half_a_value_is_none() {
    let mut stdout = Captured::new(12);
    stdout.push(b"one\ntwo and so on and on\nend\n");
    let cut = Ended { stdout, ..ended(0, "", "") };
    assert_eq!(read("text", &cut, None), Ok(Body::Text("one\ntw\n[17 bytes left out]\nn\nend\n".into())));
    assert_eq!(read("lines", &cut, None), Ok(Body::Json(r#"["one","[21 bytes left out]","end"]"#.into())));
    assert!(read("json", &cut, None).is_err() && read("file", &cut, None).is_err());
}

#[test]
fn a_failure_has_the_name_that_the_manifest_gives_its_exit_code() {
    let error = read("text", &ended(128, "", "fatal: not a git repository\nmore"), None).unwrap_err();
    assert_eq!(error.error_type, "not_a_repository");
    assert_eq!(error.message, "`p` exited with 128: fatal: not a git repository");
    assert_eq!(error.context.as_ref().and_then(|context| context.get("exitCode")), Some(&Json::from(128)));
    let killed = Ended { code: None, signal: Some(9), ..Ended::default() };
    assert_eq!(read("text", &killed, None).unwrap_err().message, "`p` was ended by signal 9");
}
