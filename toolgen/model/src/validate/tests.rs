//! Violations and hints, word by word.

use super::{MOST, Violation, is_valid, unchecked, validate};
use crate::json::Json;
use crate::schema::canonical::canonicalize_any;

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

fn found(schema: &str, value: &str) -> Vec<Violation> {
    let schema = canonicalize_any(&json(schema)).unwrap();
    let found = validate(&schema, &json(value));
    assert_eq!(found.is_empty(), is_valid(&schema, &json(value)));
    found
}

/// Each violation as a line: `pointer keyword: expected; got; hint`.
fn lines(schema: &str, value: &str) -> Vec<String> {
    let line = |v: &Violation| {
        format!("{} {}: {}; {}; {}", v.pointer, v.keyword, v.expected, v.got, v.hint.as_deref().unwrap_or("-"))
    };
    found(schema, value).iter().map(line).collect()
}

const ISSUE: &str = r#"{"type":"object","additionalProperties":false,"required":["repo","title"],"properties":{
    "repo":{"type":"string","pattern":"^[^/]+/[^/]+$"},"title":{"type":"string","minLength":1,"maxLength":10},
    "labels":{"type":"array","items":{"type":"string"},"maxItems":2},"limit":{"type":"integer","minimum":1,"maximum":100},
    "draft":{"type":"boolean"},"state":{"enum":["open","closed"]},"due":{"type":["string","null"],"format":"date"},"meta":{"type":"object"}}}"#;

#[test]
fn every_violation_is_reported_with_what_to_write() {
    let value = r#"{"repoo":"a/b","title":"","labels":"bug","limit":"7","draft":"yes","state":"Opened","due":"tomorrow","meta":"{\"a\":1}"}"#;
    assert_eq!(
        lines(ISSUE, value),
        [
            "/title minLength: at least 1 character; \"\"; write something; it must not be empty",
            "/labels type: an array of strings; \"bug\"; write it as an array: [\"bug\"]",
            "/limit type: a whole number from 1 to 100; \"7\"; write 7 without quotes",
            "/draft type: true or false; \"yes\"; write true",
            "/state enum: one of \"open\", \"closed\"; \"Opened\"; did you mean \"open\"?",
            "/due format: a date such as \"2026-01-31\"; \"tomorrow\"; -",
            "/meta type: an object; \"{\\\"a\\\":1}\"; write the object itself, not its JSON text in quotes",
            "/repo required: a string; nothing; rename `repoo` to `repo`",
            "/repoo additionalProperties: one of the properties `repo`, `title`, `labels`, `limit`, `draft`, `state`, `due`, `meta`; \"a/b\"; did you mean `repo`?",
        ]
    );
}

#[test]
fn hints_fit_the_mistake() {
    let one = |property: &str, value: &str| {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
        lines(&schema, &format!(r#"{{"p":{value}}}"#)).join("\n")
    };
    assert_eq!(
        one(r#"{"type":"integer"}"#, "null"),
        "/p type: a whole number; null; leave `p` out when there is nothing to say"
    );
    assert_eq!(one(r#"{"type":"integer"}"#, "1.5"), "/p type: a whole number; 1.5; write a whole number, such as 2");
    assert_eq!(one(r#"{"type":"string"}"#, "5"), "/p type: a string; 5; write \"5\", in quotes");
    assert_eq!(one(r#"{"enum":[1,2]}"#, "\"2\""), "/p type: one of 1, 2; \"2\"; write 2 without quotes");
    assert_eq!(one(r#"{"type":"integer","minimum":1,"maximum":9}"#, "0"), "/p minimum: from 1 to 9; 0; -");
    assert_eq!(one(r#"{"type":"number","multipleOf":0.01}"#, "0.015"), "/p multipleOf: a multiple of 0.01; 0.015; -");
    assert_eq!(
        one(r#"{"type":"array","uniqueItems":true}"#, "[1,2,1.0]"),
        "/p uniqueItems: items that differ; [1,2,1.0]; take out one of the two 1.0"
    );
    assert_eq!(
        one(r#"{"type":"array","items":{"type":"integer"}}"#, "[1,\"2\"]"),
        "/p/1 type: a whole number; \"2\"; write 2 without quotes"
    );
    assert_eq!(
        one(r#"{"type":["string","integer","null"],"minimum":0}"#, "1.5"),
        "/p anyOf: one of: a string; or a whole number of at least 0; or null; 1.5; write a whole number, such as 2"
    );
}

#[test]
fn of_a_union_the_branch_that_was_meant_is_reported() {
    let shapes = r#"{"oneOf":[
        {"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
        {"type":"object","properties":{"kind":{"const":"rect"},"w":{"type":"number"},"h":{"type":"number"}},"required":["kind","w","h"]}]}"#;
    assert_eq!(
        lines(shapes, r#"{"kind":"rect","w":"1"}"#),
        ["/w type: a number; \"1\"; write 1 without quotes", "/h required: a number; nothing; add `h`"]
    );
    assert_eq!(
        lines(shapes, r#"{"kind":"circl"}"#),
        ["/kind enum: one of \"circle\", \"rect\"; \"circl\"; did you mean \"circle\"?"]
    );
    assert_eq!(
        lines(shapes, "{}"),
        ["/kind required: one of \"circle\", \"rect\"; nothing; add `kind`: it says which shape this is"]
    );
    assert_eq!(
        lines(shapes, "5"),
        [" anyOf: one of: an object with `kind` \"circle\"; or an object with `kind` \"rect\"; 5; -"]
    );
    // What is nullable is no choice worth telling.
    assert_eq!(
        lines(r#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, r#""3""#),
        [" anyOf: one of: a whole number; or null; \"3\"; write 3 without quotes"]
    );
    assert_eq!(
        lines(r#"{"anyOf":[{"type":"integer","maximum":2},{"type":"null"}]}"#, "3"),
        [" maximum: at most 2; 3; -"]
    );
    let untagged = r#"{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"},"c":{}},"required":["b","c"]}]}"#;
    let lines = lines(untagged, r#"{"a":"x"}"#);
    assert_eq!(
        lines[0],
        " anyOf: one of: an object with `a`; or an object with `b`, `c`; {\"a\":\"x\"}; nearest is an object with `a`: see what it asks below"
    );
    assert_eq!(lines[1], "/a type: a whole number; \"x\"; -");
}

#[test]
fn values_are_shown_short() {
    let long = format!(r#"{{"p":"{}"}}"#, "é".repeat(5000));
    let violation = found(r#"{"properties":{"p":{"type":"integer"}}}"#, &long).remove(0);
    assert!(violation.got.chars().count() <= 70 && violation.got.contains("5000 characters"), "{}", violation.got);
    let items = format!("[{}]", vec!["1"; 500].join(","));
    assert_eq!(found(r#"{"type":"string"}"#, &items)[0].got, "an array of 500 items");
}

#[test]
fn pointers_are_escaped() {
    let found = found(r#"{"properties":{"a/b~":{"properties":{"":{"type":"null"}}}}}"#, r#"{"a/b~":{"":1}}"#);
    assert_eq!(found[0].pointer, "/a~1b~0/");
}

#[test]
fn the_same_mistake_is_not_reported_without_end() {
    let items = format!("[{}]", vec!["\"x\""; 100_000].join(","));
    assert_eq!(found(r#"{"type":"array","items":{"type":"integer"}}"#, &items).len(), MOST);
}

#[test]
fn deep_values_end_without_an_overflow() {
    let tree = canonicalize_any(&json(
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"n":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}}}}}"##,
    ))
    .unwrap();
    let nested = |levels: usize| {
        let mut value = Json::Null;
        for _ in 0..levels {
            value = Json::from([("n", value)]);
        }
        value
    };
    assert!(is_valid(&tree, &nested(120)));
    let deep = nested(10_000);
    assert!(!is_valid(&tree, &deep));
    let found = validate(&tree, &deep);
    assert!(found.iter().any(|violation| violation.expected.contains("nested less deeply")), "{found:?}");
    // To drop such a value takes as many stack frames; that is not what is tested here.
    std::mem::forget(deep);
}

#[test]
fn unions_that_multiply_end_in_bounded_time() {
    let twice = canonicalize_any(&json(
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"anyOf":[{"type":"object","properties":{"n":{"$ref":"#/$defs/N"},"a":{}}},{"type":"object","properties":{"n":{"$ref":"#/$defs/N"},"b":{}}}]}}}"##,
    ))
    .unwrap();
    let mut value = Json::from(1);
    for _ in 0..60 {
        value = Json::from([("n", value)]);
    }
    let start = std::time::Instant::now();
    assert!(!is_valid(&twice, &value));
    assert!(!validate(&twice, &value).is_empty());
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn large_values_under_unions_are_judged_to_the_end() {
    let schema = canonicalize_any(&json(r#"{"type":"array","items":{"type":["integer","string","null"]}}"#)).unwrap();
    let mut items = vec![Json::from("x"); 300_000];
    assert!(is_valid(&schema, &Json::Array(items.clone())));
    items.push(Json::from(1.5));
    assert_eq!(validate(&schema, &Json::Array(items))[0].pointer, "/300000");
}

#[test]
#[cfg(feature = "pattern")]
fn patterns_that_cannot_be_checked_are_listed() {
    let schema = json(
        r#"{"type":"object","properties":{"pattern":{"type":"string","pattern":"(?=a)"},"b":{"pattern":"a"}},"patternProperties":{"(?!x)":{}}}"#,
    );
    let at: Vec<String> = unchecked(&schema).into_iter().map(|(at, _)| at).collect();
    assert_eq!(at, ["/patternProperties/(?!x)", "/properties/pattern/pattern"]);
    assert!(is_valid(&schema, &json(r#"{"pattern":"b"}"#)));
}

#[test]
fn a_list_of_types_takes_what_one_of_them_takes() {
    // As it is sent to OpenAI; canonical form has unions.
    let schema = json(r#"{"type":["integer","null"],"minimum":3}"#);
    for (value, valid) in [("3", true), ("null", true), ("2", false), ("3.5", false), (r#""3""#, false)] {
        assert_eq!(is_valid(&schema, &json(value)), valid, "{value}");
        assert_eq!(validate(&schema, &json(value)).is_empty(), valid, "{value}");
    }
    assert_eq!(validate(&schema, &json("3.5"))[0].expected, "a value of type integer or null");
}
