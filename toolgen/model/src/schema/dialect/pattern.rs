//! Regular expressions: an ECMA-262 expression in, whether a provider's engine reads it the same way out.

/// Whether Python's `re` reads an ECMA-262 expression, and reads it the same way.
pub(super) fn is_python(expression: &str) -> bool {
    let mut chars = expression.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('p' | 'P' | 'c' | 'k') | None => return false,
                Some('u') if chars.peek() == Some(&'{') => return false,
                _ => {}
            },
            '[' if !in_class => {
                in_class = true;
                if chars.peek() == Some(&'^') {
                    chars.next();
                }
                // `[]` and `[^]` end there in ECMA-262, and go on in Python.
                if chars.peek() == Some(&']') {
                    return false;
                }
            }
            ']' => in_class = false,
            '(' if !in_class && chars.peek() == Some(&'?') => {
                chars.next();
                // Look-around, named groups and flags differ; `(?:` is the same.
                if chars.peek() != Some(&':') {
                    return false;
                }
            }
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
