//! Any text as a manifest: parsed, checked and rendered in every form. `cargo +nightly fuzz run manifest`, with
//! `tests/ui/yaml` as the seeds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgen::diag::{Sink, Sources, render};
use toolgen::{check, manifest};

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let file = sources.add("a.yaml", text);
    let mut sink = Sink::default();
    let parsed = manifest::parse(&sources, file, &mut sink);
    check::check(&parsed.tools, &mut sink);
    let findings = sink.finish();
    for finding in &findings {
        assert!(finding.span.is_some() && finding.help.is_some(), "{finding:?}");
    }
    render::text::text(&sources, &findings, false);
    render::json::json(&sources, &findings);
    render::sarif::sarif(&sources, &findings);
});
