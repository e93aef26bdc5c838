//! The rows in; the README's page, and the places in the code that decide, compared with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toolgen::emit::docs::{Templates, inject};
use toolgen_model::Catalog;
use toolgen_model::enforcement::all;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Rust files of our packages, but for tests and the rows themselves.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in ["toolgen/model/src", "toolgen/policy/src", "runtime/src", "manifests/src", "toolgen/src"] {
        walk(&root().join(folder), &mut files);
    }
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "enforcement"));
    files.retain(|path| !path.ends_with("enforcement.rs"));
    files.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn the_readme_has_the_page_as_it_is() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains("## What is enforced, and how you can see it\n"));
    let templates = Templates::with(BTreeMap::new()).unwrap();
    let done = inject(&readme, &Catalog::default(), &[], &templates).unwrap();
    assert_eq!((done.faults, done.blocks), (Vec::new(), 1));
    assert!(done.text == readme, "run `toolgen docs manifests --inject README.md` and read what changed");
}

#[test]
fn every_row_has_a_place_that_decides_and_a_proof() {
    let sources = sources();
    let proofs: BTreeMap<String, String> =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/enforcement"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
            .collect();
    let mut wrong = Vec::new();
    for row in all() {
        let asked = format!("enforced!(\"{}\")", row.id);
        if !sources.iter().any(|(_, text)| text.contains(&asked)) {
            wrong.push(format!("{}: no place asks for it", row.id));
        }
        let there = row.proof.split_once("::").is_some_and(|(file, test)| {
            proofs.get(file).is_some_and(|text| text.contains(&format!("#[test]\nfn {test}() {{")))
        });
        if !there {
            wrong.push(format!("{}: there is no test {}", row.id, row.proof));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
