//! A folder in, its permissions out: `permissions.json`, or `permissions.md`, which can become one.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Permissions, markdown, parse};
use crate::finding::{Finding, Place, code};
use crate::source::File;

/// The file's name.
pub const JSON: &str = "permissions.json";
/// The name of the file of old.
pub const MARKDOWN: &str = "permissions.md";

/// The permissions file of a folder: `permissions.json` when it is there, also as a link that leads nowhere; else
/// `permissions.md`; else none.
///
/// # Errors
/// A finding when the file is there and cannot be read.
pub fn find(folder: &Path) -> Result<Option<File>, Box<Finding>> {
    let at = |name: &str| if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) };
    match File::read(&at(JSON))? {
        Some(file) => Ok(Some(file)),
        None => File::read(&at(MARKDOWN)),
    }
}

/// Reads the text of either file. Warnings and errors go to `findings`; with an error nothing comes back.
pub fn read(file: &File, findings: &mut Vec<Finding>) -> Option<Permissions> {
    if !is_markdown(Path::new(&file.name)) {
        return parse(&file.name, &file.text, findings);
    }
    let permissions = markdown(&file.name, &file.text, findings)?;
    let text = format!("`{MARKDOWN}` is a form of old; it is read as the `{JSON}` that it would become");
    let place = Place::named(file.name.as_str());
    let help = "`AGENT permissions migrate` writes that file";
    findings.push(Finding::warning(code::NOT_UNDERSTOOD, &place, text).help(help));
    Some(permissions)
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

/// A `permissions.md` that can become a `permissions.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The file of old
    pub from: PathBuf,
    /// The file that it becomes
    pub to: PathBuf,
    /// Where the file of old is kept
    pub backup: PathBuf,
    /// The text of the new file
    pub text: String,
    /// What is worth a look
    pub warnings: Vec<Finding>,
}

impl Migration {
    /// Reads a `permissions.md`, or the one in a folder, and says what would become of it. Nothing is written.
    ///
    /// # Errors
    /// Every line that is not understood; a file that is not there, cannot be read, or was migrated already.
    pub fn of(path: &Path) -> Result<Migration, Vec<Finding>> {
        let from = if path.is_dir() { path.join(MARKDOWN) } else { path.to_owned() };
        let place = Place::named(from.display().to_string());
        let refuse = |text: String, help: &str| vec![Finding::error(code::UNREADABLE, &place, text).help(help)];
        let file = match File::read(&from) {
            Ok(Some(file)) => file,
            Ok(None) => {
                let help = "name a `permissions.md`, or the folder that holds it";
                return Err(refuse("there is no such file, so there is nothing to migrate".to_owned(), help));
            }
            Err(finding) => return Err(vec![*finding]),
        };
        if !is_markdown(&from) {
            let help = "name a `permissions.md`, or the folder that holds it";
            return Err(refuse("expected a Markdown file, whose name ends with `.md`".to_owned(), help));
        }
        let to = from.with_extension("json");
        let mut backup = OsString::from(&from);
        backup.push(".bak");
        let backup = PathBuf::from(backup);
        for (there, help) in [
            (&to, "it governs already: compare the two, and move the one that is wrong away"),
            (&backup, "a former migration kept it: move it away first"),
        ] {
            if there.symlink_metadata().is_ok() {
                return Err(refuse(format!("`{}` is there already", there.display()), help));
            }
        }
        let mut findings = Vec::new();
        match markdown(&file.name, &file.text, &mut findings) {
            Some(permissions) => Ok(Migration { from, to, backup, text: permissions.to_text(), warnings: findings }),
            None => Err(findings),
        }
    }

    /// Writes the new file at once and whole, never over another one, and then keeps the old one as the backup.
    ///
    /// # Errors
    /// A finding. Where only the backup failed, the new file is there and governs.
    pub fn publish(&self) -> Result<(), Box<Finding>> {
        let fault = |path: &Path, what: &str, error: &io::Error| {
            let text = format!("`{}` {what}: {error}", path.display());
            let place = Place::named(self.from.display().to_string());
            Box::new(Finding::error(code::UNREADABLE, &place, text).help("mend that and run the migration again"))
        };
        let folder = self.to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let draft = folder.join(format!(".{JSON}.{}", std::process::id()));
        let written = self.write(&draft).and_then(|()| fs::hard_link(&draft, &self.to));
        let _ = fs::remove_file(&draft);
        written.map_err(|error| fault(&self.to, "cannot be written", &error))?;
        // Only after the new file is there: whatever happens in between, one of the two governs.
        fs::hard_link(&self.from, &self.backup)
            .and_then(|()| fs::remove_file(&self.from))
            .map_err(|error| fault(&self.backup, "cannot be made; the new file is there and governs", &error))?;
        #[cfg(unix)]
        fs::File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| fault(folder, "cannot be synchronized", &error))?;
        Ok(())
    }

    fn write(&self, draft: &Path) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(draft)?;
        file.set_permissions(fs::metadata(&self.from)?.permissions())?;
        file.write_all(self.text.as_bytes())?;
        file.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "## External Tools\n- all: yes\n- gmail_send: yes\n";

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_migration_writes_the_new_file_and_keeps_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MARKDOWN), TEXT).unwrap();
        let migration = Migration::of(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [MARKDOWN]);
        migration.publish().unwrap();
        assert_eq!(names(folder.path()), [JSON, "permissions.md.bak"]);
        assert_eq!(fs::read_to_string(&migration.backup).unwrap(), TEXT);
        let file = find(folder.path()).unwrap().unwrap();
        let mut findings = Vec::new();
        assert_eq!(read(&file, &mut findings).unwrap().to_text(), migration.text);
        assert!(findings.is_empty());
        assert!(Migration::of(folder.path()).unwrap_err()[0].message.contains("no such file"));
    }

    #[test]
    fn nothing_is_written_over_and_nothing_half() {
        let folder = tempfile::tempdir().unwrap();
        let md = folder.path().join(MARKDOWN);
        fs::write(&md, TEXT).unwrap();
        let migration = Migration::of(&md).unwrap();
        fs::write(folder.path().join(JSON), "{}").unwrap();
        assert!(Migration::of(&md).unwrap_err()[0].message.contains("is there already"));
        // What appears between the two steps is not written over either.
        assert!(migration.publish().is_err());
        assert_eq!(fs::read_to_string(folder.path().join(JSON)).unwrap(), "{}");
        assert_eq!(names(folder.path()), [JSON, MARKDOWN]);
        fs::remove_file(folder.path().join(JSON)).unwrap();
        fs::write(folder.path().join("permissions.md.bak"), "old").unwrap();
        assert!(Migration::of(&md).unwrap_err()[0].message.contains("permissions.md.bak"));
    }

    #[test]
    fn a_text_that_is_not_understood_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MARKDOWN), "## External Tools\n- slack: maybe\n").unwrap();
        assert!(Migration::of(folder.path()).unwrap_err()[0].message.contains("neither yes nor no"));
        fs::write(folder.path().join(MARKDOWN), b"\xff").unwrap();
        assert!(Migration::of(folder.path()).unwrap_err()[0].message.contains("no UTF-8"));
        assert_eq!(names(folder.path()), [MARKDOWN]);
        assert!(Migration::of(&folder.path().join("other.txt")).is_err());
    }

    #[test]
    fn the_old_form_governs_until_it_is_migrated_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MARKDOWN), TEXT).unwrap();
        let mut findings = Vec::new();
        let file = find(folder.path()).unwrap().unwrap();
        assert!(read(&file, &mut findings).is_some());
        assert!(findings[0].to_string().contains("permissions migrate"), "{findings:?}");
        assert!(find(&folder.path().join("none")).unwrap().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_counts_as_a_file_that_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("nowhere", folder.path().join(JSON)).unwrap();
        fs::write(folder.path().join(MARKDOWN), TEXT).unwrap();
        assert!(find(folder.path()).is_err());
        fs::remove_file(folder.path().join(JSON)).unwrap();
        fs::create_dir(folder.path().join(JSON)).unwrap();
        assert!(find(folder.path()).is_err());
    }
}
