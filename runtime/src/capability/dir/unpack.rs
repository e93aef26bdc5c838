//! Archives: the members of one in, files in a folder of the workspace out.
//!
//! Whoever reads the format gives the members; nothing of what they say is believed. All names are looked at
//! before the first file is written, and every file is written as [`Dir::write`] does it.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;

use super::{Dir, Write};
use crate::error::ToolError;

/// The most members of an archive.
const MOST_MEMBERS: usize = 10_000;
/// The most bytes of all files together.
const MOST_BYTES: u64 = 256 << 20;
/// How many times its packed size a member may be; below [`FREE_BYTES`] any ratio is fine.
const MOST_RATIO: u64 = 200;
/// See [`MOST_RATIO`].
const FREE_BYTES: u64 = 1 << 20;

/// What an archive says of one member.
pub struct Member<'a> {
    /// Its name
    pub name: String,
    /// What it is
    pub kind: MemberKind,
    /// Its permissions; only "executable" is taken over
    pub mode: u32,
    /// Bytes that it claims to have
    pub size: u64,
    /// Bytes that it takes in the archive
    pub packed: u64,
    /// Its bytes; read only up to the limits, whatever it claims
    pub content: Box<dyn Read + 'a>,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A regular file
    File,
    /// A folder
    Folder,
    /// A symbolic or hard link
    Link,
    /// A device, a pipe, or what the reader does not know
    Other,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// Files
    pub files: usize,
    /// Bytes of them
    pub bytes: u64,
    /// Files whose permissions were cut down
    pub masked: usize,
}

impl Dir<Write> {
    /// Writes the files of an archive into a folder.
    ///
    /// # Errors
    /// `PermissionDenied` for a name that leads outside, a link, and what is neither file nor folder, before
    /// anything is written; `ToolExecutionError` for too many members or bytes. The message begins with
    /// `archive.` and what is wrong.
    pub fn unpack<'a>(
        &self,
        folder: &str,
        members: impl IntoIterator<Item = Member<'a>>,
    ) -> Result<Unpacked, ToolError> {
        let members = looked_at(members)?;
        let mut done = Unpacked::default();
        for mut member in members {
            if member.kind == MemberKind::Folder {
                continue;
            }
            let path = format!("{folder}/{}", member.name);
            let most = MOST_BYTES.saturating_sub(done.bytes).min(allowed(member.packed));
            let mut content = Vec::new();
            let read = member.content.by_ref().take(most.saturating_add(1)).read_to_end(&mut content);
            read.map_err(|error| fault("archive.content", &member.name, &format!("cannot be read: {error}")))?;
            if content.len() as u64 > most {
                return Err(fault("archive.ratio", &member.name, "grows beyond every measure"));
            }
            let mode = if member.mode & 0o111 == 0 { 0o644 } else { 0o755 };
            self.put(&path, &content, Some(mode))?;
            done.files += 1;
            done.bytes += content.len() as u64;
            done.masked += usize::from(member.mode & 0o7022 != 0);
        }
        Ok(done)
    }
}

/// The members, when none of them is a trap.
fn looked_at<'a>(members: impl IntoIterator<Item = Member<'a>>) -> Result<Vec<Member<'a>>, ToolError> {
    let (mut all, mut names, mut bytes) = (Vec::new(), BTreeSet::new(), 0u64);
    for member in members {
        if all.len() == MOST_MEMBERS {
            return Err(fault("archive.entries", &member.name, &format!("is one more than {MOST_MEMBERS} members")));
        }
        named_inside(&member.name)?;
        match member.kind {
            MemberKind::File | MemberKind::Folder => {}
            MemberKind::Link => return Err(denied("archive.link", &member.name, "is a link")),
            MemberKind::Other => return Err(denied("archive.type", &member.name, "is neither a file nor a folder")),
        }
        if member.kind == MemberKind::File && !names.insert(member.name.to_lowercase()) {
            return Err(denied("archive.twice", &member.name, "is there twice, on some systems"));
        }
        bytes = bytes.saturating_add(member.size);
        if member.size > allowed(member.packed) || bytes > MOST_BYTES {
            let text = format!("claims {} bytes from {}", member.size, member.packed);
            return Err(fault("archive.ratio", &member.name, &text));
        }
        all.push(member);
    }
    Ok(all)
}

/// The most bytes that a member of that packed size may have.
fn allowed(packed: u64) -> u64 {
    packed.saturating_mul(MOST_RATIO).max(FREE_BYTES)
}

/// Refuses names that lead outside, on this system or another one.
fn named_inside(name: &str) -> Result<(), ToolError> {
    let drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with(['/', '\\']) || drive {
        return Err(denied("archive.absolute", name, "is an absolute path"));
    }
    if name.split(['/', '\\']).any(|step| step == "..") || name.starts_with('~') {
        return Err(denied("archive.traversal", name, "leads outside"));
    }
    if name.is_empty() || name.contains(['\\', ':']) || name.chars().any(char::is_control) {
        return Err(denied("archive.name", name, "is no name that means the same everywhere"));
    }
    Ok(())
}

fn denied(code: &str, name: &str, why: &str) -> ToolError {
    ToolError::new("PermissionDenied", format!("{code}: the member '{}' {why}", name.escape_debug()))
        .suggestion("Do not unpack this archive; tell the person where it came from.")
}

fn fault(code: &str, name: &str, why: &str) -> ToolError {
    ToolError::new("ToolExecutionError", format!("{code}: the member '{}' {why}", name.escape_debug()))
}

impl fmt::Debug for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::capability::place::workspace;

    fn file(name: &str, mode: u32, content: &'static [u8]) -> Member<'static> {
        let size = content.len() as u64;
        Member { name: name.to_owned(), kind: MemberKind::File, mode, size, packed: size, content: Box::new(content) }
    }

    fn dir(folder: &tempfile::TempDir) -> Dir<Write> {
        let root = workspace(folder.path()).unwrap();
        Dir::within(root, vec![".".to_owned()]).unwrap()
    }

    #[test]
    fn files_are_written_with_plain_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let members = [file("a/run", 0o4755, b"x"), file("b", 0o666, b"yz")];
        let done = dir(&folder).unpack("out", members).unwrap();
        assert_eq!(done, Unpacked { files: 2, bytes: 3, masked: 2 });
        let mode = |name: &str| folder.path().join(name).metadata().unwrap().permissions().mode() & 0o7777;
        assert_eq!((mode("out/a/run") & 0o7022, mode("out/a/run") & 0o100, mode("out/b") & 0o111), (0, 0o100, 0));
    }

    #[test]
    fn a_trap_is_found_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let other = |kind| Member { kind, ..file("x", 0, b"") };
        let bomb = Member { size: 4 << 30, packed: 42_000, ..file("x", 0, b"") };
        let liar = Member { content: Box::new(std::io::repeat(0)), ..file("x", 0, b"") };
        for (trap, code) in [
            (file("../x", 0, b""), "archive.traversal"),
            (file("a/../../x", 0, b""), "archive.traversal"),
            (file("a\\..\\x", 0, b""), "archive.traversal"),
            (file("/etc/x", 0, b""), "archive.absolute"),
            (file("C:/x", 0, b""), "archive.absolute"),
            (file("", 0, b""), "archive.name"),
            (file("FIRST", 0, b""), "archive.twice"),
            (other(MemberKind::Link), "archive.link"),
            (other(MemberKind::Other), "archive.type"),
            (bomb, "archive.ratio"),
        ] {
            let error = dir(&folder).unpack("out", [file("first", 0, b"1"), trap]).unwrap_err();
            assert!(error.message.starts_with(code), "{code}: {error}");
            assert!(!folder.path().join("out").exists(), "{code}");
        }
        assert!(dir(&folder).unpack("out", [liar]).unwrap_err().message.starts_with("archive.ratio"));
        let many = (0..=MOST_MEMBERS).map(|number| file(&number.to_string(), 0, b""));
        assert!(dir(&folder).unpack("out", many).unwrap_err().message.starts_with("archive.entries"));
        assert!(dir(&folder).unpack(".", [file(".git/hooks/x", 0o755, b"")]).is_err(), "a protected place");
    }
}
