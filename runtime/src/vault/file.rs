//! Files that only their owner reads: a path and bytes in, a file that is there as a whole or not at all out.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{VaultError, shown};

/// The longest vault.
const MOST: u64 = 16 << 20;

fn fault(path: &Path, what: &str, error: &dyn std::fmt::Display) -> VaultError {
    VaultError::new("vault.file", format!("{} cannot be {what}: {error}", shown(path)))
}

/// The text of a file; none when it is not there.
pub(super) fn read(path: &Path) -> Result<Option<String>, VaultError> {
    let told = |error: std::io::Error| fault(path, "read", &error);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(told(error)),
    };
    if !file.metadata().map_err(told)?.is_file() {
        return Err(fault(path, "read", &"it is no regular file"));
    }
    let mut text = String::new();
    file.take(MOST + 1).read_to_string(&mut text).map_err(told)?;
    if text.len() as u64 > MOST {
        return Err(fault(path, "read", &format!("it is longer than {MOST} bytes")));
    }
    Ok(Some(text))
}

/// Puts a file in the place of what was there, in one step, with permissions for its owner alone.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let told = |error: std::io::Error| fault(path, "written", &error);
    folder(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
    let written = own(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        // It may not be there; the error that counts is the first.
        let _ = fs::remove_file(&temporary);
    }
    done.map_err(told)
}

/// Gives a file another name, in the place of what was there.
pub(super) fn rename(from: &Path, to: &Path) -> Result<(), VaultError> {
    fs::rename(from, to).map_err(|error| fault(to, "written", &error))
}

/// Waits until no other process changes the vault of that key; held until it is dropped.
pub(super) fn turn(key: &Path) -> Result<File, VaultError> {
    let path = beside(key, "lock");
    folder(&path)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(|error| fault(&path, "opened", &error))?;
    file.lock().map_err(|error| fault(&path, "locked", &error))?;
    Ok(file)
}

/// A file beside another one.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{end}"));
    path.with_file_name(name)
}

fn own(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the folder of a file, for its owner alone.
fn folder(path: &Path) -> Result<(), VaultError> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| fault(folder, "made", &error))
}
