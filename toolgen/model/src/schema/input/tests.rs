//! Tools in every shape, read.

use super::*;

fn parse(text: &str) -> Json {
    Json::parse(text).unwrap()
}

#[test]
fn a_tool_is_found_in_every_shape() {
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
    for (text, at) in [
        (format!(r#"{{"name":"t","inputSchema":{schema}}}"#), "/inputSchema"),
        (format!(r#"{{"name":"t","parameters":{{}},"input_schema":{schema}}}"#), "/input_schema"),
        (format!(r#"{{"type":"function","function":{{"name":"t","parameters":{schema}}}}}"#), "/function/parameters"),
        (format!(r#"{{"type":"function","name":"t","parameters":{schema},"strict":false}}"#), "/parameters"),
        (format!(r#"{{"name":"t","parametersJsonSchema":{schema}}}"#), "/parametersJsonSchema"),
        (
            format!(
                r#"{{"name":"t","parameters":{}}}"#,
                schema.replace("object", "OBJECT").replace("string", "STRING")
            ),
            "/parameters",
        ),
        (format!(r#"{{"toolSpec":{{"name":"t","inputSchema":{{"json":{schema}}}}}}}"#), "/toolSpec/inputSchema/json"),
        (format!(r#"{{"server":"s","tool":{{"name":"t","inputSchema":{schema}}}}}"#), "/tool/inputSchema"),
        (format!(r#"{{"id":"t","schema":{schema},"tests":[]}}"#), "/schema"),
    ] {
        let tool = read(&parse(&text), Shape::Auto, false).unwrap();
        assert_eq!((tool.name.as_str(), tool.at.as_str()), ("t", at), "{text}");
        assert_eq!(tool.row().unwrap().input, parse(schema), "{text}");
    }
    assert_eq!(
        read(&parse(r#"{"name":"t"}"#), Shape::Auto, false).unwrap().row().unwrap().input.get("properties"),
        Some(&parse("{}"))
    );
}

#[test]
fn what_is_no_tool_is_refused_with_the_forms_that_there_are() {
    let error = read(&parse(r#"{"foo":1}"#), Shape::Auto, false).unwrap_err();
    assert!(error.code == "unknown-shape" && error.message.contains("inputSchema") && error.message.contains("foo"));
    assert_eq!(read(&parse("[1]"), Shape::Auto, false).unwrap_err().code, "not-an-object");
    assert!(read(&parse(r#"{"name":"t","inputSchema":{}}"#), Shape::Anthropic, false).is_ok_and(|t| t.at.is_empty()));
}

#[test]
fn a_schema_that_is_called_one_needs_no_word_that_tells_it_apart() {
    let schema = parse(r#"{"maxProperties":3}"#);
    assert!(read(&schema, Shape::Auto, false).is_err());
    assert_eq!(read(&schema, Shape::Schema, false).unwrap().schema, schema);
}

#[test]
fn a_tool_that_is_given_away_reads_as_one_that_is_lent() {
    for text in [
        r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{}}}}"#,
        r#"{"tool":{"name":"t","input_schema":{"type":"object"}}}"#,
        r#"{"toolSpec":{"name":"t","inputSchema":{"json":{"type":"object"}}}}"#,
        r#"{"name":"t","parameters":{"type":"OBJECT"}}"#,
        r#"{"type":"object"}"#,
        r#"{"name":"t"}"#,
    ] {
        let lent = read(&parse(text), Shape::Auto, false).unwrap();
        assert_eq!(read_owned(parse(text), Shape::Auto, false).unwrap(), lent, "{text}");
        assert_eq!(lent.row(), lent.clone().into_row());
    }
}

#[test]
fn types_of_other_languages_take_leniency_and_are_listed() {
    let text = r#"{"name":"t","parameters":{"type":"dict","properties":{"x":{"type":"float"},"t":{"type":"tuple","items":{"type":"string"}},
        "type":{"type":"any","default":{"type":"dict"}}},"required":["x"]}}"#;
    assert!(read(&parse(text), Shape::Auto, false).unwrap().row().is_err());
    let tool = read(&parse(text), Shape::Auto, true).unwrap();
    assert_eq!(tool.leniencies.len(), 4);
    assert_eq!(
        tool.row().unwrap().input.to_string(),
        r#"{"type":"object","properties":{"x":{"type":"number"},"t":{"type":"array","items":{"type":"string"}},"type":{"default":{"type":"dict"}}},"required":["x"]}"#
    );
}

#[test]
fn nullable_of_openapi_is_a_union_with_null() {
    let text = r#"{"name":"t","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true}}}}"#;
    let row = read(&parse(text), Shape::Auto, false).unwrap().row().unwrap();
    assert_eq!(
        row.input.pointer("/properties/a").unwrap().to_string(),
        r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#
    );
}
