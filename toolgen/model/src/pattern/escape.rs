//! Escapes: what follows a backslash in, the characters or the assertion that it stands for out.

use super::translate::{Cursor, push_literal};

/// `\s` of ECMA-262, as the inside of a class.
const SPACE: &str =
    r"\t\n\x0B\x0C\r\u{20}\u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";

/// What an escape stands for.
pub(super) enum Escape {
    /// One character
    Char(char),
    /// A class, written so that it can stand alone and inside of another
    Class(String),
    /// Half of a character beyond 16 bits, which no text contains
    Nothing,
}

/// An escape outside of classes: its text, and whether it can be repeated.
pub(super) fn outside(cursor: &mut Cursor<'_>, from: usize) -> Result<(String, bool), String> {
    match cursor.peek() {
        Some('b') => {
            cursor.next();
            return Ok((r"(?-u:\b)".to_owned(), false));
        }
        Some('B') => {
            let what = "`\\B` has no ASCII form in linear time; write the characters around it out";
            return Err(cursor.error(from, what));
        }
        Some('1'..='9') => {
            let what = "a back-reference cannot be matched in linear time; write the alternatives out";
            return Err(cursor.error(from, what));
        }
        Some('k') => {
            let what = "a back-reference cannot be matched in linear time; write the alternatives out";
            return Err(cursor.error(from, what));
        }
        _ => {}
    }
    let mut out = String::new();
    match escape(cursor, from)? {
        Escape::Char(c) => push_literal(&mut out, c),
        Escape::Class(class) => out.push_str(&class),
        Escape::Nothing => out.push_str(NEVER),
    }
    Ok((out, true))
}

/// The class that no character is in.
pub(super) const NEVER: &str = r"[^\u{0}-\u{10ffff}]";

/// An escape that stands for characters, after its backslash.
pub(super) fn escape(cursor: &mut Cursor<'_>, from: usize) -> Result<Escape, String> {
    let Some(c) = cursor.next() else {
        return Err(cursor.error(from, "the backslash at the end escapes nothing; write `\\\\`"));
    };
    Ok(match c {
        'd' => Escape::Class("[0-9]".to_owned()),
        'D' => Escape::Class("[^0-9]".to_owned()),
        'w' => Escape::Class("[0-9A-Za-z_]".to_owned()),
        'W' => Escape::Class("[^0-9A-Za-z_]".to_owned()),
        's' => Escape::Class(format!("[{SPACE}]")),
        'S' => Escape::Class(format!("[^{SPACE}]")),
        't' => Escape::Char('\t'),
        'n' => Escape::Char('\n'),
        'v' => Escape::Char('\u{b}'),
        'f' => Escape::Char('\u{c}'),
        'r' => Escape::Char('\r'),
        '0' if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) => Escape::Char('\0'),
        'c' => match cursor.next().filter(char::is_ascii_alphabetic) {
            Some(letter) => Escape::Char(char::from((letter as u8) % 32)),
            None => return Err(cursor.error(from, "`\\c` is followed by a letter")),
        },
        'x' => match hex(cursor, 2).and_then(char::from_u32) {
            Some(c) => Escape::Char(c),
            None => return Err(cursor.error(from, "`\\x` is followed by two hexadecimal digits")),
        },
        'u' => unicode(cursor, from)?,
        'p' | 'P' => property(cursor, from, c)?,
        'A' | 'z' | 'Z' | 'G' => {
            return Err(cursor.error(from, "ECMA-262 has no such anchor; write `^` or `$`"));
        }
        'h' | 'R' | 'X' | 'Q' | 'E' => {
            return Err(cursor.error(from, "ECMA-262 has no such escape; write the characters themselves"));
        }
        c if c.is_ascii_alphanumeric() => {
            return Err(cursor.error(from, "ECMA-262 has no such escape; take the backslash out"));
        }
        other => Escape::Char(other),
    })
}

fn hex(cursor: &mut Cursor<'_>, digits: usize) -> Option<u32> {
    let mut value = 0;
    for _ in 0..digits {
        value = value * 16 + cursor.next()?.to_digit(16)?;
    }
    Some(value)
}

fn unicode(cursor: &mut Cursor<'_>, from: usize) -> Result<Escape, String> {
    let wrong = "`\\u` is followed by four hexadecimal digits, or by `{…}` with at most 10FFFF";
    if cursor.take("{") {
        let mut value: u32 = 0;
        let mut digits = 0;
        while let Some(digit) = cursor.peek().and_then(|c| c.to_digit(16)) {
            value = value.saturating_mul(16).saturating_add(digit);
            digits += 1;
            cursor.next();
        }
        if digits == 0 || value > 0x10_FFFF || !cursor.take("}") {
            return Err(cursor.error(from, wrong));
        }
        return Ok(char::from_u32(value).map_or(Escape::Nothing, Escape::Char));
    }
    let Some(first) = hex(cursor, 4) else { return Err(cursor.error(from, wrong)) };
    if (0xD800..0xDC00).contains(&first) {
        let mark = cursor.mark();
        if cursor.take("\\u")
            && let Some(second) = hex(cursor, 4).filter(|second| (0xDC00..0xE000).contains(second))
        {
            let value = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return Ok(char::from_u32(value).map_or(Escape::Nothing, Escape::Char));
        }
        cursor.back_to(mark);
    }
    Ok(char::from_u32(first).map_or(Escape::Nothing, Escape::Char))
}

fn property(cursor: &mut Cursor<'_>, from: usize, sign: char) -> Result<Escape, String> {
    let wrong = "write a property in braces, such as `\\p{L}` or `\\p{Script=Greek}`";
    if !cursor.take("{") {
        return Err(cursor.error(from, wrong));
    }
    let mut name = String::new();
    loop {
        match cursor.next() {
            Some('}') => break,
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '_' | '=') => name.push(c),
            _ => return Err(cursor.error(from, wrong)),
        }
    }
    let class = format!("\\{sign}{{{name}}}");
    // The engine knows the names; what it refuses is refused here, where the place is known.
    if regex::Regex::new(&class).is_err() {
        return Err(cursor.error(from, &format!("`{name}` is no property of characters that is known; {wrong}")));
    }
    Ok(Escape::Class(class))
}
