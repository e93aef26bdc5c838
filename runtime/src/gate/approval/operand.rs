//! The files on which a call hangs: its row and arguments in, paths with digests out.
//!
//! What a person approves is what these files hold now. A call whose file changed meanwhile is another call.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use super::super::question::script;

/// So many files are looked at.
const MOST: usize = 64;
/// So many bytes of a file are read; of a longer one the length and the time count too.
const LONGEST: u64 = 64 << 20;

/// A file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) path: PathBuf,
    /// The digest of its bytes, or what stands there instead: `absent`, `no file`
    pub(crate) state: String,
}

impl Operand {
    pub(crate) fn at(path: PathBuf) -> Operand {
        let state = state(&path);
        Operand { path, state }
    }

    /// Whether the file is still what it was.
    #[cfg(feature = "exec")]
    pub(crate) fn is_unchanged(&self) -> bool {
        state(&self.path) == self.state
    }
}

/// The files that the arguments of a call name.
pub(crate) fn of(row: &Row, input: &Json, root: &Path) -> Vec<Operand> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in row.gate.read.iter().chain(&row.gate.write) {
        let Some(name) = entry.strip_prefix("${input.").and_then(|rest| rest.strip_suffix('}')) else { continue };
        match name.split('.').try_fold(input, |at, step| at.get(step)) {
            Some(Json::String(path)) => paths.push(root.join(path.as_str())),
            Some(Json::Array(items)) => paths.extend(items.iter().filter_map(Json::as_str).map(|path| root.join(path))),
            _ => {}
        }
    }
    if !row.gate.exec.is_empty() {
        paths.extend(row.gate.exec.iter().filter_map(|program| in_path(program)));
        let words = script(row, input).map(words).unwrap_or_default();
        for word in words {
            // A word may be a program, a file that a program reads, or the value of an option.
            let value = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
            let file = root.join(value);
            if !value.is_empty() && file.is_file() {
                paths.push(file);
            } else if !word.contains('/') {
                paths.extend(in_path(&word));
            }
        }
    }
    paths.sort();
    paths.dedup();
    paths.truncate(MOST);
    paths.into_iter().map(Operand::at).collect()
}

/// The words of a script: those that it would have as a plain one, else what stands between blanks and quotes.
fn words(script: &str) -> Vec<String> {
    #[cfg(feature = "shell")]
    if let crate::shell::Script::Plain(plan) = crate::shell::parse(script) {
        return plan.commands().flat_map(|command| command.argv.clone()).collect();
    }
    let part = |c: char| c.is_whitespace() || "\"'`();&|<>$".contains(c);
    script.split(part).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn in_path(program: &str) -> Option<PathBuf> {
    if program.is_empty() || program.contains('/') {
        return None;
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn state(path: &Path) -> String {
    let Ok(mut file) = File::open(path) else { return "absent".to_owned() };
    let Ok(data) = file.metadata() else { return "absent".to_owned() };
    if !data.is_file() {
        return "no file".to_owned();
    }
    let mut hash = hmac_sha256::Hash::new();
    let (mut buffer, mut read) = (vec![0; 64 << 10], 0);
    while read < LONGEST {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                hash.update(buffer.get(..count).unwrap_or_default());
                read += count as u64;
            }
            Err(_) => return "unreadable".to_owned(),
        }
    }
    if read >= LONGEST {
        hash.update(format!("{} {:?}", data.len(), data.modified().ok()).as_bytes());
    }
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digest}")
}
