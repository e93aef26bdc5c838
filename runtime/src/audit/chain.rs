//! The chain of lines: bytes of a log in, line for line what follows what out.

use std::io::{self, BufRead, Read};

use toolgen_model::json::Json;

use super::line::{LONGEST, follows, hash, split};

/// A walk along the lines of a log.
pub(super) struct Walk<R> {
    reader: R,
    /// The number of the last line that was accepted
    pub(super) seq: u64,
    /// Its hash
    pub(super) hash: String,
    /// How many lines were read
    pub(super) lines: u64,
    /// What was read since then and is no line of the chain
    pub(super) stray: Stray,
    /// The line that was read last
    line: Vec<u8>,
    /// A step that was looked at and not taken yet
    held: Option<Step>,
}

/// Bytes that are no line of the chain.
#[derive(Clone, Default)]
pub(super) struct Stray {
    hash: hmac_sha256::Hash,
    bytes: u64,
    /// Whether a line feed follows that is not counted yet
    line_feed: bool,
}

/// A step of the walk.
#[derive(Debug)]
pub(super) enum Step {
    /// A line that follows the one before
    Follows(Json),
    /// A line that follows, and that names the stray bytes before it: what a process left that died
    Resumes(Json, u64),
    /// A line that follows, with stray bytes before it that nothing names
    AfterStray(Json, u64),
    /// A line that says that the chain was broken before it, and goes on from there
    Breaks(Json),
    /// A line of the right form that does not follow
    Foreign(Json),
    /// Bytes that are no line
    Stray,
    /// The end
    End,
}

impl<R: BufRead> Walk<R> {
    /// A walk after line `seq`, which had the hash `hash`.
    pub(super) fn after(seq: u64, hash: impl Into<String>, reader: R) -> Walk<R> {
        let (stray, line) = (Stray::default(), Vec::new());
        Walk { reader, seq, hash: hash.into(), lines: 0, stray, line, held: None }
    }

    /// The next line, as it follows the last one that was accepted.
    pub(super) fn step(&mut self) -> io::Result<Step> {
        self.line.clear();
        let length = self.reader.by_ref().take(LONGEST as u64).read_until(b'\n', &mut self.line)?;
        self.lines += u64::from(length > 0);
        Ok(self.judge())
    }

    /// The next line and its number in the file. After a line that does not follow, the walk goes on as if it did,
    /// so that one fault hides no other.
    pub(super) fn stride(&mut self) -> io::Result<(u64, Step)> {
        let step = match self.held.take() {
            Some(held) => held,
            None => self.step()?,
        };
        let line = self.lines;
        let json = match step {
            Step::Foreign(json) => json,
            other => return Ok((line, other)),
        };
        // A whole line without its end is what a process may leave, too; the line after it knows.
        match self.step()? {
            next @ (Step::Resumes(..) | Step::Breaks(_)) => return Ok((self.lines, next)),
            Step::AfterStray(next, _) => self.held = Some(Step::Follows(next)),
            _ => {
                self.stray = Stray::default();
                self.accept(seq(&json), hash_of(&json));
                self.held = Some(self.judge());
            }
        }
        Ok((line, Step::Foreign(json)))
    }

    /// What the last line is.
    fn judge(&mut self) -> Step {
        if self.line.is_empty() {
            return Step::End;
        }
        let line = std::mem::take(&mut self.line);
        let text = line.strip_suffix(b"\n").and_then(|text| std::str::from_utf8(text).ok());
        let step = text.and_then(|text| self.judge_text(text)).unwrap_or(Step::Stray);
        if matches!(step, Step::Stray | Step::Foreign(_)) {
            self.stray.add(&line);
        }
        self.line = line;
        step
    }

    fn judge_text(&mut self, text: &str) -> Option<Step> {
        let json = Json::parse(text).ok()?;
        json.get("hash")?;
        let seq = json.get("seq")?.as_u64()?;
        let (body, stated) = split(text)?;
        let gap = json.get("event").and_then(Json::as_str) == Some("gap");
        if seq == self.seq + 1 && follows(text, &self.hash).is_some() {
            self.accept(seq, stated);
            let stray = std::mem::take(&mut self.stray);
            return Some(match stray.bytes {
                _ if gap && names_a_break(&json) => Step::Breaks(json),
                _ if stray.is_empty() => Step::Follows(json),
                bytes if gap && stray.is_named(&json) => Step::Resumes(json, bytes),
                bytes => Step::AfterStray(json, bytes),
            });
        }
        let before = json.get("prev").and_then(Json::as_str).filter(|_| gap);
        if before.is_some_and(|before| hash(&[before.as_bytes(), body.as_bytes()]) == stated) {
            self.accept(seq, stated);
            self.stray = Stray::default();
            return Some(Step::Breaks(json));
        }
        Some(Step::Foreign(json))
    }

    fn accept(&mut self, seq: u64, hash: &str) {
        self.seq = seq;
        self.hash.clear();
        self.hash.push_str(hash);
    }
}

/// The number of a line.
pub(super) fn seq(line: &Json) -> u64 {
    line.get("seq").and_then(Json::as_u64).unwrap_or_default()
}

/// The hash of a line.
pub(super) fn hash_of(line: &Json) -> &str {
    line.get("hash").and_then(Json::as_str).unwrap_or_default()
}

/// Whether a gap is more than a half line.
fn names_a_break(gap: &Json) -> bool {
    gap.get("reason").and_then(Json::as_str) != Some("torn")
}

impl Stray {
    fn add(&mut self, bytes: &[u8]) {
        if std::mem::take(&mut self.line_feed) {
            self.hash.update(b"\n");
            self.bytes += 1;
        }
        let (text, line_feed) = bytes.strip_suffix(b"\n").map_or((bytes, false), |text| (text, true));
        self.hash.update(text);
        self.bytes += text.len() as u64;
        self.line_feed = line_feed;
    }

    /// How many bytes there are, without a last line feed.
    pub(super) fn size(&self) -> u64 {
        self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes == 0 && !self.line_feed
    }

    /// Whether a line can begin after them.
    pub(super) fn ends_a_line(&self) -> bool {
        self.line_feed || self.bytes == 0
    }

    /// The SHA-256 of the bytes without a last line feed.
    pub(super) fn digest(&self) -> String {
        let mut text = String::from("sha256:");
        for byte in self.hash.finalize() {
            text.push_str(&format!("{byte:02x}"));
        }
        text
    }

    fn is_named(&self, gap: &Json) -> bool {
        gap.get("bytes").and_then(Json::as_u64) == Some(self.bytes)
            && gap.get("digest").and_then(Json::as_str) == Some(&self.digest())
    }
}
