//! Where a path leads: the workspace and a path as a caller wrote it in, the place inside out.
//!
//! The resolved place decides, not the spelling: links are followed here, also dangling ones and those
//! in parents, and what they lead to must lie inside. The place has no link left in it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use crate::error::ToolError;

/// As many links as Linux follows.
const LINKS: u32 = 40;

/// The workspace as it really lies.
///
/// # Errors
/// `InitError` when it is not there.
pub(crate) fn workspace(path: &Path) -> Result<PathBuf, ToolError> {
    fs::canonicalize(path).map_err(|error| closed(path, &error))
}

/// The error of a workspace that is not there.
pub(crate) fn closed(path: &Path, error: &io::Error) -> ToolError {
    ToolError::new("InitError", format!("The workspace '{}' cannot be opened: {error}", path.display()))
}

/// The place of `path`, relative to `root`, which is a [`workspace`]. It need not exist.
///
/// # Errors
/// `PermissionDenied` when it leads outside, `InvalidArguments` when it is no path.
pub(crate) fn place(root: &Path, path: &str) -> Result<PathBuf, ToolError> {
    if path.is_empty() || path.contains('\0') {
        let text = format!("'{}' is no path", path.escape_debug());
        return Err(ToolError::new("InvalidArguments", text).suggestion("Use `.` for the workspace itself."));
    }
    if path.starts_with('~') && (path == "~" || path.contains('/')) {
        let text = format!("'{path}' begins with `~`, which stands for nothing here");
        return Err(ToolError::new("PermissionDenied", text).suggestion("Use a path inside the workspace."));
    }
    let mut at = root.to_path_buf();
    let mut rest: VecDeque<OsString> = steps(Path::new(path));
    let mut links = 0;
    while let Some(step) = rest.pop_front() {
        let next = if step == ".." { at.parent().unwrap_or(&at).to_path_buf() } else { at.join(&step) };
        match fs::read_link(&next) {
            Ok(target) if step != ".." => {
                links += 1;
                if links > LINKS {
                    return Err(ToolError::new("InvalidArguments", format!("'{path}' follows too many links")));
                }
                for step in steps(&target).into_iter().rev() {
                    rest.push_front(step);
                }
            }
            // No link, or nothing there: the step is what it is.
            _ => at = next,
        }
    }
    at.strip_prefix(root).map(Path::to_path_buf).map_err(|_| escapes(path))
}

/// The refusal of a path that leads outside.
pub(crate) fn escapes(path: &str) -> ToolError {
    ToolError::new("PermissionDenied", format!("Path escapes workspace: {path}"))
        .suggestion("Use a path inside the workspace.")
}

/// The parts of a path; one from the root starts there again.
fn steps(path: &Path) -> VecDeque<OsString> {
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| part.as_os_str().to_owned()).collect()
}
