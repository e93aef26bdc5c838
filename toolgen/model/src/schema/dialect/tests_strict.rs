//! Strict dialects, held against values: what the wire takes comes back valid.

use super::*;
use crate::json::Json;
use crate::schema::canonical::canonicalize;
use crate::validate::is_valid;

fn row(input: &str) -> Row {
    let input = canonicalize(&Json::parse(input).unwrap()).unwrap();
    Row { name: "t".into(), tool: "t".into(), description: "Does it.".into(), input, ..Row::default() }
}

fn parse(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// Sends the arguments over the wire and back.
fn round(row: &Row, dialect: Dialect, at: &str, sent: &str, expected: &str) {
    let projection = project(row, dialect).unwrap();
    let schema = projection.wire.pointer(at).unwrap();
    if !schema.to_string().contains("nullable") {
        assert!(is_valid(schema, &parse(sent)), "{sent} does not fit {schema}");
    }
    let back = projection.back_map.apply(parse(sent)).unwrap();
    assert_eq!(back.to_string(), expected, "{schema}");
    assert!(is_valid(&row.input, &back), "{back}");
}

const STRICT: &str = "/function/parameters";

#[test]
fn an_optional_property_is_required_and_null_says_that_it_is_absent() {
    let row = row(
        r#"{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer","minimum":1,"default":5},
        "mode":{"enum":["a","b"]}},"required":["q"],"additionalProperties":false}"#,
    );
    let projection = project(&row, Dialect::OpenAiStrict).unwrap();
    assert_eq!(
        projection.wire.pointer(STRICT).unwrap().to_string(),
        r#"{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":["integer","null"],"minimum":1},"mode":{"type":["string","null"],"enum":["a","b",null]}},"required":["q","limit","mode"],"additionalProperties":false}"#
    );
    assert_eq!(projection.relation(), Relation::Equal);
    round(&row, Dialect::OpenAiStrict, STRICT, r#"{"q":"x","limit":null,"mode":null}"#, r#"{"q":"x"}"#);
    round(
        &row,
        Dialect::OpenAiStrict,
        STRICT,
        r#"{"q":"x","limit":2,"mode":"b"}"#,
        r#"{"q":"x","limit":2,"mode":"b"}"#,
    );
}

#[test]
fn null_in_lists_of_types_tells_the_branches_of_a_union_apart() {
    let row = row(r#"{"type":"object","properties":{"v":{"anyOf":[
            {"type":"object","properties":{"kind":{"enum":["a"]},"n":{"type":"integer"}},"required":["kind"],"additionalProperties":false},
            {"type":"object","properties":{"kind":{"enum":["b"]},"n":{"type":["string","null"]}},"required":["kind"],"additionalProperties":false},
            {"type":"null"}]}},"required":["v"],"additionalProperties":false}"#);
    let sent = project(&row, Dialect::OpenAiStrict).unwrap().wire.pointer(STRICT).unwrap().to_string();
    assert!(sent.contains(r#""n":{"type":["integer","null"]}"#), "{sent}");
    assert!(sent.contains(r#""n":{"anyOf":[{"type":"string"},{"type":["array","null"]"#), "{sent}");
    for (sent, home) in [
        (r#"{"v":{"kind":"a","n":null}}"#, r#"{"v":{"kind":"a"}}"#),
        (r#"{"v":{"kind":"a","n":7}}"#, r#"{"v":{"kind":"a","n":7}}"#),
        (r#"{"v":{"kind":"b","n":null}}"#, r#"{"v":{"kind":"b","n":null}}"#),
        (r#"{"v":{"kind":"b","n":[]}}"#, r#"{"v":{"kind":"b"}}"#),
        (r#"{"v":null}"#, r#"{"v":null}"#),
    ] {
        round(&row, Dialect::OpenAiStrict, STRICT, sent, home);
    }
}

#[test]
fn maps_are_pairs_and_untyped_values_are_text() {
    let row = row(
        r#"{"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"integer"}},"any":{},
        "free":{"type":"object"},"list":{"type":"array"}},"required":["env","any","free","list"],"additionalProperties":false}"#,
    );
    let sent = r#"{"env":[{"key":"A","value":1}],"any":"[1]","free":[{"key":"x","value":"null"},{"key":"y","value":"plain"}],"list":["\"s\"","2"]}"#;
    let home = r#"{"env":{"A":1},"any":[1],"free":{"x":null,"y":"plain"},"list":["s",2]}"#;
    for (dialect, at) in [
        (Dialect::OpenAiStrict, STRICT),
        (Dialect::AnthropicStrict, "/input_schema"),
        (Dialect::GeminiOpenApi, "/parameters"),
    ] {
        round(&row, dialect, at, sent, home);
        assert_eq!(project(&row, dialect).unwrap().relation() == Relation::Equal, dialect != Dialect::GeminiOpenApi);
    }
    let projection = project(&row, Dialect::OpenAiStrict).unwrap();
    assert_eq!(projection.relation(), Relation::Equal, "{:#?}", projection.losses);
    let twice = parse(r#"{"env":[{"key":"A","value":1},{"key":"A","value":2}],"any":"x"}"#);
    let faults = projection.back_map.apply(twice).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.at.as_str()).collect::<Vec<_>>(), ["/env/1"]);
}

#[test]
fn a_union_at_the_root_is_wrapped_and_its_branches_are_told_apart() {
    let row = row(r#"{"oneOf":[
        {"type":"object","properties":{"op":{"const":"a"},"x":{"type":"string"}},"required":["op"],"additionalProperties":false},
        {"type":"object","properties":{"op":{"const":"b"},"m":{"type":"object","additionalProperties":{"type":"string"}}},"required":["op","m"],"additionalProperties":false}]}"#);
    let sent = r#"{"arguments":{"op":"b","m":[{"key":"k","value":"v"}]}}"#;
    round(&row, Dialect::OpenAiStrict, STRICT, sent, r#"{"op":"b","m":{"k":"v"}}"#);
    round(&row, Dialect::OpenAiStrict, STRICT, r#"{"arguments":{"op":"a","x":null}}"#, r#"{"op":"a"}"#);
}

#[test]
fn recursion_stays_where_it_can_and_is_written_out_where_it_cannot() {
    let row = row(
        r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/N"}},"required":["root"],"additionalProperties":false,"$defs":{"N":{"type":"object",
        "properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["v"],"additionalProperties":false}}}"##,
    );
    let sent = r#"{"root":{"v":"a","kids":[{"v":"b","kids":null}]}}"#;
    round(&row, Dialect::OpenAiStrict, STRICT, sent, r#"{"root":{"v":"a","kids":[{"v":"b"}]}}"#);
    assert!(project(&row, Dialect::OpenAiStrict).unwrap().wire.to_string().contains("$defs"));
    let sent = r#"{"root":{"v":"a","kids":[{"v":"b","kids":[{"v":"c","kids":["{\"v\":\"d\"}"]}]}]}}"#;
    let back = r#"{"root":{"v":"a","kids":[{"v":"b","kids":[{"v":"c","kids":[{"v":"d"}]}]}]}}"#;
    round(&row, Dialect::AnthropicStrict, "/input_schema", sent, back);
    round(&row, Dialect::GeminiOpenApi, "/parameters", sent, back);
}

#[test]
fn a_definition_that_stands_in_two_places_is_sent_alike_and_its_losses_are_told_where_it_is() {
    let row = row(
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/N"},"b":{"$ref":"#/$defs/N"}},"required":["a","b"],"$defs":{"N":{"type":"object",
        "properties":{"v":{"type":"string","minLength":2},"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["v"]}}}"##,
    );
    for (dialect, at) in [(Dialect::Ollama, STRICT), (Dialect::AnthropicStrict, "/input_schema")] {
        let sent = project(&row, dialect).unwrap();
        let of = |name: &str| sent.wire.pointer(&format!("{at}/properties/{name}")).unwrap();
        assert_eq!(of("a").to_string(), of("b").to_string());
        let places: Vec<&str> = sent.losses.iter().map(|loss| loss.at.as_str()).collect();
        assert!(places.iter().all(|at| row.input.pointer(at).is_some()), "{places:?}");
        let lost =
            |at: &str, keyword: &str| sent.losses.iter().filter(|l| l.at == at && *l.keyword == *keyword).count();
        assert_eq!(lost("/$defs/N/properties/v", "minLength"), 1, "{:#?}", sent.losses);
        let arguments =
            parse(r#"{"a":{"v":"xx"},"b":{"v":"yy","kids":[{"v":"zz","kids":[{"v":"zz","kids":[{"v":"zz"}]}]}]}}"#);
        assert_eq!(sent.back_map.apply(sent.back_map.send(&arguments)).unwrap(), arguments);
    }
}

#[test]
fn gemini_choices_are_strings_and_null_is_nullable() {
    let row = row(r#"{"type":"object","properties":{"n":{"type":"integer","enum":[0,1,2]},
        "d":{"anyOf":[{"type":"string","enum":["a",""]},{"type":"null"}]},"v":{"type":["string","integer","null"],"minLength":1,"minimum":0}}}"#);
    let projection = project(&row, Dialect::GeminiOpenApi).unwrap();
    let schema = projection.wire.get("parameters").unwrap();
    assert_eq!(schema.pointer("/properties/n").unwrap().to_string(), r#"{"type":"string","enum":["0","1","2"]}"#);
    assert_eq!(
        schema.pointer("/properties/d").unwrap().to_string(),
        r#"{"type":"string","enum":["a","(empty)"],"nullable":true}"#
    );
    assert_eq!(
        schema.pointer("/properties/v").unwrap().to_string(),
        r#"{"anyOf":[{"type":"string","minLength":1},{"type":"integer","minimum":0}],"nullable":true}"#
    );
    round(&row, Dialect::GeminiOpenApi, "/parameters", r#"{"n":"2","d":"(empty)","v":3}"#, r#"{"n":2,"d":"","v":3}"#);
    assert_eq!(projection.relation(), Relation::Equal);
    let none = project(&self::row(r#"{"type":"object"}"#), Dialect::GeminiOpenApi).unwrap();
    assert_eq!(none.wire.get("parameters"), None);
}

#[test]
fn what_is_over_a_limit_or_can_never_be_right_is_refused_with_the_place() {
    let deep =
        (0..11).fold(r#"{"type":"string"}"#.to_owned(), |inner, _| format!(r#"{{"type":"array","items":{inner}}}"#));
    let deep = format!(r#"{{"type":"object","properties":{{"k":{deep}}}}}"#);
    assert_eq!(project(&row(&deep), Dialect::OpenAiStrict).unwrap_err().code, "depth");
    let never =
        row(r#"{"type":"object","properties":{"n":{"type":"integer","minimum":10,"maximum":1}},"required":["n"]}"#);
    for dialect in Dialect::ALL {
        let refusal = project(&never, dialect).unwrap_err();
        assert_eq!((refusal.code, refusal.at.as_str()), ("unsatisfiable", "/properties/n"));
    }
    let headers = row(
        r#"{"type":"object","properties":{"Zone":{"type":"string","x-mcp-header":"region"},"region":{"type":"string","x-mcp-header":"Region"}}}"#,
    );
    assert_eq!(project(&headers, Dialect::Mcp20260728).unwrap_err().code, "x-mcp-header-duplicate");
    assert!(project(&headers, Dialect::Mcp20251125).is_ok());
    for (schema, code) in [
        (r#"{"a":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"A"}}}}"#, None),
        (r#"{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}"#, Some("x-mcp-header-place")),
        (r#"{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"},{"type":"integer"}]}}"#, Some("x-mcp-header-place")),
        (r#"{"a":{"type":"number","x-mcp-header":"A"}}"#, Some("x-mcp-header-type")),
        (r#"{"a":{"type":"string","x-mcp-header":"A B"}}"#, Some("x-mcp-header-syntax")),
        (r#"{"properties":{"type":"string","x-mcp-header":"A"}}"#, None),
    ] {
        let row = row(&format!(r#"{{"type":"object","properties":{schema}}}"#));
        assert_eq!(project(&row, Dialect::Mcp20260728).err().map(|refusal| refusal.code), code, "{schema}");
    }
}

#[test]
fn what_is_left_out_under_a_negation_takes_the_negation_with_it() {
    let row = row(r#"{"type":"object","properties":{"s":{"type":"string","not":{"pattern":"^(?!x)"}}}}"#);
    let projection = project(&row, Dialect::OpenAi).unwrap();
    assert_eq!(projection.losses[0].keyword, "not");
    assert!(is_valid(projection.wire.pointer(STRICT).unwrap(), &parse(r#"{"s":"abc"}"#)));
}

#[test]
fn an_object_that_is_open_in_so_many_words_takes_its_other_properties_as_pairs() {
    let open = r#"{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":true}"#;
    let sent = r#"{"q":"x","other_properties":[{"key":"k","value":"{\"a\":1}"}]}"#;
    for (dialect, at) in [(Dialect::OpenAiStrict, STRICT), (Dialect::AnthropicStrict, "/input_schema")] {
        round(&row(open), dialect, at, sent, r#"{"q":"x","k":{"a":1}}"#);
        round(&row(open), dialect, at, r#"{"q":"x","other_properties":[]}"#, r#"{"q":"x"}"#);
        let silent = row(&open.replace(r#","additionalProperties":true"#, ""));
        let projection = project(&silent, dialect).unwrap();
        assert_eq!(projection.wire.pointer(at).unwrap().pointer("/properties/other_properties"), None);
        let loss = &projection.losses[0];
        assert_eq!((loss.keyword.as_str(), loss.relation), ("additionalProperties", Relation::Equal));
    }
}

#[test]
fn where_null_is_a_value_something_else_says_that_a_property_is_absent() {
    let row = row(r#"{"type":"object","properties":{
        "s":{"type":["string","null"]},"l":{"type":["array","null"],"items":{"type":"integer"}},
        "d":{"type":["string","null"],"default":null}},"additionalProperties":false}"#);
    assert_eq!(project(&row, Dialect::OpenAiStrict).unwrap().relation(), Relation::Equal);
    let strict = |sent: &str, home: &str| round(&row, Dialect::OpenAiStrict, STRICT, sent, home);
    strict(r#"{"s":null,"l":null,"d":null}"#, r#"{"s":null,"l":null,"d":null}"#);
    strict(r#"{"s":[],"l":"(absent)","d":"x"}"#, r#"{"d":"x"}"#);
    strict(r#"{"s":"t","l":[],"d":"x"}"#, r#"{"s":"t","l":[],"d":"x"}"#);
}

#[test]
fn what_cannot_be_told_apart_stands_in_a_property_of_its_own() {
    let text = row(
        r#"{"type":"object","properties":{"v":{"anyOf":[{"type":"object"},{"type":"string"}]}},"required":["v"],"additionalProperties":false}"#,
    );
    round(&text, Dialect::OpenAiStrict, STRICT, r#"{"v":"plain"}"#, r#"{"v":"plain"}"#);
    round(&text, Dialect::OpenAiStrict, STRICT, r#"{"v":[]}"#, r#"{"v":{}}"#);
    let list = row(
        r#"{"type":"object","properties":{"v":{"anyOf":[{"type":"object"},{"type":"array"}]}},"required":["v"],"additionalProperties":false}"#,
    );
    let sent = r#"{"v":{"other_properties":[{"key":"k","value":"1"}]}}"#;
    round(&list, Dialect::OpenAiStrict, STRICT, sent, r#"{"v":{"k":1}}"#);
    round(&list, Dialect::OpenAiStrict, STRICT, r#"{"v":[]}"#, r#"{"v":[]}"#);
    let text = row(
        r#"{"type":"object","properties":{"v":{"anyOf":[{"enum":[{"a":1}]},{"type":"string"}]}},"required":["v"],"additionalProperties":false}"#,
    );
    round(&text, Dialect::OpenAiStrict, STRICT, r#"{"v":{"value":"{\"a\":1}"}}"#, r#"{"v":{"a":1}}"#);
    round(&text, Dialect::OpenAiStrict, STRICT, r#"{"v":"{\"a\":1}"}"#, r#"{"v":"{\"a\":1}"}"#);
    let choices = row(
        r#"{"type":"object","properties":{"v":{"anyOf":[{"enum":["a"]},{},{"type":"object","properties":{"value":{"type":"integer"}},"additionalProperties":false}]}},"required":["v"],"additionalProperties":false}"#,
    );
    round(&choices, Dialect::OpenAiStrict, STRICT, r#"{"v":"a"}"#, r#"{"v":"a"}"#);
    round(&choices, Dialect::OpenAiStrict, STRICT, r#"{"v":{"value_":"[1]"}}"#, r#"{"v":[1]}"#);
    round(&choices, Dialect::OpenAiStrict, STRICT, r#"{"v":{"value":1}}"#, r#"{"v":{"value":1}}"#);
}

#[test]
fn whole_numbers_may_come_as_text_where_animaworks_serves_and_are_turned_back() {
    let row = row(
        r#"{"type":"object","properties":{"n":{"type":"integer","maximum":9},"c":{"type":"integer","enum":[1,2]}},"required":["n"]}"#,
    );
    let projection = project(&row, Dialect::AnimaMcp).unwrap();
    let schema = projection.wire.get("inputSchema").unwrap();
    assert_eq!(schema.pointer("/properties/n/type").unwrap().to_string(), r#"["integer","string"]"#);
    assert_eq!(schema.pointer("/properties/c/type").unwrap().to_string(), r#""integer""#);
    assert_eq!((projection.relation(), projection.losses.len()), (Relation::Widened, 1));
    let received = crate::schema::call::receive(&row.input, &projection.back_map, parse(r#"{"n":"7","c":1}"#)).unwrap();
    assert_eq!(received.arguments.to_string(), r#"{"n":7,"c":1}"#);
    assert!(crate::schema::call::receive(&row.input, &projection.back_map, parse(r#"{"n":"77"}"#)).is_err());
    let one = self::row(
        r#"{"type":"object","properties":{"n":{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]},"m":{"type":"integer"}}}"#,
    );
    assert_eq!(project(&one, Dialect::AnimaMcp).unwrap().relation(), Relation::Equal);
}
