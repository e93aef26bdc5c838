//! Files that the agent keeps for itself, outside of all that tools touch: a path in, a regular file out that nothing
//! else stands behind.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens a file for reading and writing, and makes it and its folder where they are missing. Only the owner may read
/// what is made.
///
/// # Errors
/// What the system says, or that the path is a link, a device or anything else but a regular file with one name.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if !exists(path)? {
        make_folder(path)?;
        // One that appeared meanwhile is looked at below as any other.
        options.create(true);
    }
    private(&mut options);
    let file = options.open(path)?;
    checked(file, path)
}

/// Opens a file for reading.
///
/// # Errors
/// As of [`open`].
pub(crate) fn read(path: &Path) -> io::Result<File> {
    if !exists(path)? {
        return Err(io::Error::new(ErrorKind::NotFound, "there is no such file"));
    }
    checked(File::open(path)?, path)
}

/// Waits until no other process holds the lock of the file, and takes it until the file is closed.
///
/// # Errors
/// What the system says, or that another process kept it for ten seconds.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                return Err(io::Error::new(ErrorKind::TimedOut, "another process holds its lock"));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_micros(200)),
        }
    }
}

/// Whether it is there, and a regular file. A device is not even opened.
fn exists(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(data) => plain(&data).map(|()| true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The file, if it is the one that the path names without following a link.
fn checked(file: File, path: &Path) -> io::Result<File> {
    let (named, opened) = (path.symlink_metadata()?, file.metadata()?);
    plain(&named)?;
    if same(&named, &opened) { Ok(file) } else { Err(refused("the path was changed while it was opened")) }
}

fn plain(data: &Metadata) -> io::Result<()> {
    if data.is_symlink() {
        return Err(refused("it is a symbolic link; give the place itself"));
    }
    if !data.is_file() {
        return Err(refused("it is no regular file"));
    }
    if names(data) > 1 {
        return Err(refused("it has a second name (a hard link)"));
    }
    Ok(())
}

fn refused(why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(unix)]
fn same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(unix)]
fn names(data: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(data)
}

#[cfg(unix)]
fn make_folder(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    std::os::unix::fs::DirBuilderExt::mode(DirBuilder::new().recursive(true), 0o700).create(folder)
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

#[cfg(not(unix))]
fn same(a: &Metadata, b: &Metadata) -> bool {
    a.created().ok() == b.created().ok() && a.len() == b.len()
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(not(unix))]
fn make_folder(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    DirBuilder::new().recursive(true).create(folder)
}
