//! Any JSON as a schema: its canonical form is stable, and judges what the schema judged. The second line of
//! the input is the instance. `cargo +nightly fuzz run schema`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgen_model::Json;
use toolgen_model::schema::canonical::canonicalize_any;
use toolgen_model::validate::{is_valid, validate};

fuzz_target!(|text: &str| {
    let (schema, instance) = text.split_once('\n').unwrap_or((text, "null"));
    let (Ok(schema), Ok(instance)) = (Json::parse(schema), Json::parse(instance)) else { return };
    let Ok(canonical) = canonicalize_any(&schema) else { return };
    let again = canonicalize_any(&canonical).expect("a canonical schema has a canonical form");
    assert_eq!(canonical.to_string(), again.to_string());
    assert_eq!(is_valid(&canonical, &instance), validate(&canonical, &instance).is_empty());
});
