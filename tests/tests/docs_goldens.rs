//! The catalog under `golden/docs`, in every format, against what was reviewed. `UPDATE_GOLDENS=1` writes
//! the goldens anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toolgen::emit::docs::{self, Templates};
use toolgen::emit::{Files, cli, gates};
use toolgen_model::Catalog;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/docs")
}

fn catalog() -> Catalog {
    Catalog::parse(&std::fs::read_to_string(folder().join("catalog.json")).unwrap()).unwrap()
}

/// Every emitter's files, each under a folder of its own.
fn emitted() -> Files {
    let (catalog, templates) = (catalog(), Templates::built_in().unwrap());
    let grants = ["repo.open_issue".to_owned(), "network_ping".to_owned()];
    let formats: [(&str, Files); 8] = [
        ("md", docs::pages(&catalog, &templates).unwrap()),
        ("man", docs::man(&catalog, &templates).unwrap()),
        ("completions", docs::completions(&catalog, &templates).unwrap()),
        ("llms", docs::llms(&catalog, &templates).unwrap()),
        ("guide", docs::guide(&catalog, &[], &templates).unwrap()),
        ("guide-granted", docs::guide(&catalog, &grants, &templates).unwrap()),
        ("build", gates::gates(&catalog)),
        ("build", cli::cli(&catalog)),
    ];
    let mut all = Files::new();
    for (name, files) in formats {
        for (path, content) in files.iter() {
            all.insert(format!("{name}/{path}"), content);
        }
    }
    all
}

#[test]
fn every_format_reads_as_it_was_reviewed() {
    let emitted = emitted();
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        for (path, content) in emitted.iter() {
            let target = folder().join(path);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, content).unwrap();
        }
    }
    let mut wrong = Vec::new();
    let mut goldens = goldens();
    for (path, content) in emitted.iter() {
        match goldens.remove(path) {
            Some(golden) if golden == content => {}
            Some(_) => wrong.push(format!("{path} differs")),
            None => wrong.push(format!("{path} has no golden")),
        }
    }
    wrong.extend(goldens.keys().map(|path| format!("{path} is no longer made")));
    assert!(wrong.is_empty(), "run with UPDATE_GOLDENS=1 and review the difference:\n{}", wrong.join("\n"));
}

fn goldens() -> BTreeMap<String, Vec<u8>> {
    let mut goldens = BTreeMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            for file in std::fs::read_dir(&path).unwrap() {
                let file = file.unwrap().path();
                let name = file.strip_prefix(folder()).unwrap().to_str().unwrap().replace('\\', "/");
                goldens.insert(name, std::fs::read(file).unwrap());
            }
        }
    }
    goldens
}

#[test]
fn the_same_catalog_gives_the_same_bytes() {
    assert_eq!(emitted(), emitted());
}

#[test]
fn no_file_has_a_carriage_return_or_lacks_its_last_line_feed() {
    for (path, content) in emitted().iter() {
        assert!(!content.contains(&b'\r'), "{path}");
        assert!(content.ends_with(b"\n") && !content.ends_with(b"\n\n"), "{path}");
    }
}

#[test]
fn a_catalog_survives_the_way_through_its_file() {
    let files = docs::json(&catalog(), &Templates::built_in().unwrap()).unwrap();
    assert_eq!(Catalog::parse(files.text("catalog.json").unwrap()).unwrap(), catalog());
}

#[test]
fn an_empty_catalog_has_pages_too() {
    let (catalog, templates) = (Catalog::new("", "", Vec::new()), Templates::built_in().unwrap());
    let files = docs::pages(&catalog, &templates).unwrap();
    assert!(files.text("README.md").unwrap().contains("# agent\n\n0 tools.\n"), "{:?}", files.text("README.md"));
    assert!(docs::man(&catalog, &templates).unwrap().get("agent.1").is_some());
    assert_eq!(docs::completions(&catalog, &templates).unwrap().len(), 4);
    assert_eq!(docs::guide(&catalog, &[], &templates).unwrap().text("guide.md"), Some("\n"));
}
