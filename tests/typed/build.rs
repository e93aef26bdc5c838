//! The manifests in `tools/` in, the table out, with a type for every format that has one. Beside it, `corpus.rs`:
//! the tools of the bundled corpus and random schemas, one tool each.

use std::path::{Path, PathBuf};
use std::{env, fs};

use toolgen::Formats;
use toolgen::emit::rust::binding::{Answer, Function};
use toolgen::emit::rust::table::{self, Bound};
use toolgen_model::Json;
use toolgen_model::catalog::Row;
use toolgen_model::schema::canonical::canonicalize;

#[path = "../src/instances.rs"]
#[allow(dead_code, unreachable_pub)]
mod instances;
#[path = "../src/random_schema.rs"]
#[allow(dead_code, unreachable_pub)]
mod random_schema;

/// How many random schemas become tools.
const RANDOM: u64 = 60;
const FORMATS: Formats = Formats { jiff: true, uuid: true, url: true, base64: true };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    toolgen::Build::default().formats(FORMATS).run();
    let corpus = Path::new("../corpus/mcp-tools/tools.jsonl");
    println!("cargo::rerun-if-changed={}", corpus.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut bound = Vec::new();
    for line in fs::read_to_string(corpus)?.lines().filter(|line| !line.trim().is_empty()) {
        let row = Json::parse(line)?;
        let tool = row.get("tool").unwrap_or(&row);
        let name = tool.get("name").and_then(Json::as_str).unwrap_or("nameless");
        let schema = tool.get("inputSchema").cloned().unwrap_or_default();
        bound.extend(tool_of(&format!("corpus_{}_{name}", bound.len()), &schema));
    }
    for seed in 0..RANDOM {
        let mut random = instances::Random::new(seed + 1);
        let properties = ["a", "b", "c"].map(|name| (name, random_schema::schema(3, false, &mut random)));
        let mut schema = random_schema::document(0, false, &mut random);
        if let Some(root) = schema.as_object_mut() {
            root.retain(|key, _| *key == "$defs");
            root.insert("properties", Json::from(properties));
            root.insert("additionalProperties", false);
        }
        bound.extend(tool_of(&format!("random_{seed}"), &schema));
    }
    let out = PathBuf::from(env::var("OUT_DIR")?).join("corpus.rs");
    fs::write(out, table::file(&bound, &[], &[], "toolgen_runtime", FORMATS, "0"))?;
    Ok(())
}

/// A tool that takes what the schema says; none where the schema has no canonical form.
fn tool_of(name: &str, schema: &Json) -> Option<Bound> {
    let input = canonicalize(schema).ok()?;
    let row = Row { tool: name.to_owned(), description: "A tool.".to_owned(), input, ..Row::default() };
    let mut row = row.seal();
    row.verdict = toolgen_model::Verdict::Allow;
    let function = Function { path: "crate::echo".to_owned(), injected: 0, takes_input: true, is_async: false };
    Some(Bound { row, answer: Answer::Function(function), handler_file: None, cases: Vec::new(), places: Vec::new() })
}
