//! Command lines in, arguments out.

use clap::error::ErrorKind;
use toolgen_model::catalog::{Argument, Row};
use toolgen_model::json::Json;

use crate::{arguments, command, invocation};

const INPUT: &str = r#"{"type":"object","required":["name","labels"],"additionalProperties":false,"properties":{
    "name":{"type":"string","description":"Who","maxLength":20},
    "labels":{"type":"array","items":{"type":"string"},"description":"Label names"},
    "limit":{"type":"integer","minimum":-5,"maximum":9,"default":3},
    "ratio":{"anyOf":[{"type":"number"},{"type":"null"}]},
    "verify":{"type":"boolean","default":true,"description":"Check the result"},
    "force":{"type":"boolean"},
    "size":{"type":"string","enum":["small","large"]},
    "sizes":{"type":"array","items":{"type":"string","enum":["small","large"]}},
    "owner":{"type":"object","properties":{"full_name":{"type":"string"},"age":{"type":"integer"},"vip":{"type":"boolean"}}},
    "rows":{"type":"array","items":{"type":"array","items":{"type":"integer"}}},
    "any":{},
    "json":{"type":"string"}}}"#;

fn row() -> Row {
    let mut row = Row { tool: "repo".into(), action: Some("open".into()), ..Row::default() };
    row.input = Json::parse(INPUT).unwrap();
    row.arguments.insert("name".into(), Argument { positional: Some(1), short: Some('n'), ..Argument::default() });
    row.arguments
        .insert("limit".into(), Argument { short: Some('l'), aliases: vec!["max_count".into()], positional: None });
    row
}

fn read(words: &[&str]) -> Result<String, String> {
    let row = row();
    let command = command(&row);
    command.clone().debug_assert();
    let matches = command.try_get_matches_from([&["open"], words].concat()).map_err(|error| error.to_string())?;
    arguments(&row, &matches).map(|json| json.to_string()).map_err(|misuse| misuse.to_string())
}

#[track_caller]
fn reads(words: &[&str], json: &str) {
    assert_eq!(read(words).as_deref(), Ok(json), "{words:?}");
}

#[track_caller]
fn refuses(words: &[&str], part: &str) {
    let error = read(words).unwrap_err();
    assert!(error.contains(part), "{words:?}: {error}");
}

#[test]
fn places_flags_letters_and_aliases_fill_their_property() {
    reads(&["n", "--labels", "a"], r#"{"name":"n","labels":["a"]}"#);
    reads(&["--labels", "a", "-n", "n", "-l", "2"], r#"{"name":"n","labels":["a"],"limit":2}"#);
    reads(&["--name", "n", "--labels=a", "--max-count", "2"], r#"{"name":"n","labels":["a"],"limit":2}"#);
    refuses(&["--labels", "a"], "<NAME>");
    refuses(&["n"], "--labels <TEXT>");
    refuses(&["n", "--labels", "a", "--name", "m"], "cannot be used with");
    refuses(&["n", "--label", "a"], "--labels");
}

#[test]
fn lists_are_repeated_flags_or_json() {
    reads(&["n", "--labels", "a", "--labels", "b"], r#"{"name":"n","labels":["a","b"]}"#);
    reads(&["n", "--labels", r#"["a","b"]"#, "--labels", "c"], r#"{"name":"n","labels":["a","b","c"]}"#);
    reads(&["n", "--labels", "[]"], r#"{"name":"n","labels":[]}"#);
    reads(&["n", "--labels", "[draft] x"], r#"{"name":"n","labels":["[draft] x"]}"#);
    reads(
        &["n", "--labels", "a", "--sizes", "small", "--sizes", r#"["large"]"#],
        r#"{"name":"n","labels":["a"],"sizes":["small","large"]}"#,
    );
    reads(
        &["n", "--labels", "a", "--rows", "[1,2]", "--rows", "[3]"],
        r#"{"name":"n","labels":["a"],"rows":[[1,2],[3]]}"#,
    );
    reads(&["n", "--labels", "a", "--rows", "[[1],[2]]"], r#"{"name":"n","labels":["a"],"rows":[[1],[2]]}"#);
    refuses(&["n", "--labels", "a", "--sizes", "medium"], "small, large");
}

#[test]
fn truth_values_have_both_forms() {
    reads(
        &["n", "--labels", "a", "--no-verify", "--force"],
        r#"{"name":"n","labels":["a"],"verify":false,"force":true}"#,
    );
    reads(&["n", "--labels", "a", "--no-force"], r#"{"name":"n","labels":["a"],"force":false}"#);
    refuses(&["n", "--labels", "a", "--no-force", "--force"], "cannot be used with");
    let help = command(&row()).render_long_help().to_string();
    assert!(help.contains("Switch `--verify` off: Check the result"), "{help}");
}

#[test]
fn objects_are_json_or_dotted_flags_and_both_fill_one() {
    let labels = ["n", "--labels", "a"];
    let read = |more: &[&str], owner: &str| {
        reads(&[&labels[..], more].concat(), &format!(r#"{{"name":"n","labels":["a"],"owner":{owner}}}"#));
    };
    read(&["--owner", r#"{"age":3}"#], r#"{"age":3}"#);
    read(
        &["--owner.full-name", "x", "--owner.age", "-1", "--no-owner.vip"],
        r#"{"full_name":"x","age":-1,"vip":false}"#,
    );
    read(&["--owner", r#"{"age":3}"#, "--owner.full-name", ""], r#"{"age":3,"full_name":""}"#);
    refuses(&["n", "--labels", "a", "--owner", r#"{"age":3}"#, "--owner.age", "4"], "twice");
    refuses(&["n", "--labels", "a", "--owner", "[1]", "--owner.age", "4"], "no object");
    refuses(&["n", "--labels", "a", "--owner", "{age:3}"], "no JSON");
}

#[test]
fn values_are_kept_as_they_were_given() {
    let read = |more: &[&str], rest: &str| {
        reads(&[&["n", "--labels", "a"], more].concat(), &format!(r#"{{"name":"n","labels":["a"],{rest}}}"#));
    };
    read(&["--limit", "-5"], r#""limit":-5"#);
    read(&["--ratio", "-1.5e3"], r#""ratio":-1500.0"#);
    read(&["--limit", "18446744073709551615"], r#""limit":18446744073709551615"#);
    read(&["--limit", "+1"], r#""limit":"+1""#);
    read(&["--arg-json="], r#""json":"""#);
    read(&["--arg-json=--x"], r#""json":"--x""#);
    read(&["--any", "plain"], r#""any":"plain""#);
    read(&["--any", "[1,null]"], r#""any":[1,null]"#);
    reads(&["--labels", "a", "--", "--name"], r#"{"name":"--name","labels":["a"]}"#);
    reads(&["", "--labels", ""], r#"{"name":"","labels":[""]}"#);
}

#[test]
fn an_unknown_flag_is_refused_with_the_nearest() {
    let error = command(&row()).try_get_matches_from(["open", "n", "--lables", "a"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownArgument);
    assert!(error.to_string().contains("'--labels'"), "{error}");
}

#[test]
fn help_shows_types_limits_and_defaults() {
    let help = command(&row()).render_long_help().to_string();
    for part in [
        "[NAME]",
        "Who [at most 20 characters] [required]",
        "[-5 to 9] [default: 3]",
        "--owner.full-name <TEXT>",
        "[possible values: small, large]",
        "repeat it, or give a JSON array",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn a_written_call_reads_back() {
    let row = row();
    for input in [
        r#"{"name":"it's","labels":["a b","-x"],"limit":-5,"verify":false,"force":true,"json":"$x"}"#,
        r#"{"name":"-n","labels":[],"owner":{"full_name":"a"},"rows":[[1],[]],"size":"small","any":null}"#,
        r#"{"name":"","labels":["[1]"],"ratio":1.5,"sizes":["small"],"any":"text"}"#,
    ] {
        let input = Json::parse(input).unwrap();
        let line = invocation(&row, &input);
        let words = shell_words(&line);
        let matches = command(&row).try_get_matches_from(&words[1..]).unwrap();
        assert_eq!(arguments(&row, &matches).unwrap(), input, "{line}");
    }
}

/// The words of a line that quotes only with single quotes and escapes only those.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut some) = (Vec::new(), String::new(), false, false);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => (quoted, some) = (!quoted, true),
            '\\' if !quoted => word.extend(chars.next()),
            ' ' if !quoted => {
                if some || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                some = false;
            }
            _ => word.push(c),
        }
    }
    if some || !word.is_empty() {
        words.push(word);
    }
    words
}
