//! Corpora: a name in, its files out. Some are part of this repository, the large ones lie beside it and
//! may be absent.

use std::fs;
use std::path::{Path, PathBuf};

use toolgen_model::Json;

/// The folder of a corpus that is part of this repository.
///
/// # Panics
/// When it is not there: a test without its data must fail.
pub fn bundled(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    assert!(folder.is_dir(), "the bundled corpus {} is gone", folder.display());
    folder
}

/// The folder or file in the shared corpora beside the checkout, where there are any.
pub fn shared(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    [root.join("../shared"), root.join("../../shared")].into_iter().map(|shared| shared.join(name)).find(|p| p.exists())
}

/// The values of a file with one JSON value a line.
///
/// # Panics
/// When the file cannot be read, or a line is no JSON.
pub fn lines(file: &Path) -> Vec<Json> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let parse = |line: &str| Json::parse(line).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}
