//! The decoder against two others: `serde_json` for what is JSON, the model's validator for what is
//! valid. Whatever text comes, all three agree.

use proptest::prelude::*;
use toolgen_model::json::Json;
use toolgen_model::validate::Violation;

use super::*;
use crate::row;
use crate::tool::{Bound, Entry, More, RowText, Verdict};

const PLAIN: Field = Field { name: "", kind: Kind::Integer, required: false, nullable: false, rules: None };

static FIELDS: [Field; 8] = [
    Field { name: "a", required: true, ..PLAIN },
    Field {
        name: "n",
        rules: Some(&Rules { minimum: Bound::Int(-5), maximum: Bound::Float(99.5), default: Some("7"), ..Rules::NONE }),
        ..PLAIN
    },
    Field { name: "context", kind: Kind::Injected, ..PLAIN },
    Field { name: "x", kind: Kind::Number, nullable: true, ..PLAIN },
    Field {
        name: "s",
        kind: Kind::String,
        rules: Some(&Rules { min_length: 1, max_length: 3, aliases: &["text"], ..Rules::NONE }),
        ..PLAIN
    },
    Field { name: "p", kind: Kind::String, rules: Some(&Rules { pattern: Some("^[a-z]+$"), ..Rules::NONE }), ..PLAIN },
    Field { name: "b", kind: Kind::Boolean, ..PLAIN },
    Field { name: "list", kind: Kind::Raw, ..PLAIN },
];

static TOOL: Tool = Tool {
    name: "mixed",
    origin: "",
    fields: &FIELDS,
    verdict: Verdict::Allow,
    entry: Entry::Data,
    row: RowText {
        text: r#"{"name":"mixed","tool":"mixed","description":"","verdict":"allow","handler":{"kind":"rust"},
            "source":{"file":"","line":1,"column":1},"digest":"",
            "input":{"type":"object","required":["a"],"additionalProperties":false,"properties":{
                "a":{"type":"integer"},
                "n":{"type":"integer","minimum":-5,"maximum":99.5,"default":7},
                "x":{"anyOf":[{"type":"number"},{"type":"null"}]},
                "s":{"type":"string","minLength":1,"maxLength":3},
                "p":{"type":"string","pattern":"^[a-z]+$"},
                "b":{"type":"boolean"},
                "list":{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"string"}]},"maxItems":2}}}}"#,
        deferred: &[],
        pinned: None,
    },
    more: None,
};

/// The same, open to whatever else comes, with a rule that no single field says.
static OPEN: Tool = Tool {
    row: RowText {
        text: r#"{"name":"open","tool":"open","description":"","verdict":"allow","handler":{"kind":"rust"},
            "source":{"file":"","line":1,"column":1},"digest":"",
            "input":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],
                "additionalProperties":{"type":"boolean"},"maxProperties":2}}"#,
        deferred: &[],
        pinned: None,
    },
    fields: &[Field { name: "a", required: true, ..PLAIN }],
    more: Some(&More { whole: true, ..More::NONE }),
    name: "open",
    origin: "",
    verdict: Verdict::Allow,
    entry: Entry::Data,
};

fn decoded<'t>(tool: &'static Tool, text: &'t str) -> Option<Vec<Slot<'t>>> {
    let mut slots: Vec<Slot<'t>> = tool.fields.iter().map(|_| Slot::Absent).collect();
    decode(tool, text, &mut slots).ok().map(|()| slots)
}

fn found(tool: &'static Tool, text: &str) -> Vec<Violation> {
    explain::violations(tool, row::compiled(tool).unwrap(), text)
}

/// Holds the decoder against the validator, and its slots against `serde_json`.
#[track_caller]
fn agree(tool: &'static Tool, text: &str) {
    let (slots, found) = (decoded(tool, text), found(tool, text));
    assert_eq!(slots.is_some(), found.is_empty(), "{text:?}: {slots:?}, {found:?}");
    let Some(slots) = slots else { return };
    let settled = settled(tool, text);
    for (field, slot) in tool.fields.iter().zip(slots) {
        let expected = settled.get(field.name);
        let same = match &slot {
            Slot::Absent => expected.is_none(),
            Slot::Null => expected.is_some_and(Json::is_null),
            Slot::Bool(value) => expected == Some(&Json::from(*value)),
            Slot::Int(value) => expected == Some(&Json::from(*value)),
            Slot::Uint(value) => expected == Some(&Json::from(*value)),
            Slot::Str(value) => expected == Some(&Json::from(value.as_ref())),
            Slot::Raw(value) => expected == Json::parse(value).ok().as_ref(),
            Slot::Typed(_) => false,
            // `serde_json` may miss the nearest number by one place.
            Slot::Float(value) => expected
                .and_then(|json| json.as_number()?.as_f64())
                .is_some_and(|near| (near - value).abs() <= near.abs() * f64::EPSILON * 2.0),
        };
        assert!(same, "{text:?}: {} is {slot:?}, not {expected:?}", field.name);
    }
}

#[test]
fn values_take_the_place_of_their_field() {
    let text = r#" {"b" : true,"a":3.0,"x":null,"text":"é\n\ud83d\ude00","list":[ 1, "x" ]} "#;
    let slots = decoded(&TOOL, text).unwrap();
    assert_eq!(
        slots,
        [
            Slot::Int(3),
            Slot::Int(7),
            Slot::Absent,
            Slot::Null,
            Slot::Str("é\n😀".into()),
            Slot::Absent,
            Slot::Bool(true),
            Slot::Raw(r#"[ 1, "x" ]"#),
        ]
    );
    assert!(matches!(
        &decoded(&TOOL, r#"{"a":1,"s":"abc"}"#).unwrap()[4],
        Slot::Str(std::borrow::Cow::Borrowed("abc"))
    ));
}

#[test]
fn numbers_keep_all_their_digits() {
    let first = |text: &str| match decoded(&TOOL, &format!("{{\"a\":{text}}}"))?.first()? {
        Slot::Int(n) => Some(i128::from(*n)),
        Slot::Uint(n) => Some(i128::from(*n)),
        _ => None,
    };
    assert_eq!(first("9223372036854775807"), Some(i128::from(i64::MAX)));
    assert_eq!(first("-9223372036854775808"), Some(i128::from(i64::MIN)));
    // Without a least value that is not negative, the type has a sign.
    assert_eq!(first("9223372036854775808"), None);
    assert_eq!(first("-0"), Some(0));
    assert_eq!(first("1e2"), Some(100));
    assert_eq!(first("999999999999999999"), Some(999_999_999_999_999_999));
    for wrong in ["18446744073709551616", "1.5", "01", "-", "+1", "1.", ".5", "1e", "1e400", "NaN", "0x1", "1_0"] {
        assert_eq!(first(wrong), None, "{wrong}");
    }
}

#[test]
fn texts_that_are_no_call_are_refused_alike() {
    for text in [
        "",
        " ",
        "null",
        "[]",
        "1",
        "\"a\"",
        "{",
        "{}",
        "{}}",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":true}",
        "{a:1}",
        "{'a':1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1}x",
        "\u{feff}{\"a\":1}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":null,\"a\":1}",
        "{\"a\":1,\"s\":\"\"}",
        "{\"a\":1,\"s\":\"abcd\"}",
        "{\"a\":1,\"s\":\"éèê\"}",
        "{\"a\":1,\"s\":\"x\",\"text\":\"y\"}",
        "{\"a\":1,\"s\":\"\u{1}\"}",
        "{\"a\":1,\"s\":\"\\ud800\"}",
        "{\"a\":1,\"s\":\"\\x\"}",
        "{\"a\":1,\"s\":\"\\u12\"}",
        "{\"a\":1,\"p\":\"abc\"}",
        "{\"a\":1,\"p\":\"aBc\"}",
        "{\"a\":1,\"n\":-6}",
        "{\"a\":1,\"n\":99}",
        "{\"a\":1,\"n\":100}",
        "{\"a\":1,\"n\":null}",
        "{\"a\":1,\"list\":null}",
        "{\"a\":null}",
        "{\"a\":1,\"context\":1}",
        "{\"\\u0061\":1}",
        "{\"a\":1,\"list\":[1,2,3]}",
        "{\"a\":1,\"list\":[true]}",
        "{\"a\":1,\"list\":[{\"k\":1,\"k\":2}]}",
        "{\"a\":1,\"x\":-0}",
        "{\"a\":1,\"x\":1e400}",
        "{\"a\":1,\"x\":\"1\"}",
        "{\"a\":\"1\"}",
        "{\"a\":true}",
        "{\"a\":1e18,\"x\":1E-7}",
        "{\"a\":1e19}",
        "{\"a\":1e20}",
        "{\"a\":-1e19}",
    ] {
        agree(&TOOL, text);
    }
    for text in
        ["{\"a\":1}", "{\"a\":1,\"k\":true}", "{\"a\":1,\"k\":1}", "{\"a\":1,\"k\":true,\"l\":true}", "{}", "[]"]
    {
        agree(&OPEN, text);
    }
}

#[test]
fn nesting_ends_where_serde_json_ends_it() {
    for depth in [1, 2, 100, 125, 126, 127, 128, 129, 100_000] {
        let deep = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!("{{\"a\":1,\"list\":{deep}}}");
        let syntax = Cursor { text: &deep, at: 0 }.skip().is_ok();
        assert_eq!(syntax, Json::parse(&text).is_ok(), "{depth}");
        agree(&TOOL, &text);
    }
}

#[test]
fn every_violation_is_told_at_once() {
    let text = r#"{"lst":1,"n":100,"s":"abcd","list":[true,1.5]}"#;
    let error = explain(&TOOL, text);
    for part in ["/lst", "did you mean `list`?", "/n:", "/s:", "/list/0", "/list/1", "/a"] {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    let context = error.context.as_ref().unwrap();
    let listed = context.get("violations").and_then(Json::as_array).unwrap();
    assert_eq!(context.get("count"), Some(&Json::from(listed.len())));
    assert!(listed.iter().all(|entry| ["pointer", "expected", "got"].iter().all(|key| entry.get(key).is_some())));
}

#[test]
fn huge_and_hostile_texts_are_answered_in_bounded_time_and_space() {
    let keys = (0..50_000).map(|n| format!("\"k{n}\":0")).collect::<Vec<_>>().join(",");
    let error = explain(&TOOL, &format!("{{\"a\":1,{keys}}}"));
    assert!(error.message.len() < 20_000 && error.message.contains("and 49"), "{}", error.message.len());
    let long = format!("{{\"a\":1,\"{}\":1}}", "k\\u202e".repeat(100_000));
    assert!(explain(&TOOL, &long).message.len() < 2_000);
    agree(&TOOL, &format!("{{\"a\":{}}}", "9".repeat(1_000_000)));
    agree(&TOOL, &format!("{{\"a\":1,\"s\":\"{}\"}}", "\\u0041".repeat(200_000)));
}

/// A value as text, valid JSON or nearly.
fn value() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(|n| n.to_string()),
        (-200_i64..200).prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| n.to_string()),
        "-?[0-9]{1,22}(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,3})?",
    ];
    let text = prop_oneof!["[a-z]{0,5}", ".{0,5}", "\\PC{0,4}"].prop_map(|text| Json::from(text).to_string());
    let odd = prop_oneof![
        Just("true".to_owned()),
        Just("null".to_owned()),
        Just("tru".to_owned()),
        "\"(\\\\[bfnrt/\"\\\\u]|\\\\ud83d\\\\ude00|\\\\u00e9|[a-z]){0,4}\"",
    ];
    let leaf = prop_oneof![number, text, odd];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(" , "))),
            prop::collection::vec(("[a-c]{1}", inner), 0..3).prop_map(|items| format!(
                "{{{}}}",
                items.iter().map(|(k, v)| format!("\"{k}\": {v}")).collect::<Vec<_>>().join(",")
            )),
        ]
    })
}

fn call() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec!["a", "a", "n", "x", "s", "text", "p", "b", "list", "context", "k"]);
    prop::collection::vec((key, value()), 0..6).prop_map(|entries| {
        let entries: Vec<String> = entries.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        format!("{{{}}}", entries.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn calls_are_judged_as_the_validator_judges_them(text in call()) {
        agree(&TOOL, &text);
        agree(&OPEN, &text);
    }

    #[test]
    fn damaged_calls_are_judged_as_serde_json_judges_them(text in call(), at in any::<prop::sample::Index>(), put in "[\\[\\]{}:,\"\\\\0-9eE.+ a-z\\x00-\\x1f]{0,2}") {
        let place = (0..=text.len()).rev().find(|&place| place <= at.index(text.len() + 1) && text.is_char_boundary(place));
        let (before, after) = text.split_at(place.unwrap_or(0));
        let rest: String = after.chars().skip(1).collect();
        agree(&TOOL, &format!("{before}{put}{after}"));
        agree(&TOOL, &format!("{before}{put}{rest}"));
    }

    #[test]
    fn anything_else_is_refused_without_a_panic(text in "\\PC*") {
        agree(&TOOL, &text);
    }
}
