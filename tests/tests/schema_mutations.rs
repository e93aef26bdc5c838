//! The checks, held against known bugs of converters: each bug is put into what is sent, and the instances
//! or the acceptance check must see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use toolgen_model::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::dialect::{Dialect, accept, project};
use toolgen_model::validate::is_valid;

/// A schema that has every trap, and arguments that it accepts.
const SCHEMA: &str = r##"{"type":"object","properties":{
    "title":{"type":"string","title":"Title"},
    "r":{"$ref":"#/$defs/base","required":["foo"],"properties":{"foo":{"type":"integer"}}},
    "u":{"anyOf":[{"type":"integer"},{"type":"string"}]},
    "n":{"anyOf":[{"type":"string"},{"type":"null"}]},
    "e":{"type":"integer","enum":[0,1,2]},
    "l":{"type":"array"}},
  "required":["title","e"],"$defs":{"base":{"type":"object","properties":{"bar":{"type":"string"}},"required":["bar"]}}}"##;
const VALID: &[&str] = &[
    r#"{"title":"a","e":1,"r":{"foo":1,"bar":"b"},"u":"text","n":null,"l":[1,"x"]}"#,
    r#"{"title":"a","e":2,"u":3,"n":"s"}"#,
];
const INVALID: &[&str] = &[
    r#"{"e":1}"#,
    r#"{"title":1,"e":1}"#,
    r#"{"title":"a","e":1,"r":{"foo":1}}"#,
    r#"{"title":"a","e":1,"r":{"bar":"b"}}"#,
    r#"{"title":"a","e":"1"}"#,
    r#"{"title":"a","e":1,"l":"x"}"#,
];

fn parse(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// Whether the checks are content with a wire schema.
fn passes(schema: &Json) -> bool {
    VALID.iter().all(|value| is_valid(schema, &parse(value)))
        && INVALID.iter().all(|value| !is_valid(schema, &parse(value)))
        && accept(Dialect::OpenAi, &[("t", schema)]).is_empty()
}

fn each(schema: &mut Json, change: &mut impl FnMut(&mut Object)) {
    match schema {
        Json::Object(object) => {
            change(object);
            object.iter_mut().for_each(|(_, value)| each(value, change));
        }
        Json::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        _ => {}
    }
}

#[test]
fn each_known_bug_is_seen() {
    let row = Row { name: "t".into(), input: canonicalize(&parse(SCHEMA)).unwrap(), ..Row::default() };
    let sent = project(&row, Dialect::OpenAi).unwrap();
    let schema = sent.wire.pointer("/function/parameters").unwrap().clone();
    assert!(passes(&schema), "{schema}");
    type Bug = fn(&mut Object);
    let bugs: &[(&str, Bug)] = &[
        ("a property called like a keyword is removed", |node| {
            node.remove("title");
        }),
        ("of a merged reference only its own properties stay", |node| {
            if node.contains_key("bar") && node.contains_key("foo") {
                node.remove("bar");
            }
            if node.get("required").is_some_and(|names| names.to_string().contains("bar")) {
                node.insert("required", vec!["foo"]);
            }
        }),
        ("of a union the first branch stays", |node| {
            if let Some(Json::Array(branches)) = node.remove("anyOf")
                && let Some(Json::Object(first)) = branches.into_iter().next()
            {
                first.into_iter().for_each(|(key, value)| node.insert(key, value));
            }
        }),
        ("null is dropped", |node| {
            if let Some(Json::Array(branches)) = node.get_mut("anyOf") {
                branches.retain(|branch| branch.get("type").and_then(Json::as_str) != Some("null"));
            }
        }),
        ("strings stand in the enum of an integer", |node| {
            if let Some(Json::Array(choices)) = node.get_mut("enum") {
                *choices = choices.iter().map(|choice| Json::from(choice.to_string())).collect();
            }
        }),
        ("arrays have no items", |node| {
            if node.get("type").and_then(Json::as_str) == Some("array") {
                node.remove("items");
            }
        }),
        ("required is forgotten below the root", |node| {
            if node.get("properties").is_some_and(|all| all.get("bar").is_some()) {
                node.remove("required");
            }
        }),
    ];
    for (name, bug) in bugs {
        let mut broken = schema.clone();
        each(&mut broken, &mut |node| bug(node));
        assert!(!passes(&broken), "not seen: {name}: {broken}");
    }
}
