//! JSON strings: the text between the quotes, borrowed where it has no escape.

use std::borrow::Cow;

use super::Trouble;
use super::cursor::Cursor;

impl<'t> Cursor<'t> {
    /// Takes a string; its opening quote comes next.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, Trouble> {
        let start = self.at + 1;
        let end = start + plain(self.text.as_bytes().get(start..).unwrap_or_default());
        match self.text.as_bytes().get(end) {
            Some(b'"') => {
                self.at = end + 1;
                self.text.get(start..end).map(Cow::Borrowed).ok_or(Trouble)
            }
            Some(b'\\') => self.escaped(start, end).map(Cow::Owned),
            _ => Err(Trouble),
        }
    }

    /// The rest of a string whose first escape is at `at`.
    #[cold]
    fn escaped(&mut self, start: usize, mut at: usize) -> Result<String, Trouble> {
        let bytes = self.text.as_bytes();
        let mut text = self.text.get(start..at).ok_or(Trouble)?.to_owned();
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    let (c, length) = escape(bytes.get(at + 1..).unwrap_or_default())?;
                    text.push(c);
                    at += 1 + length;
                }
                _ => return Err(Trouble),
            }
            let end = at + plain(bytes.get(at..).unwrap_or_default());
            text.push_str(self.text.get(at..end).ok_or(Trouble)?);
            at = end;
        }
    }
}

/// How many bytes come before the first quote, backslash or control character.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    // Eight at a time. A byte is zero in `x` where `x - ONES` borrows into its high bit; `found` may
    // hold a false byte only above a true one, and the lowest is what counts.
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let (quote, back) = (word ^ (ONES * 0x22), word ^ (ONES * 0x5c));
        let found = (quote.wrapping_sub(ONES) & !quote)
            | (back.wrapping_sub(ONES) & !back)
            | (word.wrapping_sub(ONES * 0x20) & !word);
        let found = found & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}

/// The character of an escape and how many bytes it takes after the backslash.
fn escape(bytes: &[u8]) -> Result<(char, usize), Trouble> {
    let c = match bytes.first().ok_or(Trouble)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes),
        _ => return Err(Trouble),
    };
    Ok((c, 1))
}

/// `uXXXX`, or the two halves of a character outside the basic plane.
fn unicode(bytes: &[u8]) -> Result<(char, usize), Trouble> {
    let first = hex(bytes.get(1..5))?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first).map(|c| (c, 5)).ok_or(Trouble);
    }
    if bytes.get(5..7) != Some(b"\\u") {
        return Err(Trouble);
    }
    let second = hex(bytes.get(7..11))?;
    if !(0xdc00..0xe000).contains(&second) {
        return Err(Trouble);
    }
    let c = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    char::from_u32(c).map(|c| (c, 11)).ok_or(Trouble)
}

fn hex(digits: Option<&[u8]>) -> Result<u32, Trouble> {
    digits.ok_or(Trouble)?.iter().try_fold(0, |sum, digit| {
        let digit = char::from(*digit).to_digit(16).ok_or(Trouble)?;
        Ok(sum << 4 | digit)
    })
}
