//! AnimaWorks' permission files as they govern the built `toolbox`: files in, answers and exit codes out.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Exit code, standard output and standard error of `toolbox` in `folder`.
fn toolbox(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    let output = command.env("XDG_CONFIG_HOME", folder.join("none")).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn folder(permissions: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("permissions.json"), permissions).unwrap();
    fs::create_dir(folder.path().join("keys")).unwrap();
    fs::write(folder.path().join("keys/a.txt"), "secret\n").unwrap();
    fs::write(folder.path().join("a.txt"), "hello\n").unwrap();
    folder
}

#[test]
fn check_permissions_says_what_a_call_would_meet() {
    let folder = folder(r#"{"external_tools":{"deny":["write_file"]}}"#);
    let asks = |tool: &str| toolbox(folder.path(), &["check_permissions", tool]).1;
    assert!(asks("read_file").contains(r#""permitted": true"#), "{}", asks("read_file"));
    assert!(asks("write_file").contains(r#""reason": "tool_denied""#), "{}", asks("write_file"));
    assert!(asks("no_such").contains(r#""reason": "unknown_tool""#), "{}", asks("no_such"));
    assert_eq!(toolbox(folder.path(), &["read_file", "a.txt"]).0, 0);
    assert_eq!(toolbox(folder.path(), &["write_file", "b.txt", "--content", "x"]).0, 2);
    assert!(!folder.path().join("b.txt").exists());
}

#[test]
fn a_denied_place_is_closed_by_whatever_path_leads_there() {
    let folder = TempDir::new().unwrap();
    let keys = folder.path().canonicalize().unwrap().join("keys");
    fs::create_dir(&keys).unwrap();
    fs::write(keys.join("a.txt"), "secret\n").unwrap();
    fs::write(folder.path().join("a.txt"), "hello\n").unwrap();
    fs::write(folder.path().join("permissions.json"), format!(r#"{{"file_roots_denied":["{}"]}}"#, keys.display()))
        .unwrap();
    assert_eq!(toolbox(folder.path(), &["read_file", "a.txt"]).1, "hello\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink("keys/a.txt", folder.path().join("link.txt")).unwrap();
    for path in ["keys/a.txt", "./keys/../keys/a.txt", "link.txt"] {
        let (code, out, err) = toolbox(folder.path(), &["read_file", path]);
        assert_eq!((code, out.as_str()), (3, ""), "{path}: {err}");
        assert!(err.contains("The policy closes 'keys/a.txt' to this call."), "{path}: {err}");
    }
}

#[test]
fn roots_limit_where_files_are_read() {
    let folder = folder(r#"{"file_roots":["/nowhere"]}"#);
    assert_eq!(toolbox(folder.path(), &["read_file", "a.txt"]).0, 3);
}

#[test]
fn the_catalog_is_printed_whatever_a_configuration_says() {
    let folder = folder("{");
    fs::write(folder.path().join("toolgen.toml"), "[autonomy]\nlevel = \"much\"\n").unwrap();
    assert_eq!(toolbox(folder.path(), &["tools"]).0, 2);
    let (code, out, err) = toolbox(folder.path(), &["catalog"]);
    assert!(code == 0 && out.contains("\"read_file\""), "{code} {err}");
}
