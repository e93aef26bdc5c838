//! Translation: an ECMA-262 expression in, the same one as the `regex` crate writes it out.

use super::{class, escape};

/// What ends a line, which `.` does not match.
const DOT: &str = r"[^\n\r\u{2028}\u{2029}]";

/// A position in the expression; errors name it.
pub(super) struct Cursor<'e> {
    chars: Vec<char>,
    at: usize,
    /// The expression itself, for messages
    text: &'e str,
}

impl<'e> Cursor<'e> {
    pub(super) fn new(text: &'e str) -> Cursor<'e> {
        Cursor { chars: text.chars().collect(), at: 0, text }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    /// Takes `text` if it stands here.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let length = text.chars().count();
        let here = self.chars.get(self.at..self.at + length);
        let same = here.is_some_and(|here| here.iter().copied().eq(text.chars()));
        self.at += if same { length } else { 0 };
        same
    }

    pub(super) fn mark(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }

    /// A sentence about what stands at `from`.
    pub(super) fn error(&self, from: usize, what: &str) -> String {
        let start: String = self.text.chars().skip(from).take(12).collect();
        format!("at character {} (`{start}`): {what}", from + 1)
    }
}

/// The expression in the syntax of the `regex` crate.
pub(super) fn translate(expression: &str) -> Result<String, String> {
    let mut cursor = Cursor::new(expression);
    let mut out = String::with_capacity(expression.len() * 2);
    let mut groups: Vec<usize> = Vec::new();
    // Whether a quantifier may follow
    let mut atom = false;
    while let Some(next) = cursor.peek() {
        let from = cursor.mark();
        cursor.next();
        let is_atom = match next {
            '(' => {
                out.push_str(&group(&mut cursor, from)?);
                groups.push(from);
                false
            }
            ')' => {
                if groups.pop().is_none() {
                    return Err(cursor.error(from, "this `)` closes nothing; write `\\)`"));
                }
                out.push(')');
                true
            }
            '[' => {
                out.push_str(&class::class(&mut cursor, from)?);
                true
            }
            '\\' => {
                let (text, is_atom) = escape::outside(&mut cursor, from)?;
                out.push_str(&text);
                is_atom
            }
            '.' => {
                out.push_str(DOT);
                true
            }
            '^' => {
                out.push_str(r"\A");
                false
            }
            '$' => {
                out.push_str(r"\z");
                false
            }
            '|' => {
                out.push('|');
                false
            }
            '*' | '+' | '?' => {
                quantified(&cursor, from, atom)?;
                out.push(next);
                lazy(&mut cursor, &mut out);
                false
            }
            '{' => match counts(&mut cursor) {
                Some(counts) => {
                    quantified(&cursor, from, atom)?;
                    out.push_str(&counts.map_err(|what| cursor.error(from, &what))?);
                    lazy(&mut cursor, &mut out);
                    false
                }
                // Browsers read a brace that counts nothing as itself.
                None => {
                    out.push_str(r"\{");
                    true
                }
            },
            other => {
                push_literal(&mut out, other);
                true
            }
        };
        atom = is_atom;
    }
    match groups.pop() {
        Some(open) => Err(cursor.error(open, "this `(` is never closed; close it, or write `\\(`")),
        None => Ok(out),
    }
}

/// A character that stands for itself.
pub(super) fn push_literal(out: &mut String, c: char) {
    if c.is_ascii_punctuation() || c.is_whitespace() || c.is_control() {
        out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
    } else {
        out.push(c);
    }
}

fn quantified(cursor: &Cursor<'_>, from: usize, atom: bool) -> Result<(), String> {
    if atom {
        return Ok(());
    }
    Err(cursor.error(from, "there is nothing to repeat here; a quantifier follows one character, class or group"))
}

fn lazy(cursor: &mut Cursor<'_>, out: &mut String) {
    if cursor.take("?") {
        out.push('?');
    }
}

/// The opening of a group. No group captures: nothing reads captures.
fn group(cursor: &mut Cursor<'_>, from: usize) -> Result<String, String> {
    if !cursor.take("?") {
        return Ok("(?:".to_owned());
    }
    for (sign, name) in [("=", "look-ahead"), ("!", "look-ahead"), ("<=", "look-behind"), ("<!", "look-behind")] {
        if cursor.take(sign) {
            let what = format!(
                "{name} cannot be matched in linear time; say it with `anyOf`, `not` or a second `pattern` under `allOf`"
            );
            return Err(cursor.error(from, &what));
        }
    }
    if cursor.take(":") {
        return Ok("(?:".to_owned());
    }
    if cursor.take("<") || cursor.take("P<") {
        while let Some(c) = cursor.next() {
            if c == '>' {
                return Ok("(?:".to_owned());
            }
            if !(c.is_alphanumeric() || matches!(c, '_' | '$')) {
                break;
            }
        }
        return Err(cursor.error(from, "the name of this group is not right; write `(?<name>…)`"));
    }
    let mut flags = String::new();
    while let Some(c @ ('i' | 'm' | 's' | '-')) = cursor.peek() {
        flags.push(c);
        cursor.next();
    }
    // `.`, `^` and `$` are written out, so that only the case can be switched.
    match (flags.as_str(), cursor.take(":")) {
        ("i" | "-i", true) => Ok(format!("(?{flags}:")),
        (_, true) => Err(cursor.error(from, "only the flag `i` can be switched for a group")),
        _ => Err(cursor.error(from, "this group is none of ECMA-262; flags hold for a group: `(?i:…)`")),
    }
}

/// `{n}`, `{n,}` or `{n,m}` after its brace; `None` when it is none of these.
fn counts(cursor: &mut Cursor<'_>) -> Option<Result<String, String>> {
    let start = cursor.mark();
    let digits = |cursor: &mut Cursor<'_>| {
        let mut text = String::new();
        while let Some(c) = cursor.peek().filter(char::is_ascii_digit) {
            text.push(c);
            cursor.next();
        }
        text
    };
    let least = digits(cursor);
    let comma = cursor.take(",");
    let most = if comma { digits(cursor) } else { String::new() };
    if least.is_empty() || !cursor.take("}") {
        cursor.back_to(start);
        return None;
    }
    let number = |text: &str| text.parse::<u32>().unwrap_or(u32::MAX);
    if !most.is_empty() && number(&most) < number(&least) {
        return Some(Err("the counts stand in the wrong order".to_owned()));
    }
    Some(Ok(format!("{{{least}{}{most}}}", if comma { "," } else { "" })))
}
