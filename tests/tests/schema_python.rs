//! A second validator: tools and values in, the places where Python's `jsonschema` and the model's validator give
//! two verdicts out. The first is the Rust crate `jsonschema`, in the other tests.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::process::Command;

use toolgen_model::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::canonicalize_any;
use toolgen_model::schema::dialect::{Dialect, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::is_valid;
use toolgen_tests::corpora;
use toolgen_tests::instances::{Random, instance};
use toolgen_tests::wire;

/// One question a line, one list of verdicts a line; `null` where Python cannot read the schema.
const SCRIPT: &str = r#"
import json, sys, warnings
warnings.simplefilter("ignore")
from jsonschema import Draft202012Validator, validators
for line in open(sys.argv[1], encoding="utf-8"):
    question = json.loads(line)
    try:
        kind = validators.validator_for(question["schema"], default=Draft202012Validator)
        validator = kind(question["schema"])
        print(json.dumps([validator.is_valid(value) for value in question["values"]]))
    except Exception:
        print("null")
"#;

/// A Python that has `jsonschema`. Where CI says that it is CI, there must be one.
fn python() -> Option<&'static str> {
    let has = |python: &&str| {
        Command::new(python).args(["-c", "import jsonschema"]).output().is_ok_and(|out| out.status.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(has);
    assert!(found.is_some() || std::env::var("CI").as_deref() != Ok("true"), "Python's jsonschema must be here in CI");
    found
}

struct Question {
    name: String,
    schema: Json,
    /// What the model's validator reads
    canonical: Json,
    values: Vec<Json>,
}

/// Without `format`: one validator asserts it, the other does not.
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

fn question(name: String, schema: &Json, rounds: u64) -> Option<Question> {
    let schema = without_formats(schema);
    let canonical = canonicalize_any(&schema).ok()?;
    let values = (0..rounds).map(|seed| {
        let mut random = Random::new(seed + 3);
        instance(&canonical, &canonical, [0, 12][seed as usize % 2], 0, &mut random)
    });
    Some(Question { name, values: values.collect(), schema, canonical })
}

/// Asks about each tool as it was written, and as some dialects send it.
fn questions(lines: &[Json], rounds: u64) -> Vec<Question> {
    let mut all = Vec::new();
    for line in lines {
        let tool = read(line, Shape::Auto, false).unwrap();
        all.extend(question(format!("{} as written", tool.name), &tool.schema, rounds));
        let row: Row = tool.row().unwrap();
        for dialect in [Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::AnthropicStrict, Dialect::Gemini] {
            let Ok(sent) = project(&row, dialect) else { continue };
            let schema = wire::schema(&sent.wire).unwrap();
            all.extend(question(format!("{} for {}", row.name, dialect.name()), schema, rounds));
        }
    }
    all
}

/// Compares the verdicts; returns how many there were.
fn agreed(python: &str, questions: &[Question]) -> usize {
    let file = tempfile::NamedTempFile::new().unwrap();
    let line = |question: &Question| {
        let mut line = Object::from_iter([("schema", question.schema.clone())]);
        line.insert("values", question.values.clone());
        Json::Object(line).to_string() + "\n"
    };
    std::fs::write(file.path(), questions.iter().map(line).collect::<String>()).unwrap();
    let out = Command::new(python).args(["-c", SCRIPT]).arg(file.path()).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let answers: Vec<Json> = String::from_utf8(out.stdout).unwrap().lines().map(|l| Json::parse(l).unwrap()).collect();
    assert_eq!(answers.len(), questions.len());
    let (mut count, mut wrong) = (0, Vec::new());
    for (question, answer) in questions.iter().zip(&answers) {
        let Some(verdicts) = answer.as_array() else { continue };
        for (value, theirs) in question.values.iter().zip(verdicts) {
            count += 1;
            let ours = is_valid(&question.canonical, value);
            if theirs.as_bool() != Some(ours) {
                wrong.push(format!("{}: {ours}, not {theirs}, of {value} in {}", question.name, question.schema));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    count
}

#[test]
fn python_gives_the_same_verdicts_on_the_bundled_tools() {
    let Some(python) = python() else { return };
    let lines = corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl"));
    let count = agreed(python, &questions(&lines, 12));
    assert!(count > 1_500, "{count}");
}

#[test]
fn python_gives_the_same_verdicts_on_a_sample_of_all_tools() {
    let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") else { return };
    let Some(python) = python() else { return };
    let lines: Vec<Json> = corpora::lines(&file).into_iter().step_by(8).collect();
    let count = agreed(python, &questions(&lines, 6));
    assert!(count > 2_500, "{count} verdicts on {} tools", lines.len());
}
