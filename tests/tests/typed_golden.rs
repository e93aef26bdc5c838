//! The Rust that is made of the manifest under `typed/tools`, against what was reviewed. `UPDATE_GOLDENS=1`
//! writes the golden anew.

use std::path::{Path, PathBuf};

use toolgen::Formats;
use toolgen::diag::Sink;
use toolgen::emit::rust::binding::{Answer, Function};
use toolgen::emit::rust::table::{self, Bound};

fn emitted(formats: Formats) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sink = Sink::default();
    let manifest = folder.join("typed/tools/features.yaml");
    let read = toolgen::inputs::read(&[manifest], &mut std::io::empty(), &mut sink);
    let compiled = toolgen::compile(&read.sources, &read.files, &[], "golden");
    assert!(compiled.findings.is_empty(), "{:?}", compiled.findings);
    let bound: Vec<Bound> = compiled
        .rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            // The place without the machine's folders.
            row.source.file = "tools/features.yaml".to_owned();
            let function = Function { path: "crate::echo".into(), injected: 0, takes_input: true, is_async: false };
            Bound { row, answer: Answer::Function(function), handler_file: None, cases: Vec::new(), places: Vec::new() }
        })
        .collect();
    table::file(&bound, &[], &[], "toolgen_runtime", formats, "0")
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/typed/features.rs")
}

#[test]
fn typed_inputs_read_as_they_were_reviewed() {
    let text = emitted(Formats { jiff: true, uuid: true, url: true, base64: true });
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(golden().parent().unwrap()).unwrap();
        std::fs::write(golden(), &text).unwrap();
    }
    let reviewed = std::fs::read_to_string(golden()).unwrap();
    let differs = text.lines().zip(reviewed.lines()).position(|(new, old)| new != old);
    assert!(text == reviewed, "line {:?} differs; UPDATE_GOLDENS=1 writes it anew", differs.map(|at| at + 1));
}

#[test]
fn without_crates_for_them_formats_are_text() {
    let text = emitted(Formats::default());
    assert!(text.contains("pub at: ::core::option::Option<::std::string::String>"));
    assert!(text.contains(r#"format: runtime::Some("date-time")"#));
    assert!(!text.contains("runtime::jiff") && !text.contains("runtime::uuid") && !text.contains("runtime::url"));
}
