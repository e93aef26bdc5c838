//! Writing: a whole file at once, so that nobody ever sees half of it.

use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir as Opened, OpenOptions};

use super::{Dir, Place, Write, fault};
use crate::capability::protected::is_protected;
use crate::error::ToolError;

impl Dir<Write> {
    /// Writes a file; directories on the way to it are made. What was there is replaced in one step and
    /// keeps its permissions.
    ///
    /// # Errors
    /// `PermissionDenied` outside of the scope and at a place that decides about the agent, as `.git` or
    /// `toolgen.toml` do; `InvalidArguments` for a name that means something else on other systems; a directory,
    /// device, pipe or socket in its place.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> Result<(), ToolError> {
        self.put(path, content.as_ref(), None)
    }

    /// Writes a file; `mode` are the permissions of a new one.
    pub(super) fn put(&self, path: &str, content: &[u8], mode: Option<u32>) -> Result<(), ToolError> {
        let place = self.place(path)?;
        named_as_file(path)?;
        let whole = place.name.as_ref().map_or_else(PathBuf::new, |name| place.parent.join(name));
        if is_protected(&whole) && toolgen_model::enforced!("dir.protected") {
            let text = format!("'{path}' decides what the agent may do, or what runs later; no tool writes it");
            return Err(ToolError::new("PermissionDenied", text)
                .suggestion("Tell the person what should stand there; they can write it themselves."));
        }
        let Some(name) = &place.name else { return Err(no_place(path, "it is a directory")) };
        let told = |error: io::Error| fault("written", path, &error);
        let parent = self.make_parent(&place).map_err(told)?;
        let kept = match parent.symlink_metadata(name) {
            Ok(data) if data.is_file() => Some(data.permissions()),
            Ok(data) if data.is_dir() => return Err(no_place(path, "it is a directory")),
            // A link that appeared since the place was resolved is replaced, never followed.
            Ok(data) if data.is_symlink() => None,
            Ok(_) => return Err(no_place(path, "it is a device, a pipe or a socket")),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(told(error)),
        };
        let temporary = temporary();
        let written =
            put(&parent, &temporary, content, kept, mode).and_then(|()| parent.rename(&temporary, &parent, name));
        if written.is_err() {
            // It may not even be there; the error that counts is the first.
            let _ = parent.remove_file(&temporary);
        }
        written.map_err(told)
    }

    fn make_parent(&self, place: &Place) -> io::Result<Opened> {
        place.parent.iter().try_fold(self.opened.try_clone()?, |at, step| match at.open_dir_nofollow(step) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                match at.create_dir(step) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                    _ => {}
                }
                at.open_dir_nofollow(step)
            }
            opened => opened,
        })
    }
}

fn put(
    parent: &Opened,
    name: &str,
    content: &[u8],
    permissions: Option<cap_std::fs::Permissions>,
    mode: Option<u32>,
) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(mode) = mode {
        cap_std::fs::OpenOptionsExt::mode(&mut options, mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    let mut file = parent.open_with(Path::new(name), &options)?;
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// A name that no other write uses.
fn temporary() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!(".toolgen-{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Refuses what names no file, or something else on another system, where a repository may be checked out.
fn named_as_file(path: &str) -> Result<(), ToolError> {
    let refuse = |why: &str| Err(ToolError::new("InvalidArguments", format!("'{}' {why}", path.escape_debug())));
    let last = path.rsplit('/').next().unwrap_or_default();
    if matches!(last, "" | "." | "..") {
        return refuse("names no file; end the path with the file's name");
    }
    if path.split('/').any(|step| step.contains(':')) {
        return refuse("has a `:` in a name, which is another stream of a file on some systems");
    }
    if path.chars().any(char::is_control) {
        return refuse("has a control character in a name");
    }
    Ok(())
}

fn no_place(path: &str, why: &str) -> ToolError {
    ToolError::new("ToolExecutionError", format!("'{path}' cannot be written: {why}"))
}
