//! Text of strangers in, the same text with every character that cannot be seen spelled out.

/// `text` with control, bidi and invisible characters as `\u{202E}`; line feeds and tabs stay, CRLF
/// becomes LF.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\t' => out.push(c),
            c if is_unseen(c) => out.push_str(&format!("\\u{{{:04X}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// The same in one line: white space of any length is one space.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What takes no ink, or moves other ink; the joiners that scripts and emoji need are not among them.
pub(crate) fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        assert_eq!(visible("a\u{202E}b\u{1b}[31m"), "a\\u{202E}b\\u{001B}[31m");
        assert_eq!(visible("a\r\nb\tc\rd"), "a\nb\tc\\u{000D}d");
        assert_eq!(visible("👩\u{200D}🚀 é 日本"), "👩\u{200D}🚀 é 日本");
    }
}
