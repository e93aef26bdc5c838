//! Checking a log: its file, its anchor and the policies beside it in, everything that was changed, cut off or put in
//! out.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::path::Path;

use toolgen_model::json::Json;

use super::File;
use super::anchor::Anchor;
use super::archive::Archive;
use super::chain::{Step, Walk, hash_of, seq};
use super::line::FIRST;
use crate::own_file;

/// So many faults are told.
const MOST: usize = 100;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many lines belong to the chain
    pub lines: u64,
    /// The number and the hash of the last one; to be noted elsewhere, they show later that nothing was cut off
    pub last: Option<(u64, String)>,
    /// What is wrong, at most 100
    pub faults: Vec<Fault>,
    /// What is worth a word and no fault: half lines that a process left
    pub notes: Vec<Fault>,
}

/// A finding in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in the file, from 1
    pub line: u64,
    /// The stable code: `audit.changed`, `audit.missing`, `audit.foreign`, `audit.truncated`, `audit.anchor`,
    /// `audit.policy` or `audit.torn`
    pub code: &'static str,
    /// What it is
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} ({})", self.line, self.message, self.code)
    }
}

impl Report {
    /// Whether the log is as it was written.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    fn fault(&mut self, line: u64, code: &'static str, message: impl Into<String>) {
        if self.faults.len() < MOST {
            self.faults.push(Fault { line, code, message: message.into() });
        }
    }

    fn note(&mut self, line: u64, message: String) {
        if self.notes.len() < MOST {
            self.notes.push(Fault { line, code: "audit.torn", message });
        }
    }
}

/// Checks the log at `path`, its anchor, and each policy that it names. Others may write to it meanwhile.
///
/// # Errors
/// When the log cannot be read.
pub fn verify(path: &Path) -> io::Result<Report> {
    let file = File::at(path);
    let mut report = Report::default();
    let (anchor, log, size) = match own_file::read(file.anchor()) {
        Ok(anchor) => {
            // Between the two reads nobody may write.
            anchor.lock_shared()?;
            let log = own_file::read(path)?;
            let size = log.metadata()?.len();
            (Anchor::read(&anchor)?, log, size)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let log = own_file::read(path)?;
            let size = log.metadata()?.len();
            (None, log, size)
        }
        Err(error) => return Err(error),
    };
    let mut walk = Walk::after(0, FIRST, BufReader::new(log.take(size)));
    let mut at_anchor = anchor.as_ref().is_none_or(|anchor| anchor.seq == 0);
    let mut before = 0;
    let (archive, mut named) = (Archive::beside(path), HashSet::new());
    loop {
        let (line, step) = walk.stride()?;
        let (Step::Follows(record)
        | Step::Resumes(record, _)
        | Step::AfterStray(record, _)
        | Step::Breaks(record)
        | Step::Foreign(record)) = &step
        else {
            if matches!(step, Step::End) { break } else { continue }
        };
        let seq = seq(record);
        match &step {
            Step::Resumes(_, bytes) => {
                report.note(line, format!("a half line of {bytes} bytes stands before record {seq}"));
            }
            Step::AfterStray(_, bytes) => {
                let text = format!("{bytes} bytes that are no record were put before record {seq}");
                report.fault(line, "audit.foreign", text);
            }
            Step::Breaks(gap) => broken(&mut report, line, seq, gap),
            Step::Foreign(_) if seq == before + 1 => {
                report.fault(line, "audit.changed", format!("record {seq} was changed after it was written"));
            }
            Step::Foreign(_) => {
                let text = format!("record {seq} stands where record {} should", before + 1);
                report.fault(line, "audit.missing", text);
            }
            _ => {}
        }
        report.lines += 1;
        policy(&mut report, line, record, &archive, &mut named);
        before = seq;
        if let Some(anchor) = anchor.as_ref().filter(|anchor| anchor.seq == seq) {
            at_anchor = true;
            if anchor.hash != hash_of(record) {
                report.fault(line, "audit.changed", format!("record {seq} is not the one that was written"));
            }
        }
    }
    if !walk.stray.is_empty() {
        let bytes = walk.stray.size();
        if walk.stray.ends_a_line() {
            report.fault(walk.lines, "audit.foreign", format!("{bytes} bytes that are no record stand at the end"));
        } else {
            report.note(walk.lines, format!("a half line of {bytes} bytes stands at the end"));
        }
    }
    match &anchor {
        None if size > 0 => report.fault(
            walk.lines,
            "audit.anchor",
            format!(
                "{} is missing or unreadable, so that the end of the log cannot be checked",
                file.anchor().display()
            ),
        ),
        Some(anchor) if anchor.seq > walk.seq || !at_anchor => report.fault(
            walk.lines,
            "audit.truncated",
            format!("the log ends with record {}, and record {} was written", walk.seq, anchor.seq),
        ),
        _ => {}
    }
    report.last = (walk.seq > 0).then_some((walk.seq, walk.hash));
    Ok(report)
}

/// Whether the policy that a record names can be read back; of each policy once.
fn policy(report: &mut Report, line: u64, record: &Json, archive: &Archive, named: &mut HashSet<String>) {
    let Some(digest) = record.get("policy").and_then(Json::as_str) else { return };
    if named.contains(digest) {
        return;
    }
    named.insert(digest.to_owned());
    if let Err(error) = archive.read(digest) {
        report.fault(line, "audit.policy", error.to_string());
    }
}

/// What a gap says that the writer found already.
fn broken(report: &mut Report, line: u64, seq: u64, gap: &Json) {
    match gap.get("reason").and_then(Json::as_str) {
        Some("truncated") => {
            report.fault(line, "audit.truncated", format!("records before record {seq} were cut off"));
        }
        Some("anchor") => report.fault(
            line,
            "audit.anchor",
            format!("the anchor was missing when record {seq} was written; records before it may be too"),
        ),
        _ => report.fault(line, "audit.foreign", format!("bytes that are no record were put before record {seq}")),
    }
}
