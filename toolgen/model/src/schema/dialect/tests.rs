//! Envelopes, plain roots and losses of the dialects that are not strict.

use super::*;
use crate::effect::{Effect, Effects};
use crate::json::{Json, Object};
use crate::schema::canonical::{canonicalize, canonicalize_any};
use crate::validate::is_valid;

fn row(input: &str) -> Row {
    let input = canonicalize(&Json::parse(input).unwrap()).unwrap();
    Row { name: "t".into(), tool: "t".into(), description: "Does it.".into(), input, ..Row::default() }
}

fn wire(row: &Row, dialect: Dialect) -> Json {
    project(row, dialect).unwrap().wire
}

#[test]
fn every_dialect_is_found_by_its_name() {
    for dialect in Dialect::ALL {
        assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
    }
    assert_eq!(Dialect::from_name("gemni"), None);
}

#[test]
fn envelopes_are_those_of_the_providers() {
    let mut row = row(r#"{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}"#);
    row.title = Some("T".into());
    row.effects = Effects { effect: Some(Effect::Write), idempotent: Some(true), open_world: Some(false) };
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}"#;
    let mcp = format!(
        r#"{{"name":"t","title":"T","description":"Does it.","inputSchema":{schema},"annotations":{{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}}}"#
    );
    assert_eq!(wire(&row, Dialect::Mcp).to_string(), mcp);
    let anthropic = format!(r#"{{"name":"t","description":"Does it.","input_schema":{schema}}}"#);
    assert_eq!(wire(&row, Dialect::Anthropic).to_string(), anthropic);
    let openai = format!(
        r#"{{"type":"function","function":{{"name":"t","description":"Does it.","parameters":{schema},"strict":false}}}}"#
    );
    assert_eq!(wire(&row, Dialect::OpenAi).to_string(), openai);
    let canonical = format!(r#"{{"name":"t","title":"T","description":"Does it.","inputSchema":{schema}}}"#);
    assert_eq!(wire(&row, Dialect::Canonical).to_string(), canonical);
}

#[test]
fn effects_that_nobody_declared_give_no_hints() {
    assert_eq!(wire(&row(r#"{"type":"object"}"#), Dialect::Mcp).get("annotations"), None);
}

#[test]
fn a_reply_that_is_no_object_is_wrapped_for_mcp_and_its_references_still_lead_somewhere() {
    let mut row = row(r#"{"type":"object"}"#);
    let tree = r##"{"$ref":"#/$defs/T","$defs":{"T":{"type":"array","items":{"$ref":"#/$defs/T"}}}}"##;
    row.output = Some(canonicalize_any(&Json::parse(tree).unwrap()).unwrap());
    let projection = project(&row, Dialect::Mcp).unwrap();
    let output = projection.wire.get("outputSchema").unwrap();
    assert!(is_valid(output, &Json::parse(r#"{"result":[[],[[]]]}"#).unwrap()));
    assert!(!is_valid(output, &Json::parse(r#"{"result":[[1]]}"#).unwrap()));
    assert_eq!(projection.losses.len(), 1);
}

#[test]
fn a_union_at_the_root_is_merged_and_told_in_words() {
    let row = row(r#"{"oneOf":[
            {"type":"object","properties":{"op":{"const":"a"},"x":{"type":"string"}},"required":["op","x"],"additionalProperties":false},
            {"type":"object","properties":{"op":{"const":"b"},"y":{"type":"integer"}},"required":["op","y"],"additionalProperties":false}]}"#);
    for (dialect, at) in [(Dialect::OpenAi, "/function/parameters"), (Dialect::Anthropic, "/input_schema")] {
        let projection = project(&row, dialect).unwrap();
        assert_eq!(projection.losses[0].keyword, "anyOf");
        let schema = projection.wire.pointer(at).unwrap();
        assert_eq!(
            schema.to_string(),
            r#"{"type":"object","properties":{"op":{"type":"string","enum":["a","b"]},"x":{"type":"string"},"y":{"type":"integer"}},"required":["op"],"additionalProperties":false}"#
        );
        assert!(projection.wire.to_string().contains("The arguments are one of: an object with `op`"));
    }
    assert!(wire(&row, Dialect::Mcp).pointer("/inputSchema/anyOf").is_some());
}

#[test]
fn what_is_merged_accepts_all_that_a_branch_accepts() {
    let row = row(r#"{"type":"object","properties":{"repo":{"type":"string"}},"required":["repo"],"anyOf":[
            {"properties":{"title":{"type":"string"}},"required":["title"]},
            {"properties":{"body":{"type":"string"}},"required":["body"]}]}"#);
    let wire = wire(&row, Dialect::Anthropic);
    let schema = wire.get("input_schema").unwrap();
    for name in ["repo", "title", "body"] {
        assert!(schema.pointer(&format!("/properties/{name}")).is_some(), "{schema}");
    }
    let odd = Json::parse(r#"{"repo":"r","body":"b","title":5}"#).unwrap();
    assert!(is_valid(&row.input, &odd) && is_valid(schema, &odd));
}

#[test]
fn openai_arrays_have_items_also_inside_of_unions() {
    let row = row(
        r#"{"type":"object","properties":{"a":{"type":"array"},"v":{"anyOf":[{"type":"object"},{"type":"array"}]},"items":{"default":{"type":"array"}}}}"#,
    );
    let wire = wire(&row, Dialect::OpenAi);
    let schema = wire.pointer("/function/parameters").unwrap();
    assert!(schema.pointer("/properties/a/items").is_some());
    assert!(schema.pointer("/properties/v/anyOf/1/items").is_some());
    assert_eq!(schema.pointer("/properties/items/default").unwrap().to_string(), r#"{"type":"array"}"#);
}

#[test]
fn patterns_that_python_cannot_read_are_losses() {
    let row = row(
        r#"{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)"},"b":{"type":"string","pattern":"^\\(\\?=$"},
            "m":{"type":"object","patternProperties":{"^(?!x)":{"type":"integer"}},"additionalProperties":false}}}"#,
    );
    let projection = project(&row, Dialect::OpenAi).unwrap();
    let at: Vec<&str> = projection.losses.iter().map(|loss| loss.at.as_str()).collect();
    assert_eq!(at, ["/properties/a", "/properties/m"]);
    let schema = projection.wire.pointer("/function/parameters").unwrap();
    assert!(schema.pointer("/properties/b/pattern").is_some());
    assert!(is_valid(schema, &Json::parse(r#"{"m":{"y":1}}"#).unwrap()));
}

#[test]
fn a_long_description_is_cut_for_openai_and_that_is_said() {
    let mut row = row(r#"{"type":"object"}"#);
    row.description = "wörd ".repeat(300);
    let projection = project(&row, Dialect::OpenAi).unwrap();
    let text = projection.wire.pointer("/function/description").and_then(Json::as_str).unwrap();
    assert!(text.chars().count() <= 1024 && text.ends_with("wörd…"));
    assert_eq!(projection.losses[0].keyword, "description");
}

#[test]
fn a_property_that_anthropic_cannot_name_is_renamed_and_comes_back() {
    let row =
        row(r#"{"type":"object","properties":{"filter[name]":{"type":"string"},"b":{}},"required":["filter[name]"]}"#);
    let projection = project(&row, Dialect::Anthropic).unwrap();
    assert_eq!(projection.relation(), Relation::Equal);
    let schema = projection.wire.get("input_schema").unwrap();
    let wire = schema.pointer("/required/0").and_then(Json::as_str).unwrap();
    assert!(wire.starts_with("filter_name__") && schema.pointer(&format!("/properties/{wire}")).is_some(), "{schema}");
    let back = projection.back_map.apply(Json::from([(wire, "x"), ("b", "y")])).unwrap();
    assert_eq!(back.to_string(), r#"{"filter[name]":"x","b":"y"}"#);
    assert!(project(&row, Dialect::OpenAi).unwrap().back_map.is_identity());
}

/// What a dialect lets through of `values`, and whether it says that this is more than the original does.
fn taken(row: &Row, dialect: Dialect, values: &[&str]) -> (Vec<bool>, bool) {
    let sent = project(row, dialect).unwrap();
    let places = ["/function/parameters", "/input_schema", "/inputSchema", "/parametersJsonSchema"];
    let schema = places.iter().find_map(|place| sent.wire.pointer(place)).unwrap();
    let form = canonicalize_any(schema).unwrap();
    let takes = |text: &&str| is_valid(&form, &sent.back_map.send(&Json::parse(text).unwrap()));
    (values.iter().map(takes).collect(), sent.relation() != Relation::Equal)
}

#[test]
fn what_stands_beside_a_reference_holds_or_is_lost_aloud() {
    let tree = r##""$defs":{"tree":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}}}}"##;
    let beside = format!(
        r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/tree","required":["kids"],"properties":{{"n":{{"type":"integer"}}}}}}}},"required":["a"],{tree}}}"##
    );
    let values = [r#"{"a":{"kids":[],"n":1}}"#, r#"{"a":{}}"#, r#"{"a":{"kids":[],"n":"x"}}"#, r#"{"a":{"kids":[1]}}"#];
    for dialect in [Dialect::Mcp, Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini] {
        let (taken, _) = taken(&row(&beside), dialect, &values);
        assert_eq!(taken, [true, false, false, false], "{}", dialect.name());
    }
    for dialect in [Dialect::Mistral, Dialect::Ollama, Dialect::LlamaCpp, Dialect::Moonshot, Dialect::OpenAiStrict] {
        let (taken, says) = taken(&row(&beside), dialect, &values);
        assert!(taken[0] && (says || !taken[1..].contains(&true)), "{} {taken:?}", dialect.name());
    }
    let not = format!(
        r##"{{"type":"object","properties":{{"a":{{"not":{{"$ref":"#/$defs/tree","required":["kids"]}}}}}},{tree}}}"##
    );
    for dialect in Dialect::ALL.into_iter().filter(|dialect| !matches!(dialect, Dialect::Text)) {
        let Ok(sent) = project(&row(&not), dialect) else { continue };
        let schema = sent.wire.pointer("/function/parameters").or_else(|| sent.wire.pointer("/input_schema"));
        let Some(form) = schema.and_then(|schema| canonicalize_any(schema).ok()) else { continue };
        let value = Json::parse(r#"{"a":{}}"#).unwrap();
        assert!(is_valid(&form, &sent.back_map.send(&value)), "{} {form}", dialect.name());
    }
}

#[test]
fn choices_that_other_keywords_exclude_are_not_sent() {
    let row = row(r#"{"type":"object","properties":{
        "o":{"type":"object","enum":[{"id":"x"},{"id":1},{}],"properties":{"id":{"type":"string"}},"required":["id"]},
        "l":{"type":"array","enum":[[1],[1,2]],"minItems":2},"s":{"type":"string","enum":["a","bb"],"maxLength":1}},
        "additionalProperties":false}"#);
    let values =
        [r#"{"o":{"id":"x"},"l":[1,2],"s":"a"}"#, r#"{"o":{}}"#, r#"{"o":{"id":1}}"#, r#"{"l":[1]}"#, r#"{"s":"bb"}"#];
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini, Dialect::Mistral, Dialect::Ollama] {
        let (taken, _) = taken(&row, dialect, &values);
        assert_eq!(taken, [true, false, false, false, false], "{}", dialect.name());
    }
}

#[test]
fn what_a_part_says_besides_its_type_is_not_forgotten_in_a_union_or_by_items() {
    let row = row(r#"{"type":"object","properties":{
        "n":{"anyOf":[{"type":"string"},{"type":"null","not":{"required":["x"]}}]},
        "l":{"type":"array","unevaluatedItems":false},"c":{"type":"array","enum":[[1]]}}}"#);
    let values = [r#"{"n":"x","l":[],"c":[1]}"#, r#"{"n":null}"#, r#"{"l":[1]}"#, r#"{"c":[]}"#];
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini, Dialect::Mistral] {
        let (taken, says) = taken(&row, dialect, &values);
        let holds: Vec<bool> = values.iter().map(|text| is_valid(&row.input, &Json::parse(text).unwrap())).collect();
        assert!(taken == holds || says && taken[0], "{} {taken:?} {holds:?}", dialect.name());
        let sent = wire(&row, dialect);
        let schema = sent.pointer("/function/parameters").or_else(|| sent.pointer("/input_schema"));
        let faults = schema.map(|schema| accept(dialect, &[("t", schema)])).unwrap_or_default();
        assert!(faults.is_empty(), "{} {faults:?}", dialect.name());
    }
}

#[test]
fn choices_of_which_none_is_left_are_refused_where_they_are_required() {
    for schema in [
        r#"{"type":"object","enum":[{"a":1}],"properties":{"a":{"type":"string"}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"string","enum":["bb"],"maxLength":1}},"required":["a"]}"#,
    ] {
        let Ok(input) = canonicalize(&Json::parse(schema).unwrap()) else { continue };
        let row = Row { name: "t".into(), input, ..Row::default() };
        assert_eq!(project(&row, Dialect::OpenAi).unwrap_err().code, "unsatisfiable", "{schema}");
    }
}

#[test]
fn what_is_required_is_found_in_any_order_and_number() {
    for count in [3, 64, 65, 200] {
        let names: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
        let properties: Object = names.iter().map(|name| (name, Json::from([("type", "string")]))).collect();
        let faults = |required: Vec<&String>| {
            let required: Vec<Json> = required.into_iter().map(|name| Json::from(&**name)).collect();
            let schema = Json::from([
                ("type", Json::from("object")),
                ("properties", Json::Object(properties.clone())),
                ("required", Json::Array(required)),
                ("additionalProperties", Json::from(false)),
            ]);
            accept(Dialect::OpenAiStrict, &[("t", &schema)]).into_iter().map(|fault| fault.message).collect::<Vec<_>>()
        };
        assert_eq!(faults(names.iter().rev().collect()), Vec::<String>::new());
        let missing = faults(names.iter().filter(|name| *name != "p1").collect());
        assert_eq!(missing, ["the property \"p1\" is not required"]);
        let other = "q".to_owned();
        let undefined = faults(names.iter().chain([&other]).collect());
        assert_eq!(undefined, ["`required` names what `properties` does not have"]);

        let input = Json::from([
            ("type", Json::from("object")),
            ("properties", Json::Object(properties.clone())),
            (
                "required",
                names
                    .iter()
                    .rev()
                    .filter(|name| *name != "p1")
                    .map(|name| Json::from(&**name))
                    .collect::<Vec<Json>>()
                    .into(),
            ),
        ]);
        let input = canonicalize(&input).unwrap();
        let row = Row { name: "t".into(), tool: "t".into(), input, ..Row::default() };
        let sent = project(&row, Dialect::OpenAiStrict).unwrap().wire;
        let last = sent.pointer("/function/parameters/required").and_then(Json::as_array).and_then(<[Json]>::last);
        assert_eq!(last.and_then(Json::as_str), Some("p1"), "the one that is optional comes last");
    }
}
