//! MCP tools in; their typed inputs, the same types with serde alone, and valid arguments out.
//!
//! The tools are those of the corpus beside the checkout, or else those that are part of it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toolgen::Formats;
use toolgen::emit::rust::binding::{Answer, Function};
use toolgen::emit::rust::string;
use toolgen::emit::rust::table::{self, Bound};
use toolgen_model::catalog::Row;
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::{is_valid, is_valid_in};
use toolgen_model::{Json, json::Object};

#[path = "../../src/instances.rs"]
#[allow(dead_code, unreachable_pub)]
mod instances;

/// How many valid arguments each tool is decoded from.
const TEXTS: usize = 16;
/// How many tools of a class are taken at most, spread over all of them.
const TOOLS: usize = 12;
/// Where small schemas end and large ones begin, in bytes.
const CLASSES: [(&str, usize); 3] = [("small", 600), ("medium", 2000), ("large", usize::MAX)];
const CORPORA: [&str; 3] =
    ["../../../../shared/corpora/mcp-tools", "../../../../../shared/corpora/mcp-tools", "../../corpus/mcp-tools"];
/// What text with a format or a pattern of the corpus looks like.
const SAMPLES: [&str; 16] = [
    "2026-01-31T08:30:00Z",
    "3f2c1d80-9f1e-4b7a-8c11-0d9a5b7c2e4f",
    "2026-01-31",
    "https://example.com/a?b=c",
    "user@example.com",
    "08:30:00",
    "P1DT2H",
    "{\"a\":1}",
    "repo",
    "pid=12",
    "a.b=c",
    "2026-01-01to2026-02-01",
    "I1:2;3:4",
    "chart.png",
    "0.5",
    "12:30",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = CORPORA.iter().map(|place| Path::new(place).join("tools.jsonl")).find(|file| file.exists());
    let file = file.ok_or("no tools: tests/corpus/mcp-tools is gone")?;
    println!("cargo::rerun-if-changed={}", file.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../src/instances.rs");
    let mut classes: [Vec<(Json, Vec<String>)>; 3] = Default::default();
    for line in fs::read_to_string(file)?.lines().filter(|line| !line.trim().is_empty()) {
        let line = Json::parse(line)?;
        let Ok(tool) = read(line.get("tool").unwrap_or(&line), Shape::Mcp, false) else { continue };
        let Ok(mut input) = canonicalize(&tool.schema) else { continue };
        // The root is closed, as a manifest's is. Serde alone has no type of its own for a union, which would be no
        // fair rival.
        if has_union(&input) {
            continue;
        }
        let Some(root) = input.as_object_mut() else { continue };
        root.insert("additionalProperties", false);
        let size = input.to_string().len();
        let class = CLASSES.iter().position(|(_, end)| size < *end).unwrap_or(2);
        if let (Some(texts), Some(class)) = (texts(&input), classes.get_mut(class)) {
            class.push((input, texts));
        }
    }
    let (mut typed, mut plain, mut cases) = (Vec::new(), Vec::new(), String::new());
    for ((class, _), tools) in CLASSES.iter().zip(&classes) {
        let step = tools.len().div_ceil(TOOLS).max(1);
        for (input, texts) in tools.iter().step_by(step) {
            take(class, input, texts, &mut typed, &mut plain, &mut cases)?;
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let file = |bound: &[Bound]| table::file(bound, &[], &[], "toolgen_runtime", Formats::default(), "0");
    fs::write(out.join("typed.rs"), file(&typed))?;
    fs::write(out.join("plain.rs"), without_more(&file(&plain)))?;
    fs::write(out.join("cases.rs"), format!("pub(crate) const CASES: &[Case] = &[\n{cases}];\n"))?;
    Ok(())
}

/// Arguments that are valid; none where not enough are found.
fn texts(input: &Json) -> Option<Vec<String>> {
    let mut texts: Vec<String> = Vec::new();
    for seed in 0..TEXTS as u64 * 40 {
        let value = instances::instance(input, input, 0, 0, &mut instances::Random::new(seed + 1));
        let value = fitted(input, input, value);
        let some = value.as_object().is_some_and(|object| !object.is_empty());
        if texts.len() < TEXTS && some && is_valid(input, &value) {
            texts.push(value.to_string());
        }
    }
    (texts.len() == TEXTS).then_some(texts)
}

/// The value with a sample in the place of each text that has not the form that the schema asks for, and without the
/// members that it does not name: serde alone would drop them. Whole numbers have no fraction: serde reads none there.
fn fitted(root: &Json, schema: &Json, value: Json) -> Json {
    let schema = match schema.get("$ref").and_then(Json::as_str).and_then(|target| root.pointer(&target[1..])) {
        Some(target) => target,
        None => schema,
    };
    let below = |key: &str| schema.get("properties").and_then(|all| all.get(key));
    match value {
        Json::Object(members) if schema.get("properties").is_some() => {
            let known = members.into_iter().filter_map(|(key, value)| {
                let value = fitted(root, below(&key)?, value);
                Some((key, value))
            });
            Json::Object(known.collect::<Object>())
        }
        Json::Array(items) => {
            let any = Json::from(true);
            let schema = schema.get("items").unwrap_or(&any);
            Json::Array(items.into_iter().map(|item| fitted(root, schema, item)).collect())
        }
        Json::String(text) => {
            let text = Json::String(text);
            if is_valid_in(root, schema, &text) {
                return text;
            }
            SAMPLES
                .iter()
                .map(|sample| Json::from(*sample))
                .find(|sample| is_valid_in(root, schema, sample))
                .unwrap_or(text)
        }
        Json::Number(number) => match number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e15) {
            Some(n) => Json::from(n as i64),
            None => Json::Number(number),
        },
        other => other,
    }
}

/// One tool: both of its types, and its arguments.
fn take(
    class: &str,
    input: &Json,
    texts: &[String],
    typed: &mut Vec<Bound>,
    plain: &mut Vec<Bound>,
    cases: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let name = format!("tool_{}", typed.len());
    let row = Row { tool: name.clone(), description: "A tool.".to_owned(), input: input.clone(), ..Row::default() };
    let function = Function { path: "crate::echo".to_owned(), injected: 0, takes_input: true, is_async: false };
    typed.push(bound(row.clone(), Answer::Function(function)));
    let empty = Json::parse(r#"{"type":"object","properties":{},"additionalProperties":false}"#)?;
    plain.push(bound(Row { input: empty, output: Some(without_defaults(input)), ..row }, Answer::Nothing));
    let list = texts.iter().map(|text| string(text)).collect::<Vec<_>>().join(", ");
    writeln!(
        cases,
        "    Case {{ name: {name:?}, class: {class:?}, schema: {}, texts: &[{list}],
        typed: |text| black_box(typed::generated::{name}::Input::from_json(text)).is_ok(),
        plain: |text| black_box(serde_json::from_str::<plain::generated::{name}::Output>(text)).is_ok(),
        value: |value| black_box(serde_json::from_value::<plain::generated::{name}::Output>(value)).is_ok() }},",
        string(&input.to_string())
    )?;
    Ok(())
}

fn bound(row: Row, answer: Answer) -> Bound {
    Bound { row: row.seal(), answer, handler_file: None, cases: Vec::new(), places: Vec::new() }
}

/// The schema whose properties may be absent: what then stands for them, serde alone is not asked.
fn without_defaults(input: &Json) -> Json {
    let mut input = input.clone();
    let properties = input.as_object_mut().and_then(|root| root.get_mut("properties")).and_then(Json::as_object_mut);
    for (_, property) in properties.into_iter().flat_map(Object::iter_mut) {
        if let Some(property) = property.as_object_mut() {
            property.remove("default");
        }
    }
    input
}

fn has_union(schema: &Json) -> bool {
    match schema {
        Json::Object(object) => {
            let null = |branch: &Json| branch.get("type").and_then(Json::as_str) == Some("null");
            let union = ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| object.get(key)?.as_array());
            union.flatten().filter(|branch| !null(branch)).count() > 1 || object.values().any(has_union)
        }
        Json::Array(items) => items.iter().any(has_union),
        _ => false,
    }
}

/// What a person would write: unknown properties are passed over, and neither kept nor refused.
fn without_more(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut skip = false;
    for line in text.lines() {
        if line.trim() == "/// Properties that the schema does not name" {
            continue;
        }
        if line.trim() == "#[serde(flatten)]" {
            skip = true;
        } else if !std::mem::take(&mut skip) {
            lines.push(line.replace(", deny_unknown_fields", ""));
        }
    }
    lines.join("\n")
}
