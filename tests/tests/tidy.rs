//! What a program can hold of the project's own rules: file sizes, module docs, crate counts, dependencies.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Rust files that are written by hand.
fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | ".git" | "golden" | "ui" | "corpus" | "template" | "templates") {
                    walk(&path, files);
                }
            } else if name.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&root(), &mut files);
    files.sort();
    assert!(files.len() > 50, "only {} Rust files were found", files.len());
    files
}

#[test]
fn no_file_is_longer_than_500_lines() {
    let long: Vec<String> = sources()
        .iter()
        .filter_map(|path| {
            let lines = fs::read_to_string(path).unwrap().lines().count();
            (lines > 500).then(|| format!("{}: {lines}", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn every_module_says_what_it_is() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|path| !fs::read_to_string(path).unwrap().trim_start_matches("#!").trim_start().starts_with("//!"))
        .map(|path| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "these do not open with a `//!` line: {silent:#?}");
}

#[test]
fn no_module_has_a_name_that_says_nothing() {
    let vague: Vec<String> = sources()
        .iter()
        .filter(|path| {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            ["util", "utils", "helper", "helpers", "misc", "common", "manager"].contains(&stem.as_str())
        })
        .map(|path| path.display().to_string())
        .collect();
    assert!(vague.is_empty(), "{vague:#?}");
}

#[test]
fn the_runtime_with_default_features_stays_within_25_crates() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "-e", "normal", "-p", "toolgen-runtime", "--prefix", "none", "--offline", "--format", "{p}"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut crates: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    crates.sort_unstable();
    crates.dedup();
    assert!(crates.len() <= 25, "{} crates: {crates:#?}", crates.len());
    assert!(crates.contains(&"toolgen-runtime"));
}

#[test]
fn the_model_names_no_front_end() {
    let manifest = fs::read_to_string(root().join("toolgen/model/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("[dev-dependencies]").next().unwrap();
    for crate_name in ["syn", "granit-parser", "serde_yaml", "clap", "jsonschema"] {
        assert!(!dependencies.contains(crate_name), "toolgen-model depends on {crate_name}");
    }
}
