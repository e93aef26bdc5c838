//! The anchor of a log: the number, the hash and the end of its last line, in a file of their own.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use toolgen_model::json::Json;

use super::line::FIRST;

/// Every anchor has this many bytes, so that a new one lies exactly over the old one.
const SIZE: usize = 160;

/// Where a log ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The number of the last line
    pub(super) seq: u64,
    /// Its hash
    pub(super) hash: String,
    /// Bytes up to its end
    pub(super) size: u64,
}

impl Anchor {
    /// That of a log without lines.
    pub(super) fn start() -> Anchor {
        Anchor { seq: 0, hash: FIRST.to_owned(), size: 0 }
    }

    /// What the file says; none when it is empty or no anchor.
    pub(super) fn read(mut file: &File) -> io::Result<Option<Anchor>> {
        let mut text = String::new();
        file.seek(SeekFrom::Start(0))?;
        match file.take(2 * SIZE as u64).read_to_string(&mut text) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Ok(None),
            read => read?,
        };
        Ok(Json::parse(&text).ok().as_ref().and_then(Anchor::of))
    }

    fn of(json: &Json) -> Option<Anchor> {
        let number = |key| json.get(key).and_then(Json::as_u64);
        let hash = json.get("hash").and_then(Json::as_str).filter(|hash| hash.len() == FIRST.len())?;
        Some(Anchor { seq: number("seq")?, size: number("size")?, hash: hash.to_owned() })
    }

    /// Puts it in place of the one in the file.
    pub(super) fn write(&self, mut file: &File) -> io::Result<()> {
        let text = format!(r#"{{"seq":{},"size":{},"hash":"{}"}}"#, self.seq, self.size, self.hash);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(format!("{text:<width$}\n", width = SIZE - 1).as_bytes())
    }
}
