//! Typed inputs of manifests: what reads them takes exactly what the schema allows, and gives what came.

use toolgen_model::json::{Json, Object};
use toolgen_model::validate::is_valid;
use toolgen_runtime::{Context, Reply, Table, Tools};
use toolgen_tests::instances::{Random, instance};

/// How many random values each schema is tried with, and how many of them may be off in one place.
const VALUES: u64 = 400;

fn call(tools: &Tools, name: &str, arguments: &str) -> Reply {
    tools.call_now(&Context::new(), name, arguments)
}

fn of(table: &'static Table) -> Tools {
    table.into()
}

/// The input schemas of a table, by the name of the tool.
fn schemas(tools: &Tools) -> Vec<(String, Json)> {
    let row = |tool| tools.row(tool).unwrap();
    tools.list().map(|tool| (tool.name.to_owned(), row(tool).input.clone())).collect()
}

/// What the handler printed, or the error's message.
fn said(reply: &Reply) -> Result<String, String> {
    let json = Json::parse(&reply.to_json()).unwrap();
    match json.get("text").and_then(Json::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(json.to_string()),
    }
}

fn ok(name: &str, arguments: &str) -> String {
    said(&call(&of(&toolgen_typed::TOOLS), name, arguments))
        .unwrap_or_else(|error| panic!("{name}({arguments}): {error}"))
}

fn refused(name: &str, arguments: &str) -> String {
    said(&call(&of(&toolgen_typed::TOOLS), name, arguments)).expect_err(arguments)
}

/// Arguments as the schema speaks of them: a null for an argument that may be left out is left out, and
/// defaults are there.
fn settled(schema: &Json, arguments: &Json) -> Json {
    let mut settled = arguments.as_object().cloned().unwrap_or_default();
    let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
    for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        let is_required = required.iter().any(|required| required.as_str() == Some(name));
        let mut rooted = property.clone();
        if let (Some(rooted), Some(definitions)) = (rooted.as_object_mut(), schema.get("$defs")) {
            rooted.insert("$defs", definitions.clone());
        }
        if settled.get(name).is_some_and(Json::is_null) && !is_required && !is_valid(&rooted, &Json::Null) {
            settled.remove(name);
        }
        if let Some(default) = property.get("default").filter(|_| !settled.contains_key(name)) {
            settled.insert(name, default.clone());
        }
    }
    Json::Object(settled)
}

/// Tries every tool with random values against the oracle; gives how many values were valid.
fn agree(tools: &Tools) -> usize {
    let mut valid = 0;
    for (name, schema) in schemas(tools) {
        let written: serde_json::Value = serde_json::from_str(&schema.to_string()).unwrap();
        let oracle = jsonschema::options().should_validate_formats(true).build(&written).unwrap();
        for seed in 0..VALUES {
            let mut random = Random::new(seed + 7);
            let noise = [0, 0, 6, 20][(seed % 4) as usize];
            let value = instance(&schema, &schema, noise, 0, &mut random);
            if value.as_object().is_none() {
                continue;
            }
            let text = value.to_string();
            let settled: serde_json::Value = serde_json::from_str(&settled(&schema, &value).to_string()).unwrap();
            let wanted = oracle.is_valid(&settled);
            let reply = said(&call(tools, &name, &text));
            match &reply {
                Ok(_) => assert!(wanted, "{name} took {text}\n{schema}"),
                // What no type holds is said so.
                Err(error) => assert!(
                    !wanted || error.contains("a whole number from ") || error.contains("at most 64 bits"),
                    "{name} refused {text}: {error}\n{schema}"
                ),
            }
            if wanted {
                valid += 1;
            } else {
                let error = reply.unwrap_err();
                assert!(error.contains("InvalidArguments") && !error.contains("that this tool can read"), "{error}");
            }
        }
    }
    valid
}

#[test]
fn the_features_agree_with_the_oracle() {
    let valid = agree(&of(&toolgen_typed::TOOLS));
    assert!(valid > 1_000, "{valid}");
}

#[test]
fn the_corpus_and_random_schemas_agree_with_the_oracle() {
    let valid = agree(&of(&toolgen_typed::corpus::TOOLS));
    assert!(valid > 10_000, "{valid}");
}

#[test]
fn nested_objects_keep_every_constraint() {
    let text = ok(
        "nested",
        r#"{"filter":{"field":"a_b","range":{"from":-5,"to":null,"step":0.5,"more":[1]}},"tags":["x"],"huge":18446744073709551615}"#,
    );
    for part in [
        r#"field: "a_b""#,
        "from: -5",
        "to: None",
        "step: Some(0.5)",
        r#"other: {"more": Array [Number(1)]}"#,
        "huge: Some(18446744073709551615)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let error = refused(
        "nested",
        r#"{"filter":{"field":"TOO LONG A NAME","range":{"from":9,"step":0},"x":1},"tags":[],"unique":[1,1.0],"even":3}"#,
    );
    for pointer in
        ["/filter/field", "/filter/range/from", "/filter/range/step", "/filter/x", "/tags", "/unique", "/even"]
    {
        assert!(error.contains(&format!(r#""pointer":"{pointer}""#)), "{pointer}: {error}");
    }
    assert!(refused("nested", r#"{"filter":{"field":"a","field":"b","range":{"from":1}}}"#).contains("uniqueKeys"));
}

#[test]
fn an_input_is_made_from_json_for_tests_of_its_handler() {
    use toolgen_typed::generated::choices::{Input, InputText};
    let input = Input::from_json(r#"{"text":"extra large"}"#).unwrap();
    assert_eq!((input.text, input.text.map(InputText::as_str)), (Some(InputText::ExtraLarge), Some("extra large")));
    assert_eq!(input, Input::from_json(r#"{"chosen":"b","text":"extra large"}"#).unwrap());
    assert!(Input::from_json(r#"{"text":"XL"}"#).unwrap_err().to_string().contains("/text"));
}

#[test]
fn choices_are_enums_of_any_value() {
    let text = ok(
        "choices",
        r#"{"text":"x-y","number":-3.0,"fraction":18446744073709551615,"mixed":null,"many":["b"],"list":{"a":1},"fixed":"only"}"#,
    );
    for part in [
        "text: Some(XY)",
        "number: Some(Minus3)",
        "fraction: Some(N18446744073709551615)",
        "many: Some([B])",
        "chosen: B",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(ok("choices", r#"{"mixed":0.25}"#).contains("mixed: Some(N0_25)"));
    assert!(refused("choices", r#"{"text":"x y"}"#).contains("/text"));
}

#[test]
fn unions_are_enums_with_a_variant_a_branch() {
    for (arguments, expected) in [
        (r#"{"shape":{"radius":2,"kind":"circle"}}"#, "Some(Circle(InputShapeCircle { radius: 2.0 }))"),
        (r#"{"shape":{"kind":"box","width":1}}"#, "Some(Box(InputShapeBox { width: 1, height: None, other: {} }))"),
        (r#"{"target":"ab"}"#, r#"Some(Text("ab"))"#),
        (r#"{"target":["a"]}"#, r#"Some(List(["a"]))"#),
        (r#"{"maybe":null}"#, "maybe: None"),
        (r#"{"bounded":"ABC"}"#, r#"Some(Text2("ABC"))"#),
        (r#"{"exact":3}"#, "Some(Integer2(3))"),
        (r#"{"untagged":{"a":"x","b":"y"}}"#, "Object2("),
    ] {
        let text = ok("unions", arguments);
        assert!(text.contains(expected), "{arguments}: {text}");
    }
    assert!(refused("unions", r#"{"exact":6}"#).contains("exactly one"));
    assert!(refused("unions", r#"{"shape":{"kind":"cone"}}"#).contains("/shape/kind"));
}

#[test]
fn tuples_and_maps_keep_their_places() {
    for (arguments, expected) in [
        (r#"{"point":[1,2.5]}"#, "point: Some((1.0, 2.5))"),
        (r#"{"record":["a"]}"#, r#"record: Some(("a", None, []))"#),
        (r#"{"record":["a",null,true]}"#, r#"record: Some(("a", None, [true]))"#),
        (r#"{"labels":{"b":"x","a":"y"}}"#, r#"labels: Some({"a": "y", "b": "x"})"#),
        (r#"{"named":{"a":1,"b":true}}"#, r#"named: Some(InputNamed { a: Some(1), other: {"b": true} })"#),
        (r#"{"empty":{}}"#, "empty: Some(InputEmpty)"),
        (r#"{"any":null}"#, "any: Some(Null)"),
        (r#"{"nothing":null}"#, "nothing: Some(())"),
    ] {
        let text = ok("lists", arguments);
        assert!(text.contains(expected), "{arguments}: {text}");
    }
    for (arguments, pointer) in [(r#"{"point":[1]}"#, "/point"), (r#"{"patterns":{"x-a":1,"y":2}}"#, "/patterns/y")] {
        assert!(refused("lists", arguments).contains(pointer), "{arguments}");
    }
}

#[test]
fn recursion_is_read_to_its_depth_and_no_further() {
    let text = ok(
        "recursive",
        r#"{"tree":{"value":1,"left":{"value":2},"all":[{"value":3}]},"document":{"a":["x",1,{"b":[]}]},"nested":[[],[[]]]}"#,
    );
    assert!(text.contains("left: Some(Tree { value: 2"), "{text}");
    assert!(
        refused("recursive", r#"{"tree":{"value":1,"right":{"value":2,"left":{"value":"x"}}}}"#)
            .contains("/tree/right/left/value")
    );
    assert!(refused("recursive", r#"{"pruned":{"twig":{"twig":{}}}}"#).contains("/pruned/twig/twig"));
    let deep = |levels: usize| format!(r#"{{"nested":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    ok("recursive", &deep(100));
    assert!(refused("recursive", &deep(200)).contains("InvalidArguments"));
    assert!(refused("recursive", &deep(100_000)).contains("InvalidArguments"));
}

#[test]
fn formats_are_types_and_say_what_they_hold() {
    let text = ok(
        "formats",
        r#"{"at":"2026-01-31T13:45:00+01:00","day":"2024-02-29","wait":"P1DT12H","id":"123e4567-e89b-12d3-a456-426614174000",
        "link":"https://example.com/a","bytes":"aGVsbG8=","when":["2026-01-01"],"maybe":null}"#,
    );
    for part in [
        "2026-01-31T12:45:00Z",
        "2024-02-29",
        "bytes: Some([104, 101, 108, 108, 111])",
        "when: Some([2026-01-01])",
        "maybe: None",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (arguments, expected) in [
        (r#"{"at":"yesterday"}"#, "a date and time"),
        (r#"{"wait":"1 day"}"#, "a duration such as"),
        (r#"{"bytes":"a"}"#, "Base64"),
        (r#"{"id":"x"}"#, "a UUID"),
        // The schema allows what no `Url` is.
        (r#"{"link":"http://"}"#, "a URL that the WHATWG standard knows"),
    ] {
        assert!(refused("formats", arguments).contains(expected), "{arguments}: {}", refused("formats", arguments));
    }
}

#[test]
fn any_name_has_a_field() {
    let text = ok(
        "hostile",
        r#"{"type":"t","self":"s","gen":"g","maxDepth":1,"größe":2,"имя":"i","a/b~c":{"x/y":"v"},"other":{"keys":1,"z":2},"2nd":{"1":"💥"}}"#,
    );
    for part in [r#"r#type: "t""#, r#"self_: Some("s")"#, r#"gen: Some("g")"#, "max_depth: Some(1)", "größe: Some(2)"]
    {
        assert!(text.contains(part.trim_start_matches("r#")), "{part}: {text}");
    }
    assert!(refused("hostile", r#"{"type":"t","a/b~c":{"x/y":"z"}}"#).contains("/a~1b~0c/x~1y"));
}

#[test]
fn an_open_root_keeps_what_has_no_name() {
    assert!(ok("open", r#"{"x":"a","known":1,"y":"b"}"#).contains(r#"other: {"x": "a", "y": "b"}"#));
    assert!(refused("open", r#"{"known":1,"x":"long"}"#).contains("/x"));
    assert!(refused("open", r#"{"known":1,"x":"a","x":"b"}"#).contains("uniqueKeys"));
    assert!(ok("whole", r#"{"b":"x"}"#).contains("a: [1]"));
    assert!(refused("whole", "{}").contains("InvalidArguments"));
}
