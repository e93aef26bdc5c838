//! Counters in a file that processes share: a change in, the file with it out, under a lock.

use std::fs;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use toolgen_model::json::Json;

use super::state::State;
use crate::own_file;

/// The longest file that is read, in bytes.
const MOST: u64 = 4 << 20;

/// Counters in a file.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// Held while the file is replaced
    lock: PathBuf,
    next: PathBuf,
}

impl Store {
    pub(super) fn at(path: impl Into<PathBuf>) -> Store {
        let path = path.into();
        let beside = |end: &str| {
            let mut name = path.clone().into_os_string();
            name.push(end);
            PathBuf::from(name)
        };
        let (lock, next) = (beside(".lock"), beside(".next"));
        Store { path, lock, next }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a change while nobody else does; what the change itself refuses is not written.
    pub(super) fn change<T, E>(&self, change: impl FnOnce(&mut State) -> Result<T, E>) -> io::Result<Result<T, E>> {
        let lock = own_file::open(&self.lock)?;
        own_file::lock(&lock)?;
        let mut state = self.read()?;
        let changed = change(&mut state);
        if changed.is_ok() {
            self.write(&state)?;
        }
        Ok(changed)
    }

    fn read(&self) -> io::Result<State> {
        let file = match own_file::read(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::default()),
            file => file?,
        };
        let mut text = String::new();
        file.take(MOST).read_to_string(&mut text)?;
        let state = Json::parse(&text).ok().as_ref().and_then(State::of);
        state.ok_or_else(|| Error::new(ErrorKind::InvalidData, "it holds no counters; remove it to begin anew"))
    }

    /// Puts a whole file in the place of the one before, so that nobody ever reads half of one.
    fn write(&self, state: &State) -> io::Result<()> {
        match fs::remove_file(&self.next) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut next = own_file::open(&self.next)?;
        next.write_all(state.to_json().to_string().as_bytes())?;
        drop(next);
        fs::rename(&self.next, &self.path)
    }
}
