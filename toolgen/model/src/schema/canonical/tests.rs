//! Canonical form: what each rule does, and that it stays.

use super::{Fault, canonicalize, canonicalize_any};
use crate::json::{Json, Object};
use crate::validate::{is_valid, validate};

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// The canonical form of one property, as text.
fn property(schema: &str) -> String {
    let root = format!(r#"{{"type":"object","properties":{{"p":{schema}}}}}"#);
    canonicalize(&json(&root)).unwrap().pointer("/properties/p").unwrap().to_string()
}

fn any(schema: &str) -> String {
    canonicalize_any(&json(schema)).unwrap().to_string()
}

fn faults(schema: &str) -> Vec<Fault> {
    canonicalize(&json(schema)).unwrap_err()
}

#[test]
fn the_root_is_an_object_with_properties() {
    assert_eq!(canonicalize(&json("{}")).unwrap().to_string(), r#"{"type":"object","properties":{}}"#);
    assert_eq!(canonicalize(&json("true")).unwrap().to_string(), r#"{"type":"object","properties":{}}"#);
    let nullable = r#"{"type":["object","null"],"properties":{"a":{}}}"#;
    assert_eq!(canonicalize(&json(nullable)).unwrap().to_string(), r#"{"type":"object","properties":{"a":{}}}"#);
    for other in [r#"{"type":"string"}"#, "false", r#"{"enum":[1]}"#] {
        assert!(faults(other)[0].message.contains("object"), "{other}");
    }
}

#[test]
fn the_walk_goes_by_position_and_never_by_name() {
    let schema = r##"{"type":"object","properties":{
        "type":{"type":"string"},"$ref":{"type":"string"},"enum":{"type":"array","items":{"type":"string"}},
        "properties":{"type":"object","properties":{"required":{"type":"boolean"}}},"const":{"default":{"$ref":"#/nowhere","type":7}}}}"##;
    assert_eq!(canonicalize(&json(schema)).unwrap(), json(schema));
}

#[test]
fn data_is_never_walked() {
    let schema = r##"{"type":"object","enum":[{"$ref":"#/no"}],"default":{"type":"nope"},"examples":[{"allOf":[]}]}"##;
    assert_eq!(property(schema), schema.replace(' ', ""));
}

#[test]
fn null_stands_last_and_annotations_on_the_whole() {
    let expected = r#"{"description":"d","anyOf":[{"type":"string","maxLength":3},{"type":"null"}],"default":null}"#;
    for schema in [
        r#"{"type":["string","null"],"maxLength":3,"description":"d","default":null}"#,
        r#"{"type":["null","string"],"maxLength":3,"description":"d","default":null}"#,
        r#"{"anyOf":[{"type":"null"},{"type":"string","maxLength":3,"description":"d"}],"default":null}"#,
        r#"{"oneOf":[{"type":"string","maxLength":3},{"type":"null"}],"description":"d","default":null}"#,
        r#"{"anyOf":[{"type":["string","null"],"maxLength":3}],"description":"d","default":null}"#,
    ] {
        assert_eq!(property(schema), expected, "{schema}");
    }
}

#[test]
fn keywords_go_with_the_type_to_which_they_speak() {
    assert_eq!(
        property(r#"{"type":["string","integer","null"],"minLength":1,"minimum":0,"title":"t"}"#),
        r#"{"title":"t","anyOf":[{"type":"string","minLength":1},{"type":"integer","minimum":0},{"type":"null"}]}"#
    );
    assert_eq!(property(r#"{"type":"string","minimum":3}"#), r#"{"type":"string"}"#);
    assert_eq!(property(r#"{"type":["integer","number"]}"#), r#"{"type":"number"}"#);
    let all = r#"{"type":["null","boolean","number","string","array","object"]}"#;
    assert_eq!(property(all), "{}");
}

#[test]
fn enums_have_the_type_of_their_values() {
    assert_eq!(property(r#"{"const":"a"}"#), r#"{"type":"string","enum":["a"]}"#);
    assert_eq!(property(r#"{"enum":["a",null]}"#), r#"{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}"#);
    assert_eq!(
        property(r#"{"enum":["a",1,"a",1.0]}"#),
        r#"{"anyOf":[{"type":"string","enum":["a"]},{"type":"integer","enum":[1]}]}"#
    );
    assert_eq!(property(r#"{"type":"string","enum":["a",1,null]}"#), r#"{"type":"string","enum":["a"]}"#);
    assert_eq!(property(r#"{"type":["string","null"],"enum":["a"]}"#), r#"{"type":"string","enum":["a"]}"#);
    assert_eq!(property(r#"{"enum":[true,false]}"#), r#"{"type":"boolean"}"#);
    assert_eq!(property(r#"{"type":"string","enum":[1]}"#), r#"{"not":{}}"#);
    assert_eq!(property(r#"{"enum":["a","b"],"const":"b"}"#), r#"{"type":"string","enum":["b"]}"#);
    assert_eq!(property(r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#), r#"{"type":"string","enum":["a","b"]}"#);
}

#[test]
fn exclusive_unions_become_plain_where_that_is_proved() {
    let tagged = r#"{"oneOf":[{"type":"object","properties":{"t":{"const":"a"}},"required":["t"]},{"type":"object","properties":{"t":{"const":"b"}},"required":["t"]}]}"#;
    assert!(property(tagged).starts_with(r#"{"anyOf":["#));
    let overlapping = r#"{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]}"#;
    assert_eq!(property(overlapping), overlapping);
    let optional_tag = r#"{"oneOf":[{"type":"object","properties":{"t":{"const":"a"}}},{"type":"object","properties":{"t":{"const":"b"}}}]}"#;
    assert!(property(optional_tag).starts_with(r#"{"oneOf":["#));
    assert_eq!(property(r#"{"oneOf":[{"type":"string"}]}"#), r#"{"type":"string"}"#);
}

#[test]
fn conjunctions_are_merged_where_that_is_exact() {
    assert_eq!(
        property(
            r#"{"allOf":[{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"]},{"properties":{"a":{"maximum":5},"b":{}},"required":["b"]}],"title":"t"}"#
        ),
        r#"{"type":"object","title":"t","properties":{"a":{"type":"integer","minimum":1,"maximum":5},"b":{}},"required":["a","b"]}"#
    );
    // A closed object and one that names more: what is closed must stay so.
    let closed =
        r#"{"allOf":[{"type":"object","properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}}}]}"#;
    assert!(property(closed).contains("allOf"));
    assert_eq!(property(r#"{"allOf":[{"type":"string"},{"type":"integer"}]}"#), r#"{"not":{}}"#);
    assert_eq!(
        property(r#"{"type":"string","allOf":[{"pattern":"a"},{"pattern":"b"}]}"#),
        r#"{"type":"string","pattern":"a","allOf":[{"pattern":"b"}]}"#
    );
}

#[test]
fn formats_of_numbers_become_bounds() {
    for (schema, expected) in [
        (r#"{"type":"integer","format":"int32"}"#, r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#),
        (r#"{"type":"integer","format":"uint8","maximum":300}"#, r#"{"type":"integer","minimum":0,"maximum":255}"#),
        (
            r#"{"type":"integer","format":"uint8","minimum":1.5,"maximum":7}"#,
            r#"{"type":"integer","minimum":2,"maximum":7}"#,
        ),
        (r#"{"type":"integer","format":"uint","minimum":0}"#, r#"{"type":"integer","minimum":0}"#),
        (r#"{"type":"integer","format":"int64"}"#, r#"{"type":"integer"}"#),
        (r#"{"type":"number","format":"double"}"#, r#"{"type":"number"}"#),
        (
            r#"{"type":["integer","null"],"format":"uint16"}"#,
            r#"{"anyOf":[{"type":"integer","minimum":0,"maximum":65535},{"type":"null"}]}"#,
        ),
        (
            r#"{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}"#,
            r#"{"type":"integer","minimum":1,"maximum":9}"#,
        ),
        (r#"{"type":"number","exclusiveMinimum":0,"minimum":0}"#, r#"{"type":"number","exclusiveMinimum":0}"#),
        (r#"{"type":"string","format":"uri"}"#, r#"{"type":"string","format":"uri"}"#),
    ] {
        assert_eq!(property(schema), expected, "{schema}");
    }
}

#[test]
fn what_is_required_is_defined_and_in_order() {
    assert_eq!(
        property(r#"{"type":"object","properties":{"b":{},"a":{}},"required":["a","c","b","a"]}"#),
        r#"{"type":"object","properties":{"b":{},"a":{},"c":{}},"required":["b","a","c"]}"#
    );
    let closed = property(r#"{"type":"object","properties":{},"required":["c"],"additionalProperties":false}"#);
    assert!(!is_valid(&json(&closed), &json(r#"{"c":1}"#)), "{closed}");
    let map = property(r#"{"type":"object","required":["c"],"additionalProperties":{"type":"integer"}}"#);
    assert!(map.contains(r#""properties":{"c":{"type":"integer"}}"#), "{map}");
}

#[test]
fn boolean_schemas_stay_only_where_they_close() {
    assert_eq!(
        property(r#"{"type":"object","properties":{"a":true,"b":false},"additionalProperties":{"not":{}}}"#),
        r#"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#
    );
    assert_eq!(
        property(r#"{"type":"object","properties":{"b":false}}"#),
        r#"{"type":"object","properties":{"b":{"not":{}}}}"#
    );
    assert_eq!(property(r#"{"type":"array","items":true}"#), r#"{"type":"array"}"#);
    let open = r#"{"type":"object","additionalProperties":true}"#;
    assert_eq!(property(r#"{"type":"object","additionalProperties":{}}"#), open);
    assert_eq!(property(r#"{"additionalProperties":true}"#), "{}");
}

#[test]
fn older_drafts_are_lifted() {
    let with = |draft: &str, schema: &str| {
        any(&schema.replacen('{', &format!(r#"{{"$schema":"http://json-schema.org/{draft}/schema#","#), 1))
    };
    assert_eq!(
        with(
            "draft-04",
            r#"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":false}"#
        ),
        r#"{"type":"number","exclusiveMinimum":1,"maximum":2}"#
    );
    assert_eq!(
        with("draft-07", r#"{"type":"array","items":[{"type":"string"}],"additionalItems":false}"#),
        r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#
    );
    assert_eq!(
        with("draft-07", r#"{"type":"object","dependencies":{"a":["b"],"c":{"required":["d"]}}}"#),
        r#"{"type":"object","dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"properties":{"d":{}},"required":["d"]}}}"#
    );
    // What a draft does not know asks nothing there.
    assert_eq!(with("draft-04", r#"{"type":"string","const":"a"}"#), r#"{"type":"string"}"#);
    // Beside `$ref` nothing counted before 2019-09, but what it says to readers stays.
    let beside = r##"{"definitions":{"U":{"type":"string"}},"properties":{"p":{"$ref":"#/definitions/U","minLength":5,"const":"x","description":"d"}}}"##;
    assert!(with("draft-07", beside).contains(r#""p":{"type":"string","description":"d"}"#));
    assert!(any(beside).contains(r#""p":{"type":"string","description":"d","enum":["x"],"minLength":5}"#));
    assert!(faults(r#"{"$schema":"https://example.com/mine"}"#)[0].help.contains("2020-12"));
}

#[test]
fn references_are_inlined_wherever_they_lead() {
    let schema = r##"{"type":"object","$defs":{"a/b":{"type":"string"},"c~d":{"type":"integer"},"e f":{"type":"null"}},
        "properties":{"x":{"$ref":"#/$defs/a~1b"},"y":{"$ref":"#/$defs/c~0d"},"z":{"$ref":"#/$defs/e%20f"},"w":{"$ref":"#/properties/x"}}}"##;
    assert_eq!(
        canonicalize(&json(schema)).unwrap().to_string(),
        r#"{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"integer"},"z":{"type":"null"},"w":{"type":"string"}}}"#
    );
    let both = r##"{"$defs":{"A":{"minimum":1},"B":{"$dynamicAnchor":"b","maximum":9}},
        "properties":{"p":{"type":"integer","$ref":"#/$defs/A","$dynamicRef":"#b"}}}"##;
    assert!(any(both).contains(r#""p":{"type":"integer","minimum":1,"maximum":9}"#), "{}", any(both));
    let twice = r##"{"$defs":{"a~x":{"type":"string"}},"properties":{"p":{"$ref":"#/$defs/a~x"},"q":{"$ref":"#/$defs/a~0x"}}}"##;
    assert!(any(twice).contains(r#"{"p":{"type":"string"},"q":{"type":"string"}}"#), "{}", any(twice));
    let relative = r##"{"$id":"a/b.json","$defs":{"X":{"type":"string"}},"properties":{"p":{"$ref":"#/$defs/X"},"q":{"$ref":"b.json#/$defs/X"}}}"##;
    assert!(any(relative).contains(r#"{"p":{"type":"string"},"q":{"type":"string"}}"#));
    let anchors = r##"{"type":"object","$id":"https://e.com/a","$defs":{"X":{"$anchor":"x","type":"integer"}},
        "properties":{"p":{"$ref":"#x"},"q":{"$id":"b","$defs":{"X":{"type":"string"}},"$ref":"#/$defs/X"},"r":{"$ref":"a#x"}}}"##;
    assert_eq!(
        canonicalize(&json(anchors)).unwrap().to_string(),
        r#"{"type":"object","properties":{"p":{"type":"integer"},"q":{"type":"string"},"r":{"type":"integer"}}}"#
    );
}

#[test]
fn recursion_stays_in_definitions_of_the_root() {
    let tree = r##"{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#"}}},"required":["v"]}"##;
    let canonical = canonicalize(&json(tree)).unwrap();
    assert_eq!(canonical.pointer("/properties/kids/items/$ref"), Some(&Json::from("#/$defs/Root")));
    assert!(is_valid(&canonical, &json(r#"{"v":1,"kids":[{"v":2,"kids":[]}]}"#)));
    let wrong = validate(&canonical, &json(r#"{"v":1,"kids":[{"v":2,"kids":[{"v":"x"}]}]}"#));
    assert_eq!(wrong[0].pointer, "/kids/0/kids/0/v");
    // Closing the root afterwards must not close the recursion.
    let mut closed = canonical.clone();
    closed.as_object_mut().unwrap().insert("additionalProperties", false);
    assert!(is_valid(&closed, &json(r#"{"v":1,"kids":[{"v":2,"more":1}]}"#)));
}

#[test]
fn references_that_lead_nowhere_are_faults_with_help() {
    let found = faults(
        r##"{"$defs":{"Missing1":{}},"properties":{"a":{"$ref":"#/$defs/Missing"},"b":{"$ref":"https://e.com/x.json"},"c":{"$ref":7}}}"##,
    );
    assert_eq!(found.len(), 3, "{found:?}");
    let twice = faults(r##"{"properties":{"a":{"$ref":"#/$defs/X"},"b":{"$ref":"#/$defs/X"}}}"##);
    assert_eq!(
        twice.iter().map(|fault| fault.at.as_str()).collect::<Vec<_>>(),
        ["/properties/a/$ref", "/properties/b/$ref"]
    );
    let of = |at: &str| found.iter().find(|fault| fault.at == at).unwrap();
    assert!(of("/properties/a/$ref").help.contains("Missing1"));
    assert!(of("/properties/b/$ref").message.contains("nothing is fetched"));
    assert!(of("/properties/c/$ref").message.contains("string"));
    let cycle = faults(
        r##"{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"anyOf":[{"$ref":"#/$defs/A"}]}},"properties":{"x":{"$ref":"#/$defs/A"}}}"##,
    );
    assert!(cycle[0].message.contains("back to itself"), "{cycle:?}");
}

#[test]
fn every_fault_is_reported_at_its_place() {
    let found = faults(
        r#"{"type":"dict","properties":{"a":{"type":"strin"},"b":{"type":"string","required":true},"c":{"minLength":-1},"d":5,"e":{"anyOf":[]},"f":{"enum":"x"}},"required":"a"}"#,
    );
    let at: Vec<(&str, &str)> = found.iter().map(|fault| (fault.at.as_str(), fault.help.as_str())).collect();
    for (pointer, help) in [
        ("/type", "\"object\""),
        ("/properties/a/type", "\"string\""),
        ("/properties/b/required", "`required` list"),
        ("/properties/c/minLength", "from 0"),
        ("/properties/d", "type"),
        ("/properties/e/anyOf", "take it out"),
        ("/properties/f/enum", "enum"),
        ("/required", "path"),
    ] {
        assert!(at.iter().any(|(at, text)| *at == pointer && text.contains(help)), "{pointer}: {at:#?}");
    }
}

#[test]
fn expansion_stays_small_and_ends() {
    let mut defs = Object::new();
    for level in 0..60 {
        let properties: Object =
            (0..8).map(|n| (format!("f{n}"), Json::from([("$ref", format!("#/$defs/L{}", level + 1))]))).collect();
        defs.insert(
            format!("L{level}"),
            Json::from([("type", Json::from("object")), ("properties", Json::Object(properties))]),
        );
    }
    defs.insert("L60", Json::from([("type", "string")]));
    let bomb = Json::from([
        ("type", Json::from("object")),
        ("properties", Json::from([("x", Json::from([("$ref", "#/$defs/L0")]))])),
        ("$defs", Json::Object(defs)),
    ]);
    let canonical = canonicalize(&bomb).unwrap();
    assert!(canonical.to_string().len() < 200_000);
    assert!(is_valid(&canonical, &json(r#"{"x":{"f1":{"f2":{"f3":{}}}}}"#)));
    assert!(!is_valid(&canonical, &json(r#"{"x":{"f1":{"f2":{"f3":1}}}}"#)));
}

#[test]
fn long_chains_of_references_do_not_deepen_the_form_without_end() {
    let mut defs = Object::new();
    for n in 0..2_000 {
        let next = Json::from([("$ref", format!("#/$defs/N{}", n + 1))]);
        defs.insert(
            format!("N{n}"),
            Json::from([("type", Json::from("object")), ("properties", Json::from([("n", next)]))]),
        );
    }
    defs.insert("N2000", Json::from([("type", "string")]));
    let chain = Json::from([("$ref", Json::from("#/$defs/N0")), ("$defs", Json::Object(defs))]);
    let canonical = canonicalize(&chain).unwrap();
    assert!(Json::parse(&canonical.to_string()).is_ok());
}

/// `levels` schemas inside of each other.
fn nested(levels: usize, wrap: fn(Json) -> Json) -> Json {
    let mut schema = Json::from([("type", "string")]);
    for _ in 0..levels {
        schema = wrap(schema);
    }
    schema
}

#[test]
fn deep_nesting_is_a_fault_and_no_overflow() {
    let wraps: [fn(Json) -> Json; 4] = [
        |inner| Json::from([("type", Json::from("object")), ("properties", Json::from([("p", inner)]))]),
        |inner| Json::from([("anyOf", Json::Array(vec![inner, Json::from([("type", "null")])]))]),
        |inner| Json::from([("not", inner)]),
        |inner| Json::from([("default", inner)]),
    ];
    for wrap in wraps {
        let deep = nested(10_000, wrap);
        let found = canonicalize_any(&deep).unwrap_err();
        // To drop such a value takes as many stack frames; that is not what is tested here.
        std::mem::forget(deep);
        assert!(found[0].message.contains("levels deep"), "{found:?}");
        assert!(canonicalize_any(&nested(25, wrap)).is_ok());
        // Whatever the depth between, it ends without a panic.
        for levels in [40, 60, 63, 100, 126] {
            let _ = canonicalize_any(&nested(levels, wrap));
        }
    }
}

#[test]
fn a_megabyte_of_enum_takes_no_quadratic_time() {
    let values: Vec<String> = (0..40_000).map(|n| format!("value-{n:020}")).collect();
    let schema = Json::from([("properties", Json::from([("e", Json::from([("enum", Json::from(values))]))]))]);
    let start = std::time::Instant::now();
    let canonical = canonicalize(&schema).unwrap();
    assert!(is_valid(&canonical, &json(r#"{"e":"value-00000000000000039999"}"#)));
    let violation = validate(&canonical, &json(r#"{"e":"value-x"}"#)).remove(0);
    assert!(violation.expected.len() < 2_000);
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn many_bases_and_many_references_take_no_quadratic_time() {
    let part = |n: usize| {
        format!(
            r##""p{n}":{{"$id":"https://e.com/{n}","$defs":{{"x":{{"type":"string"}}}},"items":{{"$ref":"#/$defs/x"}}}}"##
        )
    };
    let parts: Vec<String> = (0..4_000).map(part).collect();
    let form = canonicalize(&json(&format!(r#"{{"properties":{{{}}}}}"#, parts.join(",")))).unwrap();
    assert_eq!(form.pointer("/properties/p3999/items/type"), Some(&Json::from("string")));
}
