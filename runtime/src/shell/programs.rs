//! A program's name goes in, the file that would run comes out.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// Finds the file of a program. The judge and the runner must be given the same one, so that what is judged is
/// what runs.
pub trait Programs: Debug {
    /// The absolute path of the program, with links followed; none when there is no such program.
    fn resolve(&self, program: &str) -> Option<PathBuf>;
}

/// Absolute folders that are searched in order. Relative and empty entries are dropped: they would make a
/// program's meaning depend on where the agent stands.
#[derive(Clone, Debug)]
pub struct SearchPath {
    folders: Vec<PathBuf>,
}

impl SearchPath {
    /// Searches the given folders.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> SearchPath {
        SearchPath { folders: folders.into_iter().filter(|folder| folder.is_absolute()).collect() }
    }

    /// The folders of the system: `/usr/local/bin`, `/usr/bin` and `/bin`.
    pub fn system() -> SearchPath {
        SearchPath::new(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from))
    }
}

impl Programs for SearchPath {
    fn resolve(&self, program: &str) -> Option<PathBuf> {
        if program.is_empty() || program.contains('\0') {
            return None;
        }
        if program.contains('/') {
            let path = Path::new(program);
            return path.is_absolute().then(|| executable(path)).flatten();
        }
        self.folders.iter().find_map(|folder| executable(&folder.join(program)))
    }
}

/// The file with its folder's links followed, if it may be executed. The last name is kept: programs such as
/// busybox act by the name they are called by.
fn executable(path: &Path) -> Option<PathBuf> {
    let metadata = path.metadata().ok()?;
    let folder = path.parent()?.canonicalize().ok()?;
    (metadata.is_file() && may_execute(&metadata)).then(|| folder.join(path.file_name().unwrap_or_default()))
}

#[cfg(unix)]
fn may_execute(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_execute(_: &std::fs::Metadata) -> bool {
    true
}

/// The last part of a program's path.
pub(super) fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}
