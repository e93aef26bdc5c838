//! Text in, the characters out that a reader does not see but a model reads: bidirectional controls,
//! zero-width and tag characters, control characters.

/// The first of a run of invisible characters: its byte offset, the character, and the length of the
/// run in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invisible {
    /// Bytes before it
    pub(crate) at: usize,
    /// The character
    pub(crate) character: char,
    /// Bytes of the run
    pub(crate) len: usize,
}

/// Every run of invisible characters in `text`. Line feed, carriage return and tab are visible enough;
/// joiners and variation selectors are, next to the letters and signs that need them.
pub(crate) fn invisible(text: &str) -> Vec<Invisible> {
    let mut found: Vec<Invisible> = Vec::new();
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        return found;
    }
    let (mut before, mut letter) = (' ', ' ');
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let after = characters.peek().map_or(' ', |(_, next)| *next);
        if is_invisible(character, before, letter, after) {
            match found.last_mut() {
                Some(last) if last.at + last.len == at => last.len += character.len_utf8(),
                _ => found.push(Invisible { at, character, len: character.len_utf8() }),
            }
        }
        before = character;
        if character != ' ' {
            letter = character;
        }
    }
    found
}

/// `letter` is the last character before it that is no space.
fn is_invisible(character: char, before: char, letter: char, after: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        // Joiners belong to scripts such as Persian and Hindi and to composed signs; one may stand apart there.
        '\u{200C}' | '\u{200D}' => {
            letter.is_ascii() || after.is_ascii() && after != ' ' || is_invisible(letter, ' ', ' ', ' ')
        }
        '\u{FE0E}' | '\u{FE0F}' => {
            !(matches!(before, '0'..='9' | '#' | '*') || !before.is_ascii() && !is_selector(before))
        }
        _ => {
            character.is_control()
                || is_selector(character)
                || matches!(character,
                    '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                    | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
                    | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
                    | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
        }
    }
}

fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// What a finding calls the character: `U+202E (right-to-left override)`.
pub(crate) fn name(character: char) -> String {
    let name = match character {
        '\0' => "NUL",
        '\u{85}' => "next line",
        '\u{A0}' => "no-break space",
        '\u{200B}' => "zero-width space",
        '\u{200C}' => "zero-width non-joiner",
        '\u{200D}' => "zero-width joiner",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202E}' => "right-to-left override",
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202D}' | '\u{2066}'..='\u{2069}' => "text direction control",
        '\u{FEFF}' => "byte-order mark",
        '\u{E0000}'..='\u{E007F}' => "tag character",
        c if c.is_control() => "control character",
        _ => "invisible character",
    };
    format!("U+{:04X} ({name})", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        invisible(text).len()
    }

    #[test]
    fn hidden_characters_are_found_as_runs() {
        assert_eq!(invisible("a\u{202E}\u{202C}b"), [Invisible { at: 1, character: '\u{202E}', len: 6 }]);
        for text in [
            "न \u{200D} \u{200C}",
            "a \u{200D} b",
            "\0",
            "\u{85}",
            "\u{2028}",
            "a\u{200D}b",
            "\u{E0041}",
            "\u{FEFF}",
            "\u{7F}",
            "a\u{FE0F}",
        ] {
            assert_eq!(count(text), 1, "{text:?}");
        }
    }

    #[test]
    fn scripts_and_signs_keep_their_joiners() {
        for text in [
            "naïve “quote”",
            "❤\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "👩\u{200D}👩\u{200D}👧",
            "می\u{200C}خواهم",
            "नमस्ते \u{200D} 한국어",
            "a\tb\r\n",
        ] {
            assert_eq!(count(text), 0, "{text:?}");
        }
    }

    #[test]
    fn selectors_cannot_carry_data() {
        assert_eq!(count("❤\u{FE01}\u{FE02}"), 1);
        assert_eq!(count("❤\u{FE0F}\u{FE0F}"), 1);
    }
}
