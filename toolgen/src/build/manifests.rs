//! A folder in, the manifests in and below it out, in the order of their paths.

use std::fs;
use std::path::{Path, PathBuf};

/// Every `.yaml` and `.yml` file at or below `place`, sorted; a file stands for itself.
///
/// # Errors
/// A sentence that names the folder that cannot be read.
pub(super) fn find(place: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    walk(place, &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(place: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !place.is_dir() {
        files.push(place.to_path_buf());
        return Ok(());
    }
    let unreadable = |error: std::io::Error| format!("cannot read the folder {}: {error}", place.display());
    for entry in fs::read_dir(place).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_manifest = name.ends_with(".yaml") || name.ends_with(".yml");
        // A link to a folder is not followed: it may lead back here.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if !name.starts_with('.') {
                walk(&path, files)?;
            }
        } else if is_manifest {
            files.push(path);
        }
    }
    Ok(())
}
