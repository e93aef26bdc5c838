//! Writing: a whole file at once, so that nobody ever sees half of it.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir as Opened, OpenOptions};

use super::{Dir, Place, Write, fault};
use crate::error::ToolError;

impl Dir<Write> {
    /// Writes a file; directories on the way to it are made. What was there is replaced in one step and
    /// keeps its permissions.
    ///
    /// # Errors
    /// `PermissionDenied` outside of the scope; a directory, device, pipe or socket in its place.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> Result<(), ToolError> {
        let place = self.place(path)?;
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
            put(&parent, &temporary, content.as_ref(), kept).and_then(|()| parent.rename(&temporary, &parent, name));
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

fn put(parent: &Opened, name: &str, content: &[u8], permissions: Option<cap_std::fs::Permissions>) -> io::Result<()> {
    let mut file = parent.open_with(Path::new(name), OpenOptions::new().write(true).create_new(true))?;
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

fn no_place(path: &str, why: &str) -> ToolError {
    ToolError::new("ToolExecutionError", format!("'{path}' cannot be written: {why}"))
}
