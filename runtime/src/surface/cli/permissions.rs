//! `AGENT permissions check | migrate [FILE] [--dry-run]`: AnimaWorks' permission files in, what is wrong with one,
//! or the new form of the old one, out.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use toolgen_policy::Finding;
use toolgen_policy::animaworks::{self, Migration};
use toolgen_policy::finding::{Place, code};
use toolgen_policy::source::File;

use super::{Cli, out};
use crate::visible::visible;

/// How it is used.
const USAGE: &str = "\
Usage: permissions check [FILE]                what is wrong with a permissions.json or permissions.md
       permissions migrate [FILE] [--dry-run]  a permissions.md becomes the permissions.json beside it; the old
                                               file stays as permissions.md.bak

FILE may be the folder that holds it; without it, the current one.
Exit codes: 0 done, 1 the file is refused, 2 bad input. Nothing is written when a line is not understood.
";

impl Cli {
    pub(super) fn permissions(&self, words: &[OsString]) -> ExitCode {
        let mut dry = false;
        let mut plain: Vec<&OsString> = Vec::new();
        for word in words {
            match word.to_str() {
                Some("-h" | "--help") => return out::print(USAGE),
                Some("--dry-run") => dry = true,
                Some(flag) if flag.starts_with('-') => return self.misused(&format!("unknown option `{flag}`")),
                _ => plain.push(word),
            }
        }
        let (command, path) = match plain[..] {
            [] => {
                out::talk(USAGE);
                return out::code(out::BAD_INPUT);
            }
            [command] => (command, PathBuf::from(".")),
            [command, path] => (command, PathBuf::from(path)),
            [..] => return self.misused("`permissions` takes one file or folder"),
        };
        match command.to_str() {
            Some("migrate") => migrate(&path, dry),
            Some("check") if dry => self.misused("`permissions check` writes nothing, so that it has no `--dry-run`"),
            Some("check") => check(&path),
            _ => {
                let word = command.to_string_lossy();
                self.misused(&format!("`permissions` has `check` and `migrate`, not `{}`", visible(&word)))
            }
        }
    }
}

fn migrate(path: &Path, dry: bool) -> ExitCode {
    let migration = match Migration::of(path) {
        Ok(migration) => migration,
        Err(findings) => return refused(&findings),
    };
    say(&migration.warnings);
    if dry {
        return out::print(&migration.text);
    }
    if let Err(finding) = migration.publish() {
        return refused(&[*finding]);
    }
    let (to, backup) = (migration.to.display(), migration.backup.display());
    out::talk(&format!("{to} is written; the old file is {backup}\n"));
    ExitCode::SUCCESS
}

fn check(path: &Path) -> ExitCode {
    let found = if path.is_dir() { animaworks::find(path) } else { File::read(path) };
    let file = match found {
        Ok(Some(file)) => file,
        Ok(None) => {
            let place = Place::named(path.display().to_string());
            let finding = Finding::error(code::UNREADABLE, &place, "there is no permission file");
            return refused(&[finding.help("name a permissions.json or permissions.md, or the folder that holds it")]);
        }
        Err(finding) => return refused(&[*finding]),
    };
    let mut findings = Vec::new();
    let permissions = animaworks::read(&file, &mut findings);
    match permissions {
        None => refused(&findings),
        Some(_) => {
            say(&findings);
            ExitCode::SUCCESS
        }
    }
}

fn refused(findings: &[Finding]) -> ExitCode {
    say(findings);
    out::code(out::FAILED)
}

/// Each finding on a line of its own, whatever its texts hold.
fn say(findings: &[Finding]) {
    for finding in findings {
        out::talk(&format!("{}\n", visible(&finding.to_string())));
    }
}
