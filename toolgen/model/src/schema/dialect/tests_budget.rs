//! Budgets of strict dialects: what is over them goes in another form, and comes back.

use super::*;
use crate::json::Json;
use crate::schema::canonical::canonicalize;
use crate::validate::is_valid;

fn row(input: &str) -> Row {
    let input = canonicalize(&Json::parse(input).unwrap()).unwrap();
    Row { name: "t".into(), tool: "t".into(), description: "Does it.".into(), input, ..Row::default() }
}

fn closed(properties: &str, required: &str) -> Row {
    row(&format!(
        r#"{{"type":"object","properties":{{{properties}}},"required":[{required}],"additionalProperties":false}}"#
    ))
}

fn named(count: usize, name: &str, schema: &str) -> String {
    (0..count).map(|n| format!(r#""{name}{n}":{schema}"#)).collect::<Vec<_>>().join(",")
}

/// The tool as Anthropic's strict mode takes it, within its limits.
fn strict(row: &Row) -> Projection {
    let sent = project(row, Dialect::AnthropicStrict).unwrap();
    let (optional, unions) = sent.budgeted();
    assert!(optional <= 23 && unions <= 15, "{optional} {unions}");
    sent
}

fn schema(sent: &Projection) -> &Json {
    sent.wire.get("input_schema").or_else(|| sent.wire.pointer("/function/parameters")).unwrap()
}

fn at<'s>(sent: &'s Projection, pointer: &str) -> &'s Json {
    schema(sent).pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {}", sent.wire))
}

/// The arguments go out in the form of the wire and come back as they were; returns what is sent.
fn round(row: &Row, sent: &Projection, arguments: &str) -> String {
    let arguments = Json::parse(arguments).unwrap();
    assert!(is_valid(&row.input, &arguments), "{arguments}");
    let out = sent.back_map.send(&arguments);
    assert!(is_valid(schema(sent), &out), "{out} does not fit {}", schema(sent));
    assert_eq!(sent.back_map.apply(out.clone()).unwrap(), arguments);
    out.to_string()
}

#[test]
fn as_many_optional_properties_as_are_too_many_become_required_with_null() {
    let row = closed(&named(25, "p", r#"{"type":"string"}"#), "");
    let sent = strict(&row);
    assert_eq!(sent.relation(), Relation::Equal);
    assert_eq!(at(&sent, "/required").to_string(), r#"["p0","p1"]"#);
    assert_eq!(at(&sent, "/properties/p1").to_string(), r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
    assert_eq!(at(&sent, "/properties/p2").to_string(), r#"{"type":"string"}"#);
    assert_eq!(round(&row, &sent, r#"{"p1":"x","p24":"y"}"#), r#"{"p0":null,"p1":"x","p24":"y"}"#);
    let below = closed(&named(23, "p", r#"{"type":"string"}"#), "");
    assert_eq!(schema(&strict(&below)).get("required"), None, "what fits stays as it is");
}

#[test]
fn what_is_a_union_already_becomes_required_first() {
    let union = r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#;
    let default = r#"{"type":["string","null"],"default":null}"#;
    let rest = named(22, "p", r#"{"type":"string"}"#);
    let row = closed(&format!(r#"{rest},"u":{union},"d":{default}"#), "");
    let sent = strict(&row);
    assert_eq!(at(&sent, "/required").to_string(), r#"["u"]"#);
    assert_eq!(at(&sent, "/properties/u/anyOf/2").to_string(), r#"{"type":"null"}"#);
    assert_eq!(round(&row, &sent, r#"{"d":null}"#), r#"{"u":null,"d":null}"#);
}

#[test]
fn a_null_that_is_the_default_is_left_out_where_unions_are_too_many() {
    let union = r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#;
    let row = closed(
        &format!(r#"{},"d":{{"type":["string","null"],"description":"D","default":null}}"#, named(15, "u", union)),
        "",
    );
    let sent = strict(&row);
    assert_eq!(at(&sent, "/properties/d").to_string(), r#"{"type":"string","description":"D"}"#);
    assert_eq!(sent.relation(), Relation::Equal);
    assert_eq!(round(&row, &sent, r#"{"d":"x"}"#), r#"{"d":"x"}"#);
    assert_eq!(sent.back_map.send(&Json::parse(r#"{"d":null}"#).unwrap()).to_string(), "{}");
}

#[test]
fn properties_that_look_alike_go_as_pairs_and_keep_their_types() {
    let nullable = r#"{"type":["string","null"],"description":"One."}"#;
    let row =
        closed(&format!(r#"{},{}"#, named(20, "s", nullable), named(20, "n", r#"{"type":"integer","title":"N"}"#)), "");
    let sent = strict(&row);
    assert_eq!(sent.relation(), Relation::Equal);
    let list = at(&sent, "/properties/more_properties");
    let value = list.pointer("/items/properties/value").unwrap();
    assert_eq!(value.to_string(), r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
    let text = list.get("description").and_then(Json::as_str).unwrap();
    assert!(text.contains("`s19`: One") && !text.contains("`s0`"), "the last ones go, with what they say: {text}");
    assert_eq!(at(&sent, "/properties/s0/anyOf/1/type").to_string(), r#""null""#);
    let out = round(&row, &sent, r#"{"s0":null,"s18":"x","s19":null,"n1":3}"#);
    assert!(out.contains(r#""more_properties":[{"key":"s18","value":"x"},{"key":"s19","value":null}]"#), "{out}");
    round(&row, &sent, "{}");
    let twice = r#"{"more_properties":[{"key":"s19","value":"a"},{"key":"s19","value":"b"}]}"#;
    assert!(sent.back_map.apply(Json::parse(twice).unwrap()).is_err());
    let taken = closed(
        &format!(r#""more_properties":{{"type":"integer"}},{}"#, named(50, "s", nullable)),
        r#""more_properties""#,
    );
    let sent = strict(&taken);
    round(&taken, &sent, r#"{"more_properties":1,"s49":"x"}"#);
    assert_eq!(at(&sent, "/properties/more_properties_/type").to_string(), r#""array""#);
}

#[test]
fn inner_objects_go_as_text_with_their_schema_and_the_outer_stay() {
    let inner = format!(r#"{{"type":"object","properties":{{{}}}}}"#, named(18, "x", r#"{"type":"integer"}"#));
    let small = r#"{"type":"object","properties":{"y":{"type":"integer"}},"additionalProperties":false}"#;
    let body = format!(
        r#"{{"type":"object","properties":{{"a":{inner},"b":{inner},"c":{{"type":"array","items":{inner}}},"d":{small}}}}}"#
    );
    let row = closed(&format!(r#""body":{body}"#), r#""body""#);
    let sent = strict(&row);
    let of = |name: &str| at(&sent, &format!("/properties/body/properties/{name}"));
    assert_eq!(of("a").get("type").and_then(Json::as_str), Some("object"), "the first have the first claim");
    assert_eq!(of("b").get("type").and_then(Json::as_str), Some("string"));
    assert_eq!(of("c").pointer("/items/type").and_then(Json::as_str), Some("string"));
    assert_eq!(of("d").to_string(), small, "what still fits stays");
    let text = of("b").get("description").and_then(Json::as_str).unwrap();
    assert!(text.contains(r#"JSON Schema: {"type":"object","properties":{"x0":{"type":"integer"}"#), "{text}");
    assert_eq!(sent.relation(), Relation::Widened, "what a text holds is checked when it comes back");
    let out = round(&row, &sent, r#"{"body":{"a":{"x1":1},"b":{"x2":2},"c":[{"x3":3}],"d":{"y":4}}}"#);
    assert_eq!(out, r#"{"body":{"a":{"x1":1},"b":"{\"x2\":2}","c":["{\"x3\":3}"],"d":{"y":4}}}"#);
    let again = strict(&row);
    assert_eq!(again.digest(), sent.digest());
}

#[test]
fn unions_that_are_required_and_too_many_go_as_text() {
    let union = r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#;
    let names: Vec<String> = (0..17).map(|n| format!(r#""u{n}""#)).collect();
    let row = closed(&named(17, "u", union), &names.join(","));
    let sent = strict(&row);
    assert_eq!(at(&sent, "/properties/u15/type").to_string(), r#""string""#);
    let values: Vec<String> =
        (0..17).map(|n| format!(r#""u{n}":{}"#, if n % 2 == 0 { r#""7""# } else { "7" })).collect();
    round(&row, &sent, &format!("{{{}}}", values.join(",")));
}

#[test]
fn what_contains_itself_is_written_out_once_where_there_is_little_room() {
    let row = row(
        r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/N"}},"required":["root"],"additionalProperties":false,"$defs":{"N":{"type":"object",
        "properties":{"a":{"$ref":"#/$defs/N"},"b":{"$ref":"#/$defs/N"},"c":{"$ref":"#/$defs/N"}},"additionalProperties":false}}}"##,
    );
    let sent = strict(&row);
    assert_eq!(at(&sent, "/properties/root/properties/a/type").to_string(), r#""string""#);
    round(&row, &sent, r#"{"root":{"a":{"b":{}}}}"#);
}

#[test]
fn the_innermost_objects_go_as_text_where_a_schema_is_too_deep() {
    let deep = (0..11).fold(r#"{"type":"string"}"#.to_owned(), |inner, _| {
        format!(r#"{{"type":"object","properties":{{"k":{inner}}},"required":["k"],"additionalProperties":false}}"#)
    });
    let row = row(&deep);
    let sent = project(&row, Dialect::OpenAiStrict).unwrap();
    assert_eq!(at(&sent, &format!("{}/type", "/properties/k".repeat(8))).to_string(), r#""object""#);
    assert_eq!(at(&sent, &format!("{}/type", "/properties/k".repeat(9))).to_string(), r#""string""#);
    let value = (0..11).fold(r#""x""#.to_owned(), |inner, _| format!(r#"{{"k":{inner}}}"#));
    round(&row, &sent, &value);
}

#[test]
fn every_optional_value_leaves_something_to_say_that_it_is_absent() {
    let any = r#"{"description":"Anything"}"#;
    let map = r#"{"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},{"type":"null"}]}"#;
    let all = r#"{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}]}"#;
    let row = closed(&format!(r#""any":{any},"map":{map},"all":{all}"#), "");
    let sent = project(&row, Dialect::OpenAiStrict).unwrap();
    assert_eq!(sent.relation(), Relation::Equal);
    assert_eq!(round(&row, &sent, "{}"), r#"{"any":null,"map":"(absent)","all":null}"#);
    assert_eq!(
        round(&row, &sent, r#"{"any":null,"map":{},"all":null}"#),
        r#"{"any":"null","map":[],"all":{"value":null}}"#
    );
    round(&row, &sent, r#"{"any":"(absent)","map":null,"all":[]}"#);
    round(&row, &sent, r#"{"any":[],"map":{"a":1},"all":"(absent)"}"#);
}
