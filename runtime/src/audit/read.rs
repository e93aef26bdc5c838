//! Reading a log: its file in, its records out.

use std::io::{self, BufReader};
use std::path::Path;

use toolgen_model::json::Json;

use super::chain::{Step, Walk, seq};
use super::line::FIRST;
use crate::own_file;

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number
    pub seq: u64,
    /// Its text in the log, as data
    pub json: Json,
}

impl Record {
    /// The text under `key`; empty when there is none.
    pub fn text(&self, key: &str) -> &str {
        self.json.get(key).and_then(Json::as_str).unwrap_or_default()
    }

    /// The number under `key`.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.json.get(key).and_then(Json::as_u64)
    }

    /// `intent`, `refused`, `outcome`, `policy` or `gap`.
    pub fn event(&self) -> &str {
        self.text("event")
    }
}

/// The records of the log at `path` in order, whether the chain holds or not; what is no record is passed over.
///
/// # Errors
/// When the log cannot be read; each record, when reading fails there.
pub fn records(path: &Path) -> io::Result<impl Iterator<Item = io::Result<Record>>> {
    let mut walk = Walk::after(0, FIRST, BufReader::new(own_file::read(path)?));
    Ok(std::iter::from_fn(move || {
        loop {
            let json = match walk.stride() {
                Err(error) => return Some(Err(error)),
                Ok((_, Step::End)) => return None,
                Ok((_, Step::Stray)) => continue,
                Ok((
                    _,
                    Step::Follows(json)
                    | Step::Resumes(json, _)
                    | Step::AfterStray(json, _)
                    | Step::Breaks(json)
                    | Step::Foreign(json),
                )) => json,
            };
            return Some(Ok(Record { seq: seq(&json), json }));
        }
    }))
}
