//! Real schemas against the canonical form: they all have one, it is stable, and it accepts what the
//! original accepts, as an independent validator and labelled instances state.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use toolgen_model::json::Json;
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};
use toolgen_model::validate::{is_valid, validate};
use toolgen_tests::corpora;
use toolgen_tests::instances::{Random, instance};

fn plain(value: &Json) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).unwrap()
}

/// The canonical form, which must stay as it is when it is made again.
fn stable(name: &str, schema: &Json) -> Json {
    let canonical = canonicalize_any(schema).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
    let again = canonicalize_any(&canonical).unwrap_or_else(|faults| panic!("{name}: {faults:#?} in {canonical}"));
    assert_eq!(canonical.to_string(), again.to_string(), "{name}");
    canonical
}

/// Without `format`: one validator asserts it, the other does not; and Rust's number formats are bounds.
fn without_formats(schema: &Json) -> Json {
    match schema {
        Json::Array(items) => Json::Array(items.iter().map(without_formats).collect()),
        Json::Object(object) => {
            let kept = object.iter().filter(|(key, value)| *key != "format" || value.as_str().is_none());
            Json::Object(kept.map(|(key, value)| (key.to_owned(), without_formats(value))).collect())
        }
        other => other.clone(),
    }
}

/// Compares the verdicts on generated instances; returns how many were accepted and refused.
fn agrees(name: &str, schema: &Json, rounds: u64, wrong: &mut Vec<String>) -> (usize, usize) {
    let schema = without_formats(schema);
    let canonical = stable(name, &schema);
    let Ok(oracle) = jsonschema::options().should_validate_formats(false).build(&plain(&schema)) else { return (0, 0) };
    // In draft-04 `1.0` is no integer; every later draft, and the canonical form, takes it for one.
    let draft4 = schema.get("$schema").and_then(Json::as_str).is_some_and(|uri| uri.contains("draft-04"));
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..rounds {
        let mut random = Random::new(seed + 1);
        let value = instance(&canonical, &canonical, [0, 40, 8][seed as usize % 3], 0, &mut random);
        if draft4 && value.to_string().contains(".0") {
            continue;
        }
        let (ours, theirs) = (is_valid(&canonical, &value), oracle.is_valid(&plain(&value)));
        if ours != validate(&canonical, &value).is_empty() {
            wrong.push(format!("{name}: two verdicts on {value}"));
        }
        if ours != theirs {
            wrong.push(format!("{name}: {ours}, not {theirs}, of {value} in {canonical}, from {schema}"));
        }
        if ours { accepted += 1 } else { refused += 1 }
    }
    (accepted, refused)
}

fn all_agree(schemas: impl Iterator<Item = (String, Json)>, rounds: u64) -> (usize, usize, usize) {
    let mut wrong = Vec::new();
    let (mut count, mut accepted, mut refused) = (0, 0, 0);
    for (name, schema) in schemas {
        let (yes, no) = agrees(&name, &schema, rounds, &mut wrong);
        (count, accepted, refused) = (count + 1, accepted + yes, refused + no);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    (count, accepted, refused)
}

fn tool_schemas(tools: Vec<Json>) -> impl Iterator<Item = (String, Json)> {
    tools.into_iter().flat_map(|row| {
        let tool = row.get("tool").cloned().unwrap_or_default();
        let name = tool.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
        ["inputSchema", "input_schema", "outputSchema"]
            .into_iter()
            .filter_map(move |key| Some((format!("{name} {key}"), tool.get(key)?.clone())))
            .filter(|(_, schema)| schema.as_object().is_some())
            .collect::<Vec<_>>()
    })
}

#[test]
fn bundled_tools_mean_the_same_in_canonical_form() {
    let tools = corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl"));
    let (count, accepted, refused) = all_agree(tool_schemas(tools), 60);
    assert!(count >= 36 && accepted > 500 && refused > 500, "{count} {accepted} {refused}");
}

#[test]
fn all_mcp_tools_mean_the_same_in_canonical_form() {
    let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") else { return };
    let (count, accepted, refused) = all_agree(tool_schemas(corpora::lines(&file)), 15);
    assert!(count > 900 && accepted > 2_000 && refused > 2_000, "{count} {accepted} {refused}");
}

#[test]
fn schemas_of_all_kinds_mean_the_same_in_canonical_form() {
    let Some(file) = corpora::shared("corpora/jsonschemabench/schemas.jsonl") else { return };
    let named = corpora::lines(&file).into_iter().map(|row| {
        (
            row.get("id").and_then(Json::as_str).unwrap_or_default().to_owned(),
            row.get("schema").cloned().unwrap_or_default(),
        )
    });
    // Every sixth: building an oracle for each takes minutes.
    let (count, accepted, refused) = all_agree(named.step_by(6), 12);
    assert!(count > 240 && accepted > 300 && refused > 300, "{count} {accepted} {refused}");
}

/// Labels that count on more than the draft says.
const LABELS: &[(&str, &str)] = &[
    ("Github_easy---o24544", "in draft-04 12345.0 is no integer; in every later draft it is"),
    ("Kubernetes---kb_106_Normalized", "`format: byte`, which is asserted here"),
    ("Kubernetes---kb_1147_Normalized", "`format: byte`, which is asserted here"),
    ("MCPspec---CallToolResult", "`format: byte`, which is asserted here"),
    ("Github_easy---o66309", "`format: regex`, which is not asserted here"),
    ("Github_hard---o53084", "`format: uri-reference`, which is not asserted here"),
    ("MCPspec---CompleteRequest", "`format: uri-template`, which is not asserted here"),
];

#[test]
fn labelled_instances_are_judged_as_labelled() {
    let Some(file) = corpora::shared("corpora/jsonschemabench/labelled_instances.jsonl") else { return };
    let (mut count, mut wrong) = (0, Vec::new());
    for row in corpora::lines(&file) {
        let id = row.get("id").and_then(Json::as_str).unwrap();
        let canonical = stable(id, row.get("schema").unwrap());
        for test in row.get("tests").unwrap().as_array().unwrap() {
            count += 1;
            let (data, expected) = (test.get("data").unwrap(), test.get("valid").unwrap().as_bool().unwrap());
            if is_valid(&canonical, data) != expected && !LABELS.iter().any(|(known, _)| *known == id) {
                wrong.push(format!("{id}: {data} is {expected}"));
            }
        }
    }
    assert!(wrong.is_empty() && count > 5_000, "{count}: {wrong:#?}");
}

#[test]
fn reported_faults_are_judged_as_labelled() {
    let Some(file) = corpora::shared("cases/schemas.jsonl") else { return };
    let mut count = 0;
    for case in corpora::lines(&file) {
        let id = case.get("id").and_then(Json::as_str).unwrap();
        let refuses = ["G04", "J03", "U02", "U03"].contains(&id);
        let canonical = match canonicalize(case.get("schema").unwrap()) {
            Ok(canonical) => canonical,
            Err(faults) => {
                assert!(refuses, "{id}: {faults:#?}");
                assert!(faults.iter().all(|fault| !fault.help.is_empty()));
                continue;
            }
        };
        assert!(!refuses, "{id} must be refused");
        for (key, expected) in [("valid", true), ("invalid", false)] {
            for value in case.get(key).and_then(Json::as_array).unwrap_or_default() {
                count += 1;
                assert_eq!(is_valid(&canonical, value), expected, "{id}: {value}");
                assert_eq!(validate(&canonical, value).is_empty(), expected, "{id}: {value}");
            }
        }
    }
    assert!(count > 80, "{count}");
}
