//! Unions: which branch comes, by the kind of the value, by a tag, or by trying.

use std::borrow::Cow;

use super::{Reader, Reading};
use crate::decode::Trouble;

/// The kind of a value, by its first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// Text
    Text,
    /// An array
    Array,
    /// An object
    Object,
    /// No value
    Nothing,
}

/// How many branches may fail in one call; unions inside of unions multiply without end else.
const TRIES: u32 = 20_000;

impl<'t> Reader<'t> {
    /// The kind of the value that comes.
    pub fn comes(&mut self) -> Comes {
        match self.cursor.peek() {
            Some(b'n') => Comes::Null,
            Some(b't' | b'f') => Comes::Boolean,
            Some(b'-' | b'0'..=b'9') => Comes::Number,
            Some(b'"') => Comes::Text,
            Some(b'[') => Comes::Array,
            Some(b'{') => Comes::Object,
            _ => Comes::Nothing,
        }
    }

    /// The text under `name` in the object that comes, which stays to be read.
    ///
    /// # Errors
    /// When there is no such text.
    pub fn tag(&mut self, name: &str) -> Reading<Cow<'t, str>> {
        let start = self.place();
        let tag = self.member(name);
        self.cursor.at = start;
        tag
    }

    fn member(&mut self, name: &str) -> Reading<Cow<'t, str>> {
        self.cursor.expect(b'{')?;
        loop {
            if self.cursor.key()? == name {
                return self.text();
            }
            self.cursor.skip()?;
            if !self.cursor.comma_or(b'}')? {
                return Err(Trouble);
            }
        }
    }

    /// What the first of the branches that reads the value gives.
    ///
    /// # Errors
    /// When none does.
    pub fn either<T, const N: usize>(&mut self, branches: [fn(&mut Self) -> Reading<T>; N]) -> Reading<T> {
        let (start, depth) = (self.place(), self.depth);
        // That some branch fits does not say which.
        let sure = std::mem::replace(&mut self.sure, false);
        for branch in branches {
            if let Ok(value) = branch(self) {
                self.sure = sure;
                return Ok(value);
            }
            self.tries += 1;
            (self.cursor.at, self.depth, self.sure) = (start, depth, false);
            if self.tries > TRIES {
                return self.unreadable(start, "a value that can be judged in bounded time");
            }
        }
        Err(Trouble)
    }
}
