//! Random schemas against the canonical form: it must accept exactly what the original accepts, and an
//! independent validator says what that is. And what `diff` claims of two of them holds for their instances.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use toolgen_model::json::Json;
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};
use toolgen_model::schema::diff::{Change, diff};
use toolgen_model::validate::{is_valid, validate};
use toolgen_tests::instances::{Random, instance};
use toolgen_tests::random_schema::{document, schema, value_of};

fn plain(value: &Json) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn run(schemas: u64, unevaluated: bool) {
    let mut wrong: Vec<String> = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..schemas {
        let random = &mut Random::new(seed + 1);
        let schema = document(3, unevaluated, random);
        let Ok(canonical) = canonicalize_any(&schema) else { continue };
        let again = canonicalize_any(&canonical).map(|again| again.to_string());
        if again.as_ref() != Ok(&canonical.to_string()) {
            wrong.push(format!("{seed} not idempotent:\n  {schema}\n  {canonical}\n  {again:?}"));
        }
        let oracle = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&plain(&schema)).unwrap();
        let root = canonicalize(&schema);
        for n in 0..40 {
            let value = if n % 2 == 0 { value_of(3, random) } else { instance(&canonical, &canonical, 6, 0, random) };
            let theirs = oracle.is_valid(&plain(&value));
            let ours = is_valid(&canonical, &value);
            if ours != theirs || ours != validate(&canonical, &value).is_empty() {
                wrong.push(format!("{seed} {ours}, not {theirs}, of {value}:\n  {schema}\n  {canonical}"));
                break;
            }
            if value.as_object().is_some() && root.as_ref().is_ok_and(|root| is_valid(root, &value)) != theirs {
                wrong.push(format!("{seed} as arguments not {theirs}, of {value}:\n  {schema}\n  {root:?}"));
                break;
            }
            if theirs { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(accepted > schemas && refused > schemas, "{accepted} {refused}");
}

#[test]
fn random_schemas_mean_the_same_in_canonical_form() {
    run(1_500, false);
}

#[test]
fn random_schemas_with_unevaluated_parts_mean_the_same_in_canonical_form() {
    run(700, true);
}

/// The same document with one of its properties, or its root, changed or exchanged.
fn neighbour(old: &Json, random: &mut Random) -> Json {
    let Some(mut root) = old.as_object().cloned() else { return old.clone() };
    let more = schema(1, true, random);
    let names: Vec<String> = root.keys().filter(|key| *key != "$defs").map(str::to_owned).collect();
    match random.below(4) {
        0 if !names.is_empty() => {
            root.remove(&names[random.below(names.len())]);
        }
        1 => {
            if let Some(defs) = root.get_mut("$defs").and_then(Json::as_object_mut) {
                defs.insert("x", more);
            }
        }
        2 => root.insert("properties", Json::from([("a", more)])),
        _ => more.as_object().into_iter().flat_map(|more| more.iter()).for_each(|(k, v)| root.insert(k, v.clone())),
    }
    Json::Object(root)
}

#[test]
fn what_a_difference_claims_holds_for_instances() {
    let (mut wrong, mut decided) = (Vec::new(), 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed + 1);
        let old = document(2, seed % 3 == 0, random);
        let new = if seed % 4 == 0 { document(2, false, random) } else { neighbour(&old, random) };
        let (Ok(old), Ok(new)) = (canonicalize_any(&old), canonicalize_any(&new)) else { continue };
        let (change, places) = diff(&old, &new);
        decided += usize::from(change != Change::Changed);
        for n in 0..40 {
            let root = if n % 2 == 0 { &old } else { &new };
            let value = if n % 5 == 4 { value_of(2, random) } else { instance(root, root, [0, 8][n % 2], 0, random) };
            let (was, is) = (is_valid(&old, &value), is_valid(&new, &value));
            let stays = was && !is && matches!(change, Change::Equal | Change::Widened);
            if stays || !was && is && matches!(change, Change::Equal | Change::Narrowed) {
                wrong.push(format!(
                    "{seed} {change:?}, but {value} was {was} and is {is}:\n  {old}\n  {new}\n  {places:?}"
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(decided > 1_500, "{decided}");
}
