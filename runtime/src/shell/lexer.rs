//! The text of a script goes in, its words and connectors come out, or the first character that is not plain.

use super::script::{Opaque, Place, Why};

/// One word or connector.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) offset: usize,
}

/// What a token is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word without its quotes; `unquoted` bytes of it stand before the first quote
    Word {
        /// The word
        text: String,
        /// How many bytes stand before the first quote
        unquoted: usize,
        /// Whether any part was quoted
        quoted: bool,
    },
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `;`
    Semicolon,
    /// A line's end
    Newline,
}

/// Splits the script into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Opaque> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let doubled = bytes.get(at + 1) == Some(&byte);
        let (kind, length) = match byte {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'\n' => (Kind::Newline, 1),
            b';' if doubled => return Err(opaque(text, at, Why::Syntax)),
            b';' => (Kind::Semicolon, 1),
            b'&' if doubled => (Kind::And, 2),
            b'|' if doubled => (Kind::Or, 2),
            b'|' => (Kind::Pipe, 1),
            _ => word(text, at)?,
        };
        tokens.push(Token { kind, offset: at });
        at += length;
    }
    Ok(tokens)
}

/// The word that starts at the offset, and the bytes it takes in the text.
fn word(text: &str, start: usize) -> Result<(Kind, usize), Opaque> {
    let mut word = String::new();
    let mut first_quote = None;
    let mut at = start;
    while let Some(character) = text[at..].chars().next() {
        match character {
            ' ' | '\t' | '\n' | ';' | '|' => break,
            '&' if text[at..].starts_with("&&") => break,
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' | '/' | ':' | '=' | ',' | '@' | '%' | '+' | '-' => {
                word.push(character);
                at += 1;
            }
            '\'' | '"' => {
                first_quote.get_or_insert(word.len());
                at += quoted(text, at, character, &mut word)?;
            }
            _ => return Err(opaque(text, at, outside(character))),
        }
    }
    let unquoted = first_quote.unwrap_or(word.len());
    Ok((Kind::Word { text: word, unquoted, quoted: first_quote.is_some() }, at - start))
}

/// Adds what stands in the quotes to the word; gives the bytes it takes, quotes included.
fn quoted(text: &str, open: usize, quote: char, word: &mut String) -> Result<usize, Opaque> {
    for (index, character) in text[open + 1..].char_indices() {
        let at = open + 1 + index;
        match character {
            _ if character == quote => return Ok(at + 1 - open),
            '$' | '`' | '\\' | '!' if quote == '"' => return Err(opaque(text, at, outside(character))),
            // The shell keeps some control characters for itself, and nobody can review them.
            _ if character.is_control() && !matches!(character, '\n' | '\t') => {
                return Err(opaque(text, at, Why::Control));
            }
            _ => word.push(character),
        }
    }
    Err(opaque(text, open, Why::Unterminated))
}

fn outside(character: char) -> Why {
    match character {
        '$' => Why::Expansion,
        '`' => Why::Substitution,
        '\\' => Why::Escape,
        '*' | '?' | '[' | ']' => Why::Glob,
        '{' | '}' => Why::Brace,
        '~' => Why::Tilde,
        '<' | '>' => Why::Redirection,
        '&' => Why::Background,
        '(' | ')' => Why::Subshell,
        '!' | '^' => Why::History,
        '#' => Why::Comment,
        _ if character.is_control() => Why::Control,
        _ => Why::Character,
    }
}

/// The report on the token at the offset.
pub(super) fn opaque(text: &str, offset: usize, why: Why) -> Opaque {
    let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let place = Place {
        offset,
        line: text[..offset].matches('\n').count() + 1,
        column: text[line_start..offset].chars().count() + 1,
    };
    let mut token: String =
        text[offset..].chars().take(40).take_while(|character| !matches!(character, ' ' | '\t' | '\n')).collect();
    if token.is_empty() {
        token.extend(text[offset..].chars().next());
    }
    Opaque { why, token, place }
}
