//! Values under telling keys: a text in, the values that stand after `password:`, `api_key=` and the like out.

use super::Hit;
use super::finder::Finder;

/// What a telling key ends with, whatever stands before.
const WORDS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "api-key",
    "apikey",
    "access_key",
    "access-key",
    "accesskey",
    "private_key",
    "private-key",
    "privatekey",
    "secret_key",
    "secret-key",
    "secretkey",
    "signing_key",
    "encryption_key",
    "auth_key",
    "authkey",
    "credential",
    "credentials",
    "authorization",
    "cookie",
];

/// A value of so many bytes or more keeps its beginning.
const LONG: usize = 8;

/// How much of it.
const KEEP: usize = 4;

/// The most white space on a side of a separator.
const SPACES: usize = 16;

/// The longest value, in bytes; what comes behind belongs to it no more.
const LONGEST: usize = 16 * 1024;

/// The schemes of an `Authorization` header.
const SCHEMES: &[&str] = &["bearer ", "basic ", "token ", "digest ", "negotiate ", "apikey "];

/// Values that say that there is none.
const NOTHING: &[&str] = &["null", "none", "nil", "true", "false", "undefined", "string"];

pub(super) struct Keys {
    words: Finder,
}

impl Keys {
    pub(super) fn new() -> Keys {
        Keys { words: Finder::new(WORDS.iter().map(|word| word.as_bytes().to_vec())) }
    }

    /// Adds every value after a telling key.
    pub(super) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        self.words.find(text.as_bytes(), |start, end| {
            let hit = value(text, end).and_then(|value| value.hit(text, start));
            hits.extend(hit);
        });
    }

    /// How much of a text stays that is the value of the member `key`; none when the key tells nothing.
    pub(super) fn keeps(&self, key: &str, text: &str) -> Option<usize> {
        let mut telling = false;
        self.words.find(key.as_bytes(), |_, end| telling |= end == key.len());
        let value = text.trim();
        let says = telling && !value.is_empty() && !is_nothing(value);
        says.then_some(if text.len() >= LONG { KEEP } else { 0 })
    }
}

/// A value in its text.
struct Value {
    start: usize,
    end: usize,
    quoted: bool,
    /// `=` with nothing around it, as in URLs and environments
    tight: bool,
    /// Behind a scheme of authorization
    scheme: bool,
}

impl Value {
    fn hit(&self, text: &str, context: usize) -> Option<Hit> {
        let value = text.get(self.start..self.end)?;
        let gone = text.get(self.end..).is_some_and(|rest| rest.starts_with(super::GONE));
        if is_nothing(value) || gone {
            return None;
        }
        let long = value.len() >= LONG;
        let says = self.scheme
            || self.quoted
            || (self.tight && value.len() >= 4)
            // In prose and in code, a word behind a colon is seldom a secret.
            || (long && value.bytes().any(|byte| byte.is_ascii_digit() || b"-+/=~!@#$%^*".contains(&byte)));
        let called = !self.quoted && text.as_bytes().get(self.end) == Some(&b'(');
        (says && !called).then_some(Hit {
            start: self.start,
            end: self.end,
            keep: if long { KEEP } else { 0 },
            context,
        })
    }
}

/// The value after a key that ends at `end`.
fn value(text: &str, end: usize) -> Option<Value> {
    let bytes = text.as_bytes();
    let skip = |at: usize, what: &[u8]| {
        let run = bytes.get(at..)?.iter().take(SPACES).take_while(|byte| what.contains(byte)).count();
        Some(at + run)
    };
    let after_key = skip(end, b"\\\"'`]")?;
    let separator = skip(after_key, b" \t")?;
    if !matches!(bytes.get(separator)?, b':' | b'=') {
        return None;
    }
    let after = skip(separator, b":=>")?;
    let mut start = skip(after, b" \t")?;
    let tight = separator == end && bytes.get(separator) == Some(&b'=') && start == after;
    let opening = skip(start, b"\\")?;
    let quote = bytes.get(opening).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    if quote.is_some() {
        start = opening + 1;
    }
    let rest = text.get(start..)?;
    let scheme =
        SCHEMES.iter().find(|scheme| rest.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme)));
    start += scheme.map_or(0, |scheme| scheme.len());
    let rest = bytes.get(start..)?;
    let length = match quote {
        // Up to the quote, escaped as the opening one was.
        Some(quote) if opening > 0 && bytes.get(opening - 1) == Some(&b'\\') => {
            rest.iter().take(LONGEST).position(|byte| *byte == quote).map(|at| at.saturating_sub(1))
        }
        Some(quote) => closing(rest, quote),
        None => rest
            .iter()
            .take(LONGEST)
            .position(|byte| byte.is_ascii_whitespace() || b"\"'`,;&()[]{}<>\\|".contains(byte)),
    };
    let end = text.floor_char_boundary(start + length.unwrap_or(rest.len().min(LONGEST)));
    (end > start).then_some(Value { start, end, quoted: quote.is_some(), tight, scheme: scheme.is_some() })
}

/// Where the quote is that no backslash stands before.
fn closing(rest: &[u8], quote: u8) -> Option<usize> {
    let mut escaped = false;
    rest.iter().take(LONGEST).position(|byte| {
        let closes = *byte == quote && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    })
}

/// Whether a value is none: a word for nothing, a reference to a variable, or what was taken out before.
fn is_nothing(value: &str) -> bool {
    NOTHING.iter().any(|word| value.eq_ignore_ascii_case(word))
        || ["${", "{{", "$(", "<", "%{"].iter().any(|begin| value.starts_with(begin))
        || value.ends_with(super::GONE)
        || (value.len() >= 3 && value.bytes().all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X')))
}
