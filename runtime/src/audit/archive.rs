//! The policies under which the log was written: a text in, its digest out; a digest in, the text out if it is still
//! the one that was kept.
//!
//! They lie beside the log, in the folder `LOG.policies`, each once and under the digest of its bytes, with the care of
//! the log itself: only the owner reads them, no link is followed, and a process that dies or a full disk leaves no
//! half of one.

use std::fs;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::{Path, PathBuf};

use super::line::hash;
use crate::own_file;

/// The longest text that is kept or read, in bytes.
const MOST: usize = 64 << 20;

/// What every digest begins with.
const SHA256: &str = "sha256:";

/// The digest under which a text is kept.
pub(super) fn digest(text: &str) -> String {
    format!("{SHA256}{}", hash(&[text.as_bytes()]))
}

/// The policies that are kept beside a log.
#[derive(Debug)]
pub struct Archive {
    folder: PathBuf,
}

impl Archive {
    /// That of the log at `log`. Nothing is made yet.
    pub fn beside(log: &Path) -> Archive {
        let mut folder = log.to_owned().into_os_string();
        folder.push(".policies");
        Archive { folder: folder.into() }
    }

    /// Keeps a text and gives its digest; does nothing where it is kept already.
    ///
    /// # Errors
    /// What the system says, or that something else stands in its place.
    pub fn keep(&self, text: &str) -> Result<String> {
        let digest = digest(text);
        let path = self.place(&digest)?;
        if text.len() > MOST {
            return Err(refused(format!("a policy of {} bytes is not kept; at most {MOST} are", text.len())));
        }
        match self.read(&digest) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            known => return known.map(|_| digest),
        }
        let lock = own_file::open(&self.folder.join("lock"))?;
        own_file::lock(&lock)?;
        // Whole or not at all: what a process left that died meanwhile is put away first.
        let next = self.folder.join("next");
        match fs::remove_file(&next) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = own_file::open(&next)?;
        file.write_all(text.as_bytes())?;
        drop(file);
        fs::rename(&next, &path)?;
        Ok(digest)
    }

    /// The text of that digest.
    ///
    /// # Errors
    /// That it is not there, that it was changed, or what the system says.
    pub fn read(&self, digest: &str) -> Result<String> {
        let path = self.place(digest)?;
        self.real_folder()?;
        let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = match own_file::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let text = format!(
                    "the policy {digest} is not in {}: it was removed, or the log was moved without that folder",
                    self.folder.display()
                );
                return Err(Error::new(ErrorKind::NotFound, text));
            }
            file => file.map_err(named)?,
        };
        let mut bytes = Vec::new();
        file.take(MOST as u64 + 1).read_to_end(&mut bytes).map_err(named)?;
        let is = format!("{SHA256}{}", hash(&[&bytes]));
        if is != digest && toolgen_model::enforced!("audit.policy") {
            let text = format!("{} was changed: its digest is {is}, and {digest} was expected", path.display());
            return Err(Error::new(ErrorKind::InvalidData, text));
        }
        String::from_utf8(bytes)
            .map_err(|_| Error::new(ErrorKind::InvalidData, format!("{} is no text", path.display())))
    }

    /// Where the text of a digest is. A digest is read from a log, so that it names a file of the folder or nothing.
    fn place(&self, digest: &str) -> Result<PathBuf> {
        let digits = digest.strip_prefix(SHA256).filter(|digits| {
            digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        });
        let digits = digits.ok_or_else(|| refused(format!("{digest:?} is no digest of a policy")))?;
        Ok(self.folder.join(format!("{digits}.json")))
    }

    /// The folder is missing, or a folder itself and no link to one.
    fn real_folder(&self) -> Result<()> {
        match self.folder.symlink_metadata() {
            Ok(data) if data.is_dir() => Ok(()),
            Ok(_) => Err(refused(format!("{} is no folder", self.folder.display()))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn refused(why: String) -> Error {
    Error::new(ErrorKind::InvalidInput, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> (tempfile::TempDir, Archive) {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::beside(&folder.path().join("audit.jsonl"));
        (folder, archive)
    }

    #[test]
    fn a_text_is_kept_once_and_read_back_under_its_digest() {
        let (_folder, archive) = archive();
        let digest = archive.keep("a").unwrap();
        assert_eq!((archive.keep("a").unwrap(), archive.read(&digest).unwrap()), (digest.clone(), "a".into()));
        assert_ne!(archive.keep("b").unwrap(), digest);
        let names = fs::read_dir(&archive.folder).unwrap().count();
        assert_eq!(names, 3, "two texts and the lock");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_reads_it_and_no_link_is_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (folder, archive) = archive();
        let path = archive.place(&archive.keep("a").unwrap()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&archive.folder).unwrap().permissions().mode() & 0o777, 0o700);
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        assert!(archive.keep("a").is_err() && archive.read(&digest("a")).is_err());
        fs::rename(&archive.folder, folder.path().join("other")).unwrap();
        symlink(folder.path().join("other"), &archive.folder).unwrap();
        assert!(archive.keep("b").unwrap_err().to_string().contains("is no folder"));
    }

    #[test]
    fn what_was_changed_removed_or_misnamed_is_told() {
        let (_folder, archive) = archive();
        let digest = archive.keep("a").unwrap();
        let path = archive.place(&digest).unwrap();
        fs::write(&path, "b").unwrap();
        let error = archive.read(&digest).unwrap_err();
        assert!(error.kind() == ErrorKind::InvalidData && error.to_string().contains("was changed"), "{error}");
        assert!(archive.keep("a").is_err(), "it is not written over");
        fs::remove_file(&path).unwrap();
        let error = archive.read(&digest).unwrap_err();
        assert!(error.kind() == ErrorKind::NotFound && error.to_string().contains("was removed"), "{error}");
        for digest in ["", "sha256:", "sha256:../../x", &format!("sha256:{}", "A".repeat(64))] {
            assert!(archive.read(digest).unwrap_err().to_string().contains("no digest"), "{digest}");
        }
    }

    #[test]
    fn what_a_process_left_that_died_is_put_away_and_what_cannot_be_is_told() {
        let (_folder, archive) = archive();
        fs::create_dir(&archive.folder).unwrap();
        fs::write(archive.folder.join("next"), "half").unwrap();
        let digest = archive.keep("a").unwrap();
        assert_eq!(archive.read(&digest).unwrap(), "a");
        fs::create_dir(archive.folder.join("next")).unwrap();
        assert!(archive.keep("b").is_err());
        assert_eq!(archive.read(&super::digest("b")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
