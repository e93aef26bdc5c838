//! Regular expressions: an ECMA-262 expression in, whether a provider's engine reads it the same way out.

/// Whether Python's `re` reads an ECMA-262 expression, and reads it the same way.
pub(super) fn is_python(expression: &str) -> bool {
    let bytes = expression.as_bytes();
    let (mut at, mut in_class) = (0, false);
    // All that is looked for is ASCII.
    while let Some(byte) = bytes.get(at) {
        at += 1;
        let after = &bytes[at..];
        match (byte, after) {
            (b'\\', [] | [b'p' | b'P' | b'c' | b'k', ..] | [b'u', b'{', ..]) => return false,
            (b'\\', _) => at += 1,
            // `[]` and `[^]` end there in ECMA-262, and go on in Python.
            (b'[', [b']', ..] | [b'^', b']', ..]) if !in_class => return false,
            (b'[', _) => in_class = true,
            (b']', _) => in_class = false,
            // Look-around, named groups and flags differ; `(?:` is the same.
            (b'(', [b'?', kind @ ..]) if !in_class && !kind.starts_with(b":") => return false,
            _ => {}
        }
    }
    true
}

/// Whether llama.cpp's grammars read it: anchored at both ends, without look-around or word boundaries.
pub(super) fn is_grammar(expression: &str) -> bool {
    let anchored = expression.starts_with('^') && expression.ends_with('$') && !expression.ends_with("\\$");
    let plain = !["\\b", "\\B", "(?", "\\p", "\\P", "\\k"].iter().any(|part| expression.contains(part));
    anchored && plain && !expression.contains('|') && is_python(expression)
}

#[cfg(test)]
mod tests {
    use super::is_python;

    #[test]
    fn expressions_that_python_reads_in_another_way_are_told() {
        for same in ["", "^a[b-c]+$", "[^a]", "(?:a|b)", "[(?]", "[[]", "\\(?", "\\u00e9é", "a\\\\", "[\\]]", "]"] {
            assert!(is_python(same), "{same}");
        }
        for other in
            ["[]", "[^]", "(?=a)", "(?<n>a)", "(?i)a", "(?", "\\p{L}", "\\cA", "\\k<n>", "\\u{61}", "a\\", "é[]"]
        {
            assert!(!is_python(other), "{other}");
        }
    }
}
