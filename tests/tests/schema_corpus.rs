//! scratch
use std::fs;
use toolgen_model::json::Json;
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};
use toolgen_model::validate::{is_valid, validate};

fn to_serde(j: &Json) -> serde_json::Value { serde_json::from_str(&j.to_string()).unwrap() }

#[test]
fn cases() {
    let text = fs::read_to_string("/work/shared/cases/schemas.jsonl").unwrap();
    for line in text.lines() {
        let case = Json::parse(line).unwrap();
        let id = case.get("id").unwrap();
        let schema = case.get("schema").unwrap();
        let c = match canonicalize(schema) { Ok(c) => c, Err(f) => { println!("FAULT {id} {f:?} expect {}", case.get("expect").unwrap()); continue } };
        let show = c.to_string();
        println!("CASE {id} {}", &show.chars().take(900).collect::<String>());
        if canonicalize(&c).map(|c| c.to_string()) != Ok(c.to_string()) { println!("IDEM {id}"); }
        for (key, want) in [("valid", true), ("invalid", false)] {
            for v in case.get(key).and_then(Json::as_array).unwrap_or_default() {
                if is_valid(&c, v) != want { println!("WRONG {id} {key} {v}"); }
                if !want { println!("   {v}: {:?}", validate(&c, v)); }
            }
        }
    }
}

#[test]
fn tools() {
    let mut n = 0;
    let (mut ft, mut ct) = (0, 0);
    for (path, key) in [("/work/shared/corpora/mcp-tools/tools.jsonl", "tool")] {
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines() {
            let row = Json::parse(line).unwrap();
            let tool = row.get(key).unwrap();
            for k in ["inputSchema", "input_schema", "outputSchema"] {
                let Some(schema) = tool.get(k).filter(|s| s.as_object().is_some()) else { continue };
                n += 1;
                let start = std::time::Instant::now();
                let c = match if k == "outputSchema" { canonicalize_any(schema) } else { canonicalize(schema) } { Ok(c) => c, Err(f) => { ft += 1; println!("FAULT {} {:?}", tool.get("name").unwrap(), f); continue } };
                ct += start.elapsed().as_micros();
                if canonicalize_any(&c).map(|c| c.to_string()) != Ok(c.to_string()) { println!("IDEM {} {c}\n  {}", tool.get("name").unwrap(), canonicalize_any(&c).unwrap()); }
            }
        }
    }
    println!("tools {n} faults {ft} micros {ct}");
}

#[test]
fn bench() {
    let text = fs::read_to_string("/work/shared/corpora/jsonschemabench/labelled_instances.jsonl").unwrap();
    let (mut n, mut bad, mut faults, mut skipped) = (0, 0, 0, 0);
    for line in text.lines() {
        let row = Json::parse(line).unwrap();
        let schema = row.get("schema").unwrap();
        let c = match canonicalize_any(schema) { Ok(c) => c, Err(f) => { faults += 1; println!("FAULT {} {:?}", row.get("id").unwrap(), f[0]); continue } };
        if canonicalize_any(&c).map(|c| c.to_string()) != Ok(c.to_string()) { println!("IDEM {} {c}\n  {}", row.get("id").unwrap(), canonicalize_any(&c).unwrap()); }
        let formats = schema.to_string().contains("\"format\"");
        for t in row.get("tests").unwrap().as_array().unwrap() {
            n += 1;
            let want = t.get("valid").unwrap().as_bool().unwrap();
            let got = is_valid(&c, t.get("data").unwrap());
            if got != want { 
                if formats && want { skipped += 1; continue }
                bad += 1; println!("WRONG {} want {want} {:?}\n {}\n {}", row.get("id").unwrap(), validate(&c, t.get("data").unwrap()), schema.to_string().chars().take(1500).collect::<String>(), c.to_string().chars().take(1500).collect::<String>()); }
        }
    }
    println!("bench {n} bad {bad} faults {faults} formats {skipped}");
    let text = fs::read_to_string("/work/shared/corpora/jsonschemabench/schemas.jsonl").unwrap();
    let (mut n, mut faults) = (0, 0);
    let start = std::time::Instant::now();
    for line in text.lines() {
        let row = Json::parse(line).unwrap();
        let schema = row.get("schema").unwrap();
        n += 1;
        let c = match canonicalize_any(schema) { Ok(c) => c, Err(f) => { faults += 1; println!("FAULT2 {} {:?}", row.get("id").unwrap(), f[0]); continue } };
        if canonicalize_any(&c).map(|c| c.to_string()) != Ok(c.to_string()) { println!("IDEM2 {}", row.get("id").unwrap()); }
    }
    println!("schemas {n} faults {faults} {:?}", start.elapsed());
    let _ = to_serde;
}
