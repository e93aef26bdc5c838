//! In a crate's folder, commands without a source build the crate and ask its program.

use std::path::Path;
use std::process::{Command, Output};

const CATALOG: &str = r#"{"catalogVersion":1,"name":"demo","tools":[{"name":"greet","tool":"greet",
    "description":"Greet somebody.","input":{"type":"object","properties":{}},"verdict":"supervised",
    "handler":{"kind":"rust"},"source":{"file":"src/main.rs","line":1,"column":1},"digest":"sha256:0"}]}"#;

/// A crate whose programs, one a name, print the catalog.
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn project(programs: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    let source = folder.path().join("src");
    std::fs::create_dir_all(source.join("bin")).unwrap();
    let manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::write(source.join("lib.rs"), "").unwrap();
    for program in programs {
        let text = format!("fn main() {{ println!(\"{{}}\", r##\"{CATALOG}\"##) }}\n");
        std::fs::write(source.join(format!("bin/{program}.rs")), text).unwrap();
    }
    folder
}

#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn toolgen(folder: &Path, args: &[&str]) -> Output {
    let target = folder.join("target");
    let program = env!("CARGO_BIN_EXE_toolgen");
    Command::new(program).args(args).current_dir(folder).env("CARGO_TARGET_DIR", target).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_one_program_is_built_and_asked() {
    let folder = project(&["demo"]);
    let output = toolgen(folder.path(), &["docs", "--format", "guide"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "### greet\n\n```bash\ndemo greet -j\n```\n");
}

#[test]
fn several_programs_are_named_and_none_is_an_error() {
    let several = project(&["one", "two"]);
    let output = toolgen(several.path(), &["catalog"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("this crate has several programs; choose one:\n  --bin "), "{}", said(&output));
    let none = project(&[]);
    let output = toolgen(none.path(), &["catalog"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("this crate has no program; pass --bin BINARY"), "{}", said(&output));
}

#[test]
fn a_crate_that_does_not_build_shows_why() {
    let folder = project(&["demo"]);
    std::fs::write(folder.path().join("src/lib.rs"), "fn broken( {}").unwrap();
    let output = toolgen(folder.path(), &["catalog"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(said(&output).contains("error: the crate does not build; see above"), "{}", said(&output));
}

#[test]
fn a_folder_without_a_crate_says_what_to_pass() {
    let folder = tempfile::TempDir::new().unwrap();
    let output = toolgen(folder.path(), &["docs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("pass a PATH to manifests, --bin BINARY or --catalog FILE"), "{}", said(&output));
}
