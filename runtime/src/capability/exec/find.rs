//! Where a program lies: its name in, its path out.

use std::path::{Path, PathBuf};

use crate::error::ToolError;

/// The program that `name` is in `PATH`. Entries of `PATH` that are not absolute are passed over: they
/// would run what lies in the workspace.
pub(super) fn program(name: &str) -> Result<PathBuf, ToolError> {
    let named = Path::new(name);
    if named.is_absolute() {
        return Ok(named.to_path_buf());
    }
    let missing = || ToolError::new("FileNotFound", format!("Program not found: {name}"));
    if named.components().count() != 1 {
        return Err(missing());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(named)).find(|path| is_program(path)).ok_or_else(missing)
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
