//! The JSON Schema Test Suite against the canonical form: each schema is brought into canonical form,
//! and the model's validator must give the verdict that the suite states.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};
use toolgen_model::validate::{is_known_format, is_valid, validate};
use toolgen_tests::corpora;

const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

/// Groups that must be refused: a file of the suite, a part of the fault's message, and why.
const REFUSED: &[(&str, &str, &str)] = &[
    ("refRemote", "nothing is fetched", "schemas of other documents"),
    ("ref", "nothing is fetched", "the meta-schema, another document"),
    ("definitions", "nothing is fetched", "the meta-schema, another document"),
    ("defs", "nothing is fetched", "the meta-schema, another document"),
    ("dynamicRef", "nothing is fetched", "schemas of other documents"),
    ("dynamicRef", "means something else", "dynamic scope has no fixed meaning at one place"),
    ("recursiveRef", "means something else", "dynamic scope has no fixed meaning at one place"),
    ("unevaluatedItems", "means something else", "dynamic scope has no fixed meaning at one place"),
    ("unevaluatedProperties", "means something else", "dynamic scope has no fixed meaning at one place"),
    ("vocabulary", "no draft", "meta-schemas of one's own"),
];

/// The one place where the verdict differs on purpose: known formats are asserted.
fn differs(file: &str, test: &str) -> bool {
    let format =
        test.strip_prefix("invalid ").and_then(|test| test.strip_suffix(" string is only an annotation by default"));
    file == "format" && format.is_some_and(is_known_format)
}

#[derive(Default, Debug, PartialEq)]
struct Count {
    tests: usize,
    refused: usize,
}

fn run(folder: &Path) -> Count {
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for (draft, uri) in DRAFTS {
        let mut files: Vec<_> = fs::read_dir(folder.join(draft)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.sort();
        for file in files {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            for group in Json::parse(&fs::read_to_string(&file).unwrap()).unwrap().as_array().unwrap() {
                let name = format!("{draft}/{stem}: {}", group.get("description").unwrap());
                group_is_right(&name, stem, uri, group, &mut count, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    count
}

fn group_is_right(name: &str, file: &str, uri: &str, group: &Json, count: &mut Count, wrong: &mut Vec<String>) {
    let schema = with_draft(group.get("schema").unwrap(), uri);
    let canonical = match canonicalize_any(&schema) {
        Ok(canonical) => canonical,
        Err(faults) => {
            let known = |fault: &str| REFUSED.iter().any(|(at, part, _)| *at == file && fault.contains(part));
            if !faults.iter().all(|fault| known(&fault.message)) {
                wrong.push(format!("{name} is refused: {faults:?}"));
            }
            count.refused += 1;
            return;
        }
    };
    let again = canonicalize_any(&canonical).unwrap().to_string();
    if again != canonical.to_string() {
        wrong.push(format!("{name} is not idempotent: {canonical} became {again}"));
    }
    let arguments = canonicalize(&schema);
    for test in group.get("tests").unwrap().as_array().unwrap() {
        count.tests += 1;
        let (data, expected) = (test.get("data").unwrap(), test.get("valid").unwrap().as_bool().unwrap());
        let description = test.get("description").and_then(Json::as_str).unwrap();
        let mut verdicts = vec![is_valid(&canonical, data), validate(&canonical, data).is_empty()];
        if data.as_object().is_some() {
            // As arguments only objects count; a schema that accepts none has no form.
            verdicts.push(arguments.as_ref().is_ok_and(|arguments| is_valid(arguments, data)));
        }
        let expected = expected != differs(file, description);
        if verdicts.iter().any(|verdict| *verdict != expected) {
            wrong.push(format!("{name}: {description}: {verdicts:?}, not {expected}, in {canonical}"));
        }
    }
}

fn with_draft(schema: &Json, uri: &str) -> Json {
    let Some(object) = schema.as_object().filter(|object| !object.contains_key("$schema")) else {
        return schema.clone();
    };
    let start: Object = [("$schema", uri)].into_iter().collect();
    Json::Object(start.into_iter().chain(object.clone()).collect())
}

#[test]
fn the_bundled_part_of_the_suite_is_judged_as_it_states() {
    let count = run(&corpora::bundled("json-schema-test-suite"));
    assert_eq!(count, Count { tests: 1227, refused: 11 });
}

#[test]
fn the_whole_suite_is_judged_as_it_states() {
    let Some(suite) = corpora::shared("corpora/json-schema-test-suite/tests") else {
        // The bundled part has a test of its own.
        return;
    };
    let count = run(&suite);
    assert_eq!(count, Count { tests: 4729, refused: 96 });
}

#[test]
fn asserted_formats_are_judged_as_the_suite_states() {
    let bundled = corpora::bundled("json-schema-test-suite/draft2020-12/optional/format");
    let mut wrong = Vec::new();
    let mut tests = 0;
    for entry in fs::read_dir(bundled).unwrap() {
        let path = entry.unwrap().path();
        for group in Json::parse(&fs::read_to_string(&path).unwrap()).unwrap().as_array().unwrap() {
            let schema = canonicalize_any(group.get("schema").unwrap()).unwrap();
            for test in group.get("tests").unwrap().as_array().unwrap() {
                tests += 1;
                let (data, expected) = (test.get("data").unwrap(), test.get("valid").unwrap().as_bool().unwrap());
                // Whether an encoded label decodes to a legal one takes the tables of IDNA.
                let encoded = data.as_str().is_some_and(|text| text.to_lowercase().starts_with("xn--"));
                if is_valid(&schema, data) != expected && !encoded {
                    wrong.push(format!("{}: {data} is {expected}", path.file_stem().unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tests > 150, "only {tests} tests were found");
}
