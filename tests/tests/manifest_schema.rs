//! The JSON Schema of the language against the parser: both take and refuse the same manifests, as far as
//! a schema can tell.

use std::path::{Path, PathBuf};

use toolgen::check;
use toolgen::diag::{Severity, Sink, Sources};
use toolgen::manifest::{self, Draft, json_schema};

fn validators() -> Vec<jsonschema::Validator> {
    [Draft::Draft07, Draft::Draft2020]
        .into_iter()
        .map(|draft| {
            let schema: serde_json::Value = serde_json::from_str(&json_schema(draft).to_string()).unwrap();
            let checked = match draft {
                Draft::Draft07 => jsonschema::draft7::meta::validate(&schema),
                Draft::Draft2020 => jsonschema::draft202012::meta::validate(&schema),
            };
            assert!(checked.is_ok(), "{draft:?}: {:?}", checked.map_err(|error| error.to_string()));
            jsonschema::validator_for(&schema).unwrap()
        })
        .collect()
}

/// The codes of what a schema can tell: keys, kinds of values, words, bounds.
const STRUCTURE: [&str; 9] = ["TG0101", "TG0102", "TG0103", "TG0104", "TG0105", "TG0106", "TG0107", "TG0108", "TG0112"];

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/yaml");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    cases.sort();
    cases
}

#[test]
fn the_schema_takes_what_the_parser_takes_and_refuses_what_it_refuses() {
    let validators = validators();
    let (mut taken, mut refused) = (0, 0);
    for path in cases() {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", text.clone());
        let mut sink = Sink::default();
        let parsed = manifest::parse(&sources, file, &mut sink);
        check::check(&parsed.tools, &mut sink);
        let findings = sink.finish();
        let errors: Vec<_> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        let Ok(value) = serde_yaml::from_str::<serde_json::Value>(text.trim_start_matches('\u{feff}')) else {
            continue;
        };
        let structural = errors.iter().any(|finding| STRUCTURE.contains(&finding.code));
        for validator in &validators {
            if errors.is_empty() {
                let faults: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
                assert!(faults.is_empty(), "{} is refused: {faults:?}", path.display());
                taken += 1;
            } else if structural {
                assert!(!validator.is_valid(&value), "{} is taken: {errors:?}", path.display());
                refused += 1;
            }
        }
    }
    assert!(taken >= 20 && refused >= 20, "{taken} taken, {refused} refused");
}

#[test]
fn every_key_of_the_schema_has_a_description() {
    fn walk(value: &serde_json::Value, at: &str) {
        let Some(object) = value.as_object() else { return };
        if let Some(properties) = object.get("properties").and_then(|properties| properties.as_object()) {
            for (name, property) in properties {
                assert!(property.get("description").is_some(), "{at}/{name}");
            }
        }
        object.iter().for_each(|(key, value)| walk(value, &format!("{at}/{key}")));
    }
    let schema: serde_json::Value = serde_json::from_str(&json_schema(Draft::Draft2020).to_string()).unwrap();
    walk(&schema, "");
}
