//! Text that comes in pieces: each piece in, what is certain by then out, without secrets, also where one lies across
//! the edge of two pieces.

use super::{GONE, Redactor, merge, replaced};

/// So many bytes at least are held back: a key with its separator, a token's prefix, a user in a URL.
const HELD: usize = 1024;

/// A secret that is longer than that ends the stream: what comes after it is not told.
const MOST: usize = 1 << 20;

/// Text on its way.
#[derive(Debug)]
pub struct Stream<'r> {
    redactor: &'r Redactor,
    /// The last character that went out, and what is held back
    held: String,
    /// Bytes of that character
    told: usize,
    closed: bool,
}

impl<'r> Stream<'r> {
    pub(super) fn new(redactor: &'r Redactor) -> Stream<'r> {
        Stream { redactor, held: String::new(), told: 0, closed: false }
    }

    /// Takes a piece, and gives what is certain by now.
    pub fn push(&mut self, piece: &str) -> String {
        if self.closed {
            return String::new();
        }
        self.held.push_str(piece);
        let back = HELD.max(self.redactor.values().longest());
        if self.held.len() <= 2 * back {
            return String::new();
        }
        let hits = self.redactor.hits(&self.held);
        let mut until = self.held.floor_char_boundary(self.held.len() - back);
        for hit in hits.iter().rev() {
            if hit.end > until {
                until = until.min(hit.context);
            }
        }
        if until <= self.told {
            if self.held.len() <= MOST {
                return String::new();
            }
            self.closed = true;
            return GONE.to_owned();
        }
        let mut certain: Vec<_> = hits.into_iter().filter(|hit| hit.end <= until).collect();
        merge(&mut certain);
        self.tell(until, &certain)
    }

    /// What is left at the end.
    pub fn finish(mut self) -> String {
        if self.closed {
            return String::new();
        }
        let hits = self.redactor.hits(&self.held);
        self.tell(self.held.len(), &hits)
    }

    /// Gives the text up to `until` and keeps its last character, which decides what the next one may be.
    fn tell(&mut self, until: usize, hits: &[super::Hit]) -> String {
        let text = self.held.get(..until).unwrap_or_default();
        let out = replaced(text, hits).split_off(self.told);
        self.told = text.chars().next_back().map_or(0, char::len_utf8);
        self.held.drain(..until - self.told);
        out
    }
}
