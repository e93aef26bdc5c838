//! The 15 cases of SchemaCleanr through `toolbox schema`: what it gives, and where that differs from the system the
//! tool comes from.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::process::Command;

use serde_json::{Value, json};

/// What the tool answers.
fn schema(arguments: &Value) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
    command.args(["call", "schema", &arguments.to_string(), "--json"]);
    let output = command.output().unwrap();
    let reply: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    reply["structured"].clone()
}

fn cleaned(strategy: &str, input: Value) -> Value {
    schema(&json!({"schema": input, "strategy": strategy}))["schema"].clone()
}

/// The schema without what its descriptions were told of removed keywords.
fn told(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(object) => {
            let own = object
                .get("description")
                .and_then(Value::as_str)
                .map(|text| text.split(" (").next().unwrap_or_default().to_owned());
            match own {
                Some(own) if own.starts_with(['(', 'a']) || own.is_empty() => drop(object.remove("description")),
                Some(own) => drop(object.insert("description".into(), own.into())),
                None => {}
            }
            object.values_mut().for_each(|value| *value = told(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| *value = told(value.take())),
        _ => {}
    }
    schema
}

#[test]
fn cases_that_come_out_as_they_did() {
    let text = json!({"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^a", "description": "D"});
    // What a keyword asked stands in the description, so that a model still sees it.
    assert_eq!(told(cleaned("gemini", text)), json!({"type": "string", "description": "D"})); // 1
    let age = json!({"type": "object", "properties": {"age": {"$ref": "#/$defs/Age"}}, "$defs": {"Age": {"type": "integer", "minimum": 0}}});
    assert_eq!(told(cleaned("gemini", age)), json!({"type": "object", "properties": {"age": {"type": "integer"}}})); // 2
    let literals = json!({"anyOf": [{"const": "admin", "type": "string"}, {"const": "user", "type": "string"}, {"const": "guest", "type": "string"}]});
    assert_eq!(cleaned("gemini", literals), json!({"type": "string", "enum": ["admin", "user", "guest"]})); // 3
    let named = json!({"$ref": "#/$defs/Name", "description": "d", "title": "t", "default": "Anonymous", "$defs": {"Name": {"type": "string"}}});
    assert_eq!(
        cleaned("gemini", named),
        json!({"type": "string", "description": "d", "title": "t", "default": "Anonymous"})
    ); // 6
    let short = json!({"type": "string", "minLength": 1, "description": "d"});
    assert_eq!(told(cleaned("gemini", short.clone())), json!({"type": "string", "description": "d"})); // 9
    assert_eq!(cleaned("openai", short.clone()), short);
    let nested = json!({"type": "object", "properties": {"user": {"type": "object", "properties": {"name": {"type": "string", "minLength": 1}}, "additionalProperties": false}}});
    assert_eq!(
        told(cleaned("gemini", nested)),
        json!({"type": "object", "properties": {"user": {"type": "object", "properties": {"name": {"type": "string"}}}}})
    ); // 10
    assert_eq!(cleaned("gemini", json!({"type": ["null"]})), json!({"type": "null"})); // 12
    let escaped = json!({"$ref": "#/$defs/Foo~1Bar", "$defs": {"Foo/Bar": {"type": "string"}}});
    assert_eq!(cleaned("gemini", escaped), json!({"type": "string"})); // 13
}

#[test]
fn a_schema_is_checked_without_being_cleaned() {
    let checked = |input: Value| schema(&json!({"schema": input, "check_only": true}));
    let good = checked(json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    assert_eq!((&good["valid"], &good["schema"]), (&json!(true), &Value::Null)); // 8
    let without_type = checked(json!({"properties": {"a": {"type": "string"}}}));
    assert_eq!(without_type["valid"], json!(false));
    assert!(without_type["errors"][0].as_str().unwrap().contains("no `type`"));
    assert_eq!(checked(json!({"type": "object"}))["warnings"].as_array().unwrap().len(), 1);
    let nowhere = checked(json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}}));
    assert!(nowhere["errors"][0].as_str().unwrap().starts_with("/properties/a/$ref"), "{nowhere}");
}

#[test]
fn cases_that_come_out_better() {
    for (number, strategy, input, expected) in [
        (
            4,
            "gemini",
            json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ),
        (
            5,
            "gemini",
            json!({"const": "fixed_value", "description": "d"}),
            json!({"type": "string", "enum": ["fixed_value"], "description": "d"}),
        ),
        (11, "gemini", json!({"type": ["string", "null"]}), json!({"anyOf": [{"type": "string"}, {"type": "null"}]})),
    ] {
        assert_eq!(cleaned(strategy, input), expected, "{number}");
    }
    let node = json!({"type": "object", "properties": {"parent": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"type": "object", "properties": {"child": {"$ref": "#/$defs/Node"}}}}});
    let node = cleaned("gemini", node); // 7
    assert_eq!(node["properties"]["parent"]["type"], "object", "{node}");
    assert!(!node.to_string().contains("$ref"), "{node}");
    let union = json!({"type": "object", "oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object", "properties": {"b": {"type": "string"}}}]});
    let union = cleaned("gemini", union); // 14
    assert!(
        union.to_string().contains(r#""a":{"type":"string"}"#)
            && union.to_string().contains(r#""b":{"type":"string"}"#),
        "{union}"
    );
    let not = schema(
        &json!({"schema": {"not": {"$ref": "#/$defs/Age"}, "$defs": {"Age": {"type": "integer", "minimum": 0}}}, "strategy": "gemini"}),
    ); // 15
    assert!(!not["schema"].to_string().contains("minimum") && !not["schema"].to_string().contains("$ref"), "{not}");
    assert_eq!(not["relation"], "widened", "{not}");
}
