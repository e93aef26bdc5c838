//! A place in JSON text, and the few moves that the decoder makes from it.

use std::borrow::Cow;

use super::Trouble;

/// Levels of nesting that are read, the outermost object included; `serde_json` reads as many.
const DEPTH: u32 = 127;

/// JSON text and how far it was read.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// The next byte that is no white space, not taken.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            // Most bytes are above all white space, which is found out in one step.
            if *byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Takes `byte` if it comes next.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let comes = self.peek() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), Trouble> {
        if self.take(byte) { Ok(()) } else { Err(Trouble) }
    }

    /// Whether another element follows: takes `,` or the `close` that ends them.
    #[inline]
    pub(super) fn comma_or(&mut self, close: u8) -> Result<bool, Trouble> {
        let next = self.peek();
        if next != Some(b',') && next != Some(close) {
            return Err(Trouble);
        }
        self.at += 1;
        Ok(next == Some(b','))
    }

    /// Takes `"name":` if exactly this comes next.
    #[inline]
    pub(super) fn this_key(&mut self, name: &str) -> bool {
        if self.peek() != Some(b'"') {
            return false;
        }
        let (mut at, bytes) = (self.at + 1, self.text.as_bytes());
        for byte in name.bytes() {
            // A backslash in the text is never itself.
            if bytes.get(at) != Some(&byte) || byte == b'\\' {
                return false;
            }
            at += 1;
        }
        match bytes.get(at..) {
            Some([b'"', b':', ..]) => {
                self.at = at + 2;
                return true;
            }
            Some([b'"', ..]) => {}
            _ => return false,
        }
        let start = std::mem::replace(&mut self.at, at + 1);
        let taken = self.take(b':');
        if !taken {
            self.at = start;
        }
        taken
    }

    /// Takes `"key":`.
    #[inline]
    pub(super) fn key(&mut self) -> Result<Cow<'t, str>, Trouble> {
        if self.peek() != Some(b'"') {
            return Err(Trouble);
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }

    #[inline]
    pub(super) fn word(&mut self, word: &str) -> Result<(), Trouble> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err(Trouble);
        }
        self.at += word.len();
        Ok(())
    }

    /// Only white space is left.
    #[inline]
    pub(super) fn end(&mut self) -> Result<(), Trouble> {
        if self.peek().is_none() { Ok(()) } else { Err(Trouble) }
    }

    /// Passes over one value inside the outermost object and gives its text.
    pub(super) fn skip(&mut self) -> Result<&'t str, Trouble> {
        self.peek();
        let start = self.at;
        // A bit a level: set where it is an object.
        let (mut objects, mut depth) = (0_u128, 0);
        loop {
            match self.peek().ok_or(Trouble)? {
                open @ (b'{' | b'[') => {
                    self.at += 1;
                    let close = if open == b'{' { b'}' } else { b']' };
                    if !self.take(close) {
                        depth += 1;
                        if depth >= DEPTH {
                            return Err(Trouble);
                        }
                        objects = objects << 1 | u128::from(open == b'{');
                        if open == b'{' {
                            self.key()?;
                        }
                        continue;
                    }
                }
                b'"' => {
                    self.string()?;
                }
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                _ => {
                    self.number()?;
                }
            }
            // A value ended: the levels that end with it, then the comma before the next.
            loop {
                if depth == 0 {
                    return self.text.get(start..self.at).ok_or(Trouble);
                }
                let object = objects & 1 == 1;
                if self.comma_or(if object { b'}' } else { b']' })? {
                    if object {
                        self.key()?;
                    }
                    break;
                }
                objects >>= 1;
                depth -= 1;
            }
        }
    }
}
