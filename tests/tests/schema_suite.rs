//! The JSON Schema Test Suite against the canonical form: each schema is brought into canonical form,
//! and the model's validator must give the verdict that the suite states.

use std::fs;
use std::path::{Path, PathBuf};

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};
use toolgen_model::validate::{is_valid, validate};

const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

#[test]
fn dump() {
    let root = Path::new("/work/shared/corpora/json-schema-test-suite/tests");
    let mut total = 0; let mut bad = 0;
    for (draft, uri) in DRAFTS {
        let mut files: Vec<PathBuf> = fs::read_dir(root.join(draft)).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some()).collect();
        files.sort();
        for file in files {
            let groups = Json::parse(&fs::read_to_string(&file).unwrap()).unwrap();
            for group in groups.as_array().unwrap() {
                let mut schema = group.get("schema").unwrap().clone();
                if let Some(o) = schema.as_object_mut() && !o.contains_key("$schema") {
                    let mut with = Object::new(); with.insert("$schema", uri);
                    for (k, v) in o.iter() { with.insert(k, v.clone()); }
                    *o = with;
                }
                let name = format!("{draft}/{}: {}", file.file_stem().unwrap().to_str().unwrap(), group.get("description").unwrap());
                let canonical = match canonicalize_any(&schema) {
                    Ok(c) => c,
                    Err(f) => { bad += 1; println!("FAULT {name}: {:?}", f[0]); continue }
                };
                let again = canonicalize_any(&canonical);
                if again.as_ref().map(|a| a.to_string()) != Ok(canonical.to_string()) { println!("IDEM {name}: {canonical} -> {again:?}"); }
                let object = canonicalize(&schema);
                for test in group.get("tests").unwrap().as_array().unwrap() {
                    total += 1;
                    let data = test.get("data").unwrap();
                    let expected = test.get("valid").unwrap().as_bool().unwrap();
                    let got = is_valid(&canonical, data);
                    if got != expected || validate(&canonical, data).is_empty() != expected {
                        bad += 1;
                        println!("WRONG {name}: {} expected {expected}\n   {schema}\n   {canonical}\n   {data}", test.get("description").unwrap());
                    }
                    if data.as_object().is_some() {
                        let got = object.as_ref().is_ok_and(|o| is_valid(o, data));
                        if got != expected { bad += 1; println!("ROOT {name}: {} expected {expected}\n  {schema}\n  {object:?}", test.get("description").unwrap()); }
                    }
                }
            }
        }
    }
    println!("total {total} bad {bad}");
}
