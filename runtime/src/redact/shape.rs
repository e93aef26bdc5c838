//! Texts of the shape of a secret: tokens by their prefix, private keys, passwords in URLs.

use super::Hit;
use super::finder::Finder;

/// A prefix, and how many characters at least make a token behind it.
const TOKENS: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxs-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("npm_", 30),
    ("hf_", 30),
    ("ya29.", 20),
    ("eyJ", 20),
];

/// Schemes of authorization with a token behind.
const SCHEMES: &[&str] = &["bearer ", "basic "];

const PEM: &str = "-----begin ";
const PEM_END: &str = "-----END ";
const URL: &str = "://";

/// The longest user and password in a URL, in bytes.
const USER: usize = 256;

/// How much of a token stays.
const KEEP: usize = 4;

pub(super) struct Shapes {
    starts: Finder,
}

impl Shapes {
    pub(super) fn new() -> Shapes {
        let prefixes = TOKENS.iter().map(|(prefix, _)| *prefix).chain(SCHEMES.iter().copied()).chain([PEM, URL]);
        Shapes { starts: Finder::new(prefixes.map(|prefix| prefix.as_bytes().to_vec())) }
    }

    /// Adds every text of such a shape.
    pub(super) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        self.starts.find(text.as_bytes(), |start, end| hits.extend(at(text, start, end)));
    }
}

fn at(text: &str, start: usize, end: usize) -> Option<Hit> {
    let begin = text.get(start..end)?;
    match begin {
        URL => return password(text, start, end),
        _ if begin.eq_ignore_ascii_case(PEM) => return private_key(text, start),
        _ => {}
    }
    let bytes = text.as_bytes();
    // In the middle of a word it is none.
    if start.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let run = |more: &[u8]| {
        let rest = bytes.get(end..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || more.contains(byte)).count()
    };
    if SCHEMES.iter().any(|scheme| begin.eq_ignore_ascii_case(scheme)) {
        let length = run(b"-._~+/=");
        let token = bytes.get(end..end + length)?;
        let says = length >= 16 || (length >= 8 && token.iter().any(u8::is_ascii_digit));
        return says.then_some(Hit { start: end, end: end + length, keep: KEEP, context: start });
    }
    let (prefix, least) = TOKENS.iter().find(|(prefix, _)| *prefix == begin)?;
    let length = match *prefix {
        "eyJ" => {
            let length = run(b"-_.");
            bytes.get(end..end + length)?.contains(&b'.').then_some(length)?
        }
        "AKIA" | "ASIA" => {
            let length = run(b"");
            let key = bytes.get(end..end + length)?;
            key.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).then_some(length)?
        }
        _ => run(b"-_"),
    };
    (length >= *least).then_some(Hit { start, end: end + length, keep: KEEP, context: start })
}

/// From the first line of a private key to its last, or to the end of the text.
fn private_key(text: &str, start: usize) -> Option<Hit> {
    let rest = text.get(start..)?;
    let first = rest.lines().next()?;
    if !first.contains("PRIVATE KEY") {
        return None;
    }
    let end = rest.find(PEM_END).map_or(text.len(), |at| {
        let last = rest.get(at + PEM_END.len()..).and_then(|last| last.find("-----"));
        last.map_or(text.len(), |length| start + at + PEM_END.len() + length + 5)
    });
    Some(Hit { start, end, keep: 0, context: start })
}

/// The password of `scheme://user:password@host`.
fn password(text: &str, start: usize, end: usize) -> Option<Hit> {
    let bytes = text.as_bytes().get(end..)?;
    let at = bytes
        .iter()
        .take(USER)
        .position(|byte| matches!(byte, b'@' | b'/' | b'?' | b'#' | b'"') || byte.is_ascii_whitespace())?;
    let colon = bytes.get(..at)?.iter().position(|byte| *byte == b':')?;
    let found = bytes.get(at) == Some(&b'@') && colon + 1 < at;
    let (from, to) = (end + colon + 1, end + at);
    (found && !text.get(from..to)?.starts_with("${")).then_some(Hit { start: from, end: to, keep: 0, context: start })
}
