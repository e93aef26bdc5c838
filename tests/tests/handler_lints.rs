//! The lints that `toolgen new` installs: a handler that goes around its capabilities in, clippy's warnings out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn what_goes_around_a_capability_is_linted() {
    let folder = tempfile::tempdir().unwrap();
    let lints = Path::new(env!("CARGO_MANIFEST_DIR")).join("../toolgen/src/command/new/template/clippy.toml.in");
    fs::copy(lints, folder.path().join("clippy.toml")).unwrap();
    let manifest = "[package]\nname = \"handler\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    let around = [
        ("std::fs::read_to_string(\"x\")", "take `&Dir<Read>`"),
        ("std::fs::File::create(\"x\")", "take `&Dir<Write>`"),
        ("std::net::TcpStream::connect(\"x:1\")", "take `&Net`"),
        ("std::process::Command::new(\"x\")", "take `&Exec`"),
        ("std::env::var(\"X\")", "declare a credential"),
    ];
    let lines: String = around.iter().map(|(call, _)| format!("    let _ = {call};\n")).collect();
    fs::write(folder.path().join("src/lib.rs"), format!("pub fn handler() {{\n{lines}}}\n")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--quiet"])
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("RUSTC_WRAPPER")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    for (call, remedy) in around {
        let function = call.split('(').next().unwrap_or_default();
        assert!(said.contains(&format!("disallowed method `{function}`")) && said.contains(remedy), "{call}:\n{said}");
    }
    assert!(!said.contains("does not refer"), "every name in the list is one: {said}");
}
