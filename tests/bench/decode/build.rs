//! The tools of the bundled corpus in; their typed inputs, the same types with serde alone, and valid arguments out.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toolgen::Formats;
use toolgen::emit::rust::binding::{Answer, Function};
use toolgen::emit::rust::string;
use toolgen::emit::rust::table::{self, Bound};
use toolgen_model::Json;
use toolgen_model::catalog::Row;
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::validate::is_valid;

#[path = "../../src/instances.rs"]
#[allow(dead_code, unreachable_pub)]
mod instances;

/// How many valid arguments each tool is decoded from.
const TEXTS: usize = 16;
/// Where small schemas end and large ones begin, in bytes.
const CLASSES: [(&str, usize); 3] = [("small", 600), ("medium", 2000), ("large", usize::MAX)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpus = Path::new("../../corpus/mcp-tools/tools.jsonl");
    println!("cargo::rerun-if-changed={}", corpus.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../src/instances.rs");
    let (mut typed, mut plain, mut cases) = (Vec::new(), Vec::new(), String::new());
    for line in fs::read_to_string(corpus)?.lines().filter(|line| !line.trim().is_empty()) {
        let row = Json::parse(line)?;
        let Some(schema) = row.get("tool").unwrap_or(&row).get("inputSchema") else { continue };
        let Ok(input) = canonicalize(schema) else { continue };
        // Serde alone has no type of its own for a union, which would be no fair rival.
        if input.get("additionalProperties").and_then(Json::as_bool) != Some(false) || has_union(&input) {
            let Some(closed) = closed(&input).filter(|_| !has_union(&input)) else { continue };
            take(&closed, &mut typed, &mut plain, &mut cases)?;
        } else {
            take(&input, &mut typed, &mut plain, &mut cases)?;
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let file = |bound: &[Bound]| table::file(bound, &[], &[], "toolgen_runtime", Formats::default(), "0");
    fs::write(out.join("typed.rs"), file(&typed))?;
    fs::write(out.join("plain.rs"), without_more(&file(&plain)))?;
    fs::write(out.join("cases.rs"), format!("pub(crate) const CASES: &[Case] = &[\n{cases}];\n"))?;
    Ok(())
}

/// One tool: both of its types, and its arguments.
fn take(
    input: &Json,
    typed: &mut Vec<Bound>,
    plain: &mut Vec<Bound>,
    cases: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let name = format!("tool_{}", typed.len());
    let mut random = instances::Random::new(typed.len() as u64 + 1);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..TEXTS * 40 {
        let value = instances::instance(input, input, 0, 0, &mut random);
        if texts.len() < TEXTS && is_valid(input, &value) && value.as_object().is_some_and(|object| !object.is_empty())
        {
            texts.push(value.to_string());
        }
    }
    if texts.len() < TEXTS {
        return Ok(());
    }
    let row = Row { tool: name.clone(), description: "A tool.".to_owned(), input: input.clone(), ..Row::default() };
    let function = Function { path: "crate::echo".to_owned(), injected: 0, takes_input: true, is_async: false };
    typed.push(Bound {
        row: row.clone().seal(),
        answer: Answer::Function(function),
        handler_file: None,
        cases: Vec::new(),
        places: Vec::new(),
    });
    let empty = Json::parse(r#"{"type":"object","properties":{},"additionalProperties":false}"#)?;
    let row = Row { input: empty, output: Some(input.clone()), ..row };
    plain.push(Bound {
        row: row.seal(),
        answer: Answer::Nothing,
        handler_file: None,
        cases: Vec::new(),
        places: Vec::new(),
    });
    let size = input.to_string().len();
    let class = CLASSES.iter().find(|(_, end)| size < *end).map_or("large", |(class, _)| class);
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

/// The root closed, as a manifest's root is.
fn closed(input: &Json) -> Option<Json> {
    let mut closed = input.clone();
    closed.as_object_mut()?.insert("additionalProperties", false);
    Some(closed)
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
