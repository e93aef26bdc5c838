//! A log in a file: events in, their numbers out once they are written. Several threads and processes may share one.

use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::anchor::Anchor;
use super::chain::{Step, Stray, Walk};
use super::event::Event;
use super::line::{FIRST, Line, Redact};
use super::time;
use crate::own_file;

/// A log in a file. Nothing is kept open between two lines, so that a file which was moved away is not written to.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    anchor: PathBuf,
    /// Threads of this process wait here; the lock of the file holds other processes
    turn: Mutex<()>,
}

impl File {
    /// The log at `path`; its anchor stands beside it, as `PATH.anchor`. Nothing is opened or made yet.
    pub fn at(path: impl Into<PathBuf>) -> File {
        let path = path.into();
        let mut anchor = path.clone().into_os_string();
        anchor.push(".anchor");
        File { path, anchor: PathBuf::from(anchor), turn: Mutex::new(()) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where its anchor is.
    pub fn anchor(&self) -> &Path {
        &self.anchor
    }

    /// Whether the log lies outside of `root`, links resolved: what tools can write must not hold it.
    ///
    /// # Errors
    /// What the system says when `root` cannot be resolved.
    pub fn is_outside(&self, root: &Path) -> io::Result<bool> {
        Ok(!resolved(&std::path::absolute(&self.path)?)?.starts_with(root.canonicalize()?))
    }

    /// Writes an event and gives its number.
    ///
    /// # Errors
    /// What the system says. The event may be written in part then; what follows tells so.
    pub fn append(&self, event: &Event<'_>, redact: Redact<'_>) -> io::Result<u64> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let anchor_file = own_file::open(&self.anchor)?;
        own_file::lock(&anchor_file)?;
        let mut log = own_file::open(&self.path)?;
        let mut state = State::of(&log, Anchor::read(&anchor_file)?)?;
        let ms = time::now();
        let mut text = String::new();
        if let Some(gap) = state.gap.take() {
            if !gap.stray.ends_a_line() {
                text.push('\n');
            }
            let (line, hash) = gap.line(state.seq + 1, ms, &state.hash).end(&state.hash);
            text.push_str(&line);
            (state.seq, state.hash) = (state.seq + 1, hash);
        }
        let (line, hash) = Line::of(state.seq + 1, ms, event, redact).end(&state.hash);
        text.push_str(&line);
        log.seek(SeekFrom::End(0))?;
        log.write_all(text.as_bytes())?;
        let last = Anchor { seq: state.seq + 1, hash, size: state.size + text.len() as u64 };
        last.write(&anchor_file)?;
        Ok(last.seq)
    }
}

/// Where the next line goes.
struct State {
    seq: u64,
    hash: String,
    /// Bytes of the log
    size: u64,
    /// What must be told before
    gap: Option<Gap>,
}

/// Why the chain does not simply go on.
struct Gap {
    reason: &'static str,
    stray: Stray,
}

impl State {
    fn of(mut log: &std::fs::File, anchor: Option<Anchor>) -> io::Result<State> {
        let size = log.metadata()?.len();
        let (last, lost) = match anchor {
            Some(last) => (last, false),
            None => (Anchor::start(), size > 0),
        };
        if size == last.size {
            return Ok(State { seq: last.seq, hash: last.hash, size, gap: None });
        }
        // From the last known line on, or from the first one where the log is shorter than it was.
        let cut = size < last.size;
        let (seq, hash, at) = if cut { (0, FIRST, 0) } else { (last.seq, last.hash.as_str(), last.size) };
        log.seek(SeekFrom::Start(at))?;
        let mut walk = Walk::after(seq, hash, BufReader::new(log));
        while !matches!(walk.step()?, Step::End) {}
        let stray = walk.stray;
        let reason = match (cut, lost) {
            (true, _) => Some("truncated"),
            (_, true) => Some("anchor"),
            _ if stray.is_empty() => None,
            // A process that dies leaves no line end.
            _ => Some(if stray.ends_a_line() { "foreign" } else { "torn" }),
        };
        let gap = reason.map(|reason| Gap { reason, stray });
        let (seq, hash) = if cut { (last.seq, last.hash) } else { (walk.seq, walk.hash) };
        Ok(State { seq, hash, size, gap })
    }
}

impl Gap {
    fn line(&self, seq: u64, ms: u64, before: &str) -> Line {
        let mut line = Line::new(seq, ms, "gap");
        line.text("reason", self.reason);
        line.text("prev", before);
        line.number("bytes", self.stray.size());
        line.text("digest", &self.stray.digest());
        line
    }
}

/// The path with the links of its folders resolved, as far as these are there.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    for folder in path.ancestors() {
        match folder.canonicalize() {
            Ok(real) => {
                let rest = path.strip_prefix(folder).unwrap_or(Path::new(""));
                if rest.components().any(|part| part == std::path::Component::ParentDir) {
                    return Err(io::Error::new(ErrorKind::InvalidInput, "`..` after a folder that is not there"));
                }
                return Ok(real.join(rest));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests;
