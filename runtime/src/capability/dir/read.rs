//! Reading: files, their text, and what a directory holds.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};

use cap_fs_ext::{DirExt, FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{FileType, OpenOptions};

use super::{Dir, Place, Read, fault};
use crate::error::ToolError;

/// The longest file that is read as a whole.
const MOST: u64 = 64 << 20;

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name
    pub name: String,
    /// What it is
    pub kind: EntryKind,
    /// Bytes, of a file
    pub size: u64,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file
    File,
    /// A directory
    Dir,
    /// A link, not followed
    Link,
    /// A device, a pipe, a socket
    Other,
}

impl Dir<Read> {
    /// Opens a file to read it piece by piece.
    ///
    /// # Errors
    /// `FileNotFound`; `PermissionDenied` outside of the scope; what is no regular file is refused at once.
    pub fn open(&self, path: &str) -> Result<File, ToolError> {
        #[cfg(target_os = "linux")]
        if let Some(file) = self.quick(path) {
            return regular(file, path);
        }
        let place = self.place(path)?;
        let Some(name) = &place.name else { return Err(no_file(path, "it is a directory")) };
        let told = |error: &io::Error| fault("read", path, error);
        let parent = self.parent(&place).map_err(|error| told(&error))?;
        let mut options = OpenOptions::new();
        // Without waiting, because a pipe that nobody writes to would hang.
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        regular(parent.open_with(name, &options).map_err(|error| told(&error))?, path)
    }

    /// The bytes of a file of at most 64 MiB.
    ///
    /// # Errors
    /// As of [`Dir::open`]; a longer file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, ToolError> {
        let mut bytes = Vec::new();
        self.open(path)?.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| fault("read", path, &error))?;
        if bytes.len() as u64 > MOST {
            return Err(no_file(path, &format!("it is longer than {MOST} bytes; read a part of it")));
        }
        Ok(bytes)
    }

    /// The text of a file of at most 64 MiB.
    ///
    /// # Errors
    /// As of [`Dir::read`]; a binary file.
    pub fn read_to_string(&self, path: &str) -> Result<String, ToolError> {
        let bytes = self.read(path)?;
        if bytes.contains(&0) {
            return Err(no_file(path, "it is a binary file, not text"));
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            no_file(path, &format!("it is no UTF-8 text: byte {at} starts no character"))
        })
    }

    /// Whether there is something at `path`.
    ///
    /// # Errors
    /// `PermissionDenied` outside of the scope.
    pub fn exists(&self, path: &str) -> Result<bool, ToolError> {
        let place = self.place(path)?;
        match self.kind(&place) {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
            Err(error) => Err(fault("read", path, &error)),
        }
    }

    /// What a directory holds, sorted by name. Names that are no Unicode are shown as far as they are.
    ///
    /// # Errors
    /// As of [`Dir::open`].
    pub fn entries(&self, path: &str) -> Result<Vec<Entry>, ToolError> {
        let place = self.place(path)?;
        let told = |error: io::Error| fault("listed", path, &error);
        let mut dir = self.parent(&place).map_err(told)?;
        if let Some(name) = &place.name {
            dir = dir.open_dir_nofollow(name).map_err(told)?;
        }
        let mut entries = Vec::new();
        for entry in dir.entries().map_err(told)? {
            let entry = entry.map_err(told)?;
            let kind = kind(entry.file_type().map_err(told)?);
            let size = if kind == EntryKind::File { entry.metadata().map_or(0, |data| data.len()) } else { 0 };
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind, size });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, place: &Place) -> io::Result<EntryKind> {
        let parent = self.parent(place)?;
        match &place.name {
            Some(name) => parent.symlink_metadata(name).map(|data| kind(data.file_type())),
            None => Ok(EntryKind::Dir),
        }
    }
}

/// The file, if it is a regular one with one name.
fn regular(file: cap_std::fs::File, path: &str) -> Result<File, ToolError> {
    let data = file.metadata().map_err(|error| fault("read", path, &error))?;
    let kind = data.file_type();
    if kind.is_dir() {
        return Err(no_file(path, "it is a directory"));
    }
    if !kind.is_file() {
        return Err(no_file(path, "it is a device, a pipe or a socket"));
    }
    if data.nlink() > 1 {
        // Its other name may lie outside, and nothing tells which was there first.
        let text = format!("'{path}' has {} names (hard links), and one of them may lie outside", data.nlink());
        return Err(ToolError::new("PermissionDenied", text).suggestion("Copy the file and read the copy."));
    }
    Ok(file.into_std())
}

fn kind(of: FileType) -> EntryKind {
    if of.is_file() {
        EntryKind::File
    } else if of.is_dir() {
        EntryKind::Dir
    } else if of.is_symlink() {
        EntryKind::Link
    } else {
        EntryKind::Other
    }
}

fn no_file(path: &str, why: &str) -> ToolError {
    ToolError::new("ToolExecutionError", format!("'{path}' cannot be read: {why}"))
}
