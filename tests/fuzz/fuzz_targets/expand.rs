//! Any tokens as `#[tool(…)] fn …`: the expansion is always Rust. The first line is the attribute.
//! `cargo +nightly fuzz run expand`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgen::rust::{Origin, expand};

fuzz_target!(|text: &str| {
    let (attribute, item) = text.split_once('\n').unwrap_or(("", text));
    let (Ok(attribute), Ok(item)) = (attribute.parse(), item.parse()) else { return };
    let origin = Origin { package: "p".into(), file: "src/lib.rs".into(), folder: "src".into(), locate: |_| (1, 1) };
    expand(attribute, item, &origin);
});
