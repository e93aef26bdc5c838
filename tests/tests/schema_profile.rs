//! Strict OpenAI schemas against a profile that others wrote; metamorphic and hostile schemas in every dialect.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use toolgen_model::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::dialect::{Dialect, accept, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_tests::corpora;

fn plain(value: &Json) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn row(schema: &Json) -> Option<Row> {
    Some(Row { name: "t".into(), input: canonicalize(schema).ok()?, ..Row::default() })
}

#[test]
fn strict_schemas_are_inside_of_the_profile() {
    let file = corpora::bundled("jsonschemaprofiles").join("openai_202602.json");
    let profile = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let profile = jsonschema::validator_for(&profile).unwrap();
    let mut lines = corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl"));
    if let Some(all) = corpora::shared("corpora/mcp-tools/tools.jsonl") {
        lines.extend(corpora::lines(&all));
    }
    let (mut inside, mut wrong) = (0, Vec::new());
    for line in &lines {
        let row = read(line, Shape::Auto, false).unwrap().row().unwrap();
        let Ok(sent) = project(&row, Dialect::OpenAiStrict) else { continue };
        let schema = sent.wire.pointer("/function/parameters").unwrap();
        match profile.validate(&plain(schema)) {
            Ok(()) => inside += 1,
            Err(error) => wrong.push(format!("{}: {error} at {}", row.name, error.instance_path())),
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(12)]);
    assert!(inside * 100 >= lines.len() * 95, "{inside} of {}", lines.len());
}

/// The examples of a profile: their names and schemas.
fn examples(profile: &str, verdict: &str) -> Vec<(String, Json)> {
    let folder = format!("corpora/jsonschemaprofiles/tests/{profile}/{verdict}");
    let Some(folder) = corpora::shared(&folder) else { return Vec::new() };
    let read = |path: std::path::PathBuf| {
        let schema = Json::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        (path.file_stem().unwrap().display().to_string(), schema)
    };
    std::fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap().path())).collect()
}

#[test]
fn the_examples_of_the_profiles_get_the_verdicts_that_are_stated() {
    let objects = |(_, schema): &(String, Json)| schema.get("type").and_then(Json::as_str) == Some("object");
    let refused = |dialect: Dialect, examples: Vec<(String, Json)>| -> Vec<String> {
        let faults = |schema: &Json| accept(dialect, &[("t", schema)]);
        let all = examples.into_iter().filter(objects).filter(|(_, schema)| !faults(schema).is_empty());
        all.map(|(name, _)| name).collect()
    };
    assert_eq!(refused(Dialect::OpenAiStrict, examples("openai_202602", "valid")), Vec::<String>::new());
    let wrong = examples("openai_202602", "invalid");
    let mut names: Vec<String> =
        wrong.iter().filter(|example| objects(example)).map(|(name, _)| name.clone()).collect();
    let mut found = refused(Dialect::OpenAiStrict, wrong);
    names.sort();
    found.sort();
    assert_eq!(found, names);
    // Of Gemini's profile only what it takes: it is narrower than what the API was recorded to take.
    assert_eq!(refused(Dialect::Gemini, examples("gemini_202602", "valid")), Vec::<String>::new());
}

/// The keys of every object in reverse; data stays.
fn reversed(schema: &Json) -> Json {
    match schema {
        Json::Object(object) => {
            let entries: Vec<(String, Json)> = object
                .iter()
                .map(|(k, v)| {
                    let is_map = matches!(k, "properties" | "default" | "enum" | "const" | "examples");
                    (k.to_owned(), if is_map { v.clone() } else { reversed(v) })
                })
                .collect();
            Json::Object(entries.into_iter().rev().collect::<Object>())
        }
        Json::Array(items) => Json::Array(items.iter().map(reversed).collect()),
        other => other.clone(),
    }
}

#[test]
fn the_same_schema_written_otherwise_is_sent_as_the_same_bytes() {
    for line in corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl")) {
        let tool = read(&line, Shape::Auto, false).unwrap();
        let Some(plain) = row(&tool.schema) else { continue };
        let turned = row(&reversed(&tool.schema)).unwrap();
        let mut with_draft = tool.schema.as_object().unwrap().clone();
        if !with_draft.contains_key("$schema") {
            with_draft.insert("$schema", "https://json-schema.org/draft/2020-12/schema");
        }
        let with_draft = row(&Json::Object(with_draft)).unwrap();
        for dialect in Dialect::ALL {
            let sent = |row: &Row| project(row, dialect).map(|sent| sent.wire.to_string()).map_err(|why| why.code);
            assert_eq!(sent(&plain), sent(&turned), "{} {}", tool.name, dialect.name());
            assert_eq!(sent(&plain), sent(&with_draft), "{} {}", tool.name, dialect.name());
        }
    }
}

/// Schemas that grow, recur or nest without end.
fn hostile() -> Vec<(&'static str, Json)> {
    let bomb = |levels: usize, width: usize| {
        let mut defs = Object::new();
        for level in 0..levels {
            let reference = Json::from([("$ref", format!("#/$defs/L{}", level + 1))]);
            let fields: Object = (0..width).map(|n| (format!("f{n}"), reference.clone())).collect();
            defs.insert(
                format!("L{level}"),
                Json::from([("type", Json::from("object")), ("properties", fields.into())]),
            );
        }
        defs.insert(format!("L{levels}"), Json::from([("type", "string")]));
        let mut root = Object::from_iter([("type", "object")]);
        root.insert("properties", Json::from([("a", Json::from([("$ref", "#/$defs/L0")]))]));
        root.insert("$defs", defs);
        Json::Object(root)
    };
    let mutual = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{
        "A":{"type":"object","properties":{"x":{"$ref":"#/$defs/A"},"y":{"$ref":"#/$defs/B"},"z":{"$ref":"#/$defs/C"}}},
        "B":{"type":"object","properties":{"x":{"$ref":"#/$defs/A"},"y":{"$ref":"#/$defs/B"},"z":{"$ref":"#/$defs/C"}}},
        "C":{"type":"object","properties":{"x":{"$ref":"#/$defs/A"},"y":{"$ref":"#/$defs/B"},"z":{"$ref":"#/$defs/C"}}}}}"##;
    let deep = (0..60).fold(Json::from([("type", "string")]), |inner, _| {
        Json::from([("type", Json::from("object")), ("properties", Json::from([("k", inner)]))])
    });
    let choices: Vec<String> = (0..20_000).map(|n| format!("value-{n:050}")).collect();
    let property = Json::from([("enum", choices)]);
    let wide = Json::from([("type", Json::from("object")), ("properties", Json::from([("e", property)]))]);
    vec![
        ("bomb", bomb(7, 8)),
        ("mutual", Json::parse(mutual).unwrap()),
        ("deep", deep),
        ("a megabyte of choices", wide),
    ]
}

#[test]
fn hostile_schemas_end_in_bounded_time_and_output_in_every_dialect() {
    for (name, schema) in hostile() {
        let Some(row) = row(&schema) else { continue };
        for dialect in Dialect::ALL {
            let start = Instant::now();
            if let Ok(sent) = project(&row, dialect) {
                let size = sent.wire.to_string().len();
                assert!(size < 8_000_000, "{name} {}: {size} bytes", dialect.name());
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{name} {}: {:?}", dialect.name(), start.elapsed());
        }
    }
}
