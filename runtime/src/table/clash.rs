//! The text of the compile error when two tools have one name, made in const evaluation.

use crate::tool::Tool;

/// The longest text; what does not fit is cut.
const SIZE: usize = 512;

/// A text in const evaluation.
pub(super) struct Text {
    bytes: [u8; SIZE],
    length: usize,
}

impl Text {
    /// Names both tools and their places.
    pub(super) const fn of(first: &Tool, second: &Tool) -> Text {
        Text { bytes: [0; SIZE], length: 0 }
            .push("two tools have the name `")
            .push(first.name)
            .push("`: the one of ")
            .push(first.origin)
            .push(", and the one of ")
            .push(second.origin)
            .push("; rename one of them")
    }

    /// What was pushed.
    pub(super) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "two tools have the same name",
        }
    }

    const fn push(mut self, text: &str) -> Text {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && self.length < SIZE {
            self.bytes[self.length] = bytes[at];
            self.length += 1;
            at += 1;
        }
        self
    }
}
