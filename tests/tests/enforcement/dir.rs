//! Files, one test each: a handler that reaches further than its scope in, what it gets out.

use toolgen_runtime::{Context, Dir, Read, Table, Tools, tool, tools};

/// Look into a file, and into another one that nobody named.
#[tool(effect = read)]
fn peek(
    /// Which.
    path: String,
    #[arg(read = "${input.path}")] dir: &Dir<Read>,
) -> toolgen_runtime::Result<String> {
    Ok(format!("{}{}", dir.read_to_string(&path)?, dir.read_to_string("other.txt")?))
}

static TOOLS: Table = tools![peek];

#[test]
fn scope() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.txt", "other.txt"] {
        std::fs::write(folder.path().join(name), name).unwrap();
    }
    let tools = Tools::from(&TOOLS).workspace(folder.path());
    let peek = |path: &str| tools.call_now(&Context::new(), "peek", &format!(r#"{{"path":"{path}"}}"#)).outcome;
    assert!(peek("other.txt").is_ok());
    assert!(peek("a.txt").is_err());
}
