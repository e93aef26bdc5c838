//! Text in, one word of a shell that stands for exactly that text out.

/// A word for `sh`, `bash` and `zsh`: bare where nothing in it is special, else in single quotes.
pub(crate) fn posix(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    // zsh expands a word that begins with `=`.
    if !text.is_empty() && !text.starts_with('=') && text.chars().all(plain) {
        return text.to_owned();
    }
    quoted(text)
}

/// The same, always in quotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A word for `fish`, in single quotes.
pub(crate) fn fish(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

/// A word of a list that stands in single quotes itself: `complete -a` expands its argument once more.
pub(crate) fn fish_inner(text: &str) -> String {
    let quoted = fish(&fish(text));
    quoted[1..quoted.len() - 1].to_owned()
}

/// A word for PowerShell, in single quotes; the typographic quotes end a string there too.
pub(crate) fn powershell(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        out.push(c);
        if matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}') {
            out.push(c);
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_leaves_nothing_to_the_shell() {
        assert_eq!(posix("a/b.c"), "a/b.c");
        assert_eq!(posix(""), "''");
        assert_eq!(posix("$(x) 'y'"), r"'$(x) '\''y'\'''");
        assert_eq!(fish(r"a\'b"), r"'a\\\'b'");
        assert_eq!(powershell("it's ’"), "'it''s ’’'");
    }
}
