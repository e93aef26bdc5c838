//! Text from outside in, text out that neither acts on a terminal nor misleads the eye.

/// `text` with everything but plain printable characters and spaces written as an escape: control
/// characters (also those above 0x7f), line ends, direction marks, invisible characters, tags.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The same so that it can be read back: a backslash is doubled, so that no text passes for an escape.
pub(crate) fn reversible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            c if is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::{reversible, visible};

    #[test]
    fn what_acts_or_hides_is_escaped_and_the_rest_is_kept() {
        assert_eq!(visible("Grüße, 世界 – ok"), "Grüße, 世界 – ok");
        assert_eq!(visible("a\u{1b}[2J\r\n\u{9b}b"), "a\\u{1b}[2J\\u{d}\\u{a}\\u{9b}b");
        assert_eq!(visible("\u{202e}\u{2028}\u{e0041}\u{feff}"), "\\u{202e}\\u{2028}\\u{e0041}\\u{feff}");
    }

    #[test]
    fn no_text_passes_for_the_escape_of_another() {
        assert_eq!(reversible("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(reversible(r"a\u{202e}b"), r"a\\u{202e}b");
    }
}
