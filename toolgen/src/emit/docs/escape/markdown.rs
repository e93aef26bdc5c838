//! Text in, Markdown that shows exactly that text out: in a line, in a code span, in a code fence.

use crate::emit::docs::visible::{one_line, visible};

/// `text` in one line of Markdown, also inside a table cell: no markup, no HTML, no link comes of it.
pub(crate) fn text(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + 8);
    push_text(&mut out, &text);
    guard_start(out)
}

/// The same, with code spans kept: descriptions are Markdown, and that much of it fits in a table.
pub(crate) fn inline(text: &str) -> String {
    let text = one_line(text);
    guard_start(spans(&text, &mut |out, plain| push_text(out, &without_escapes(plain)), code))
}

/// `text` as a code span that a table cell can hold.
pub(crate) fn code(text: &str) -> String {
    span(text).replace('|', "\\|")
}

/// `text` as a code span outside a table.
pub(crate) fn span(text: &str) -> String {
    let text = one_line(text).replace("{{#", "{ {#");
    if text.is_empty() {
        return "` `".to_owned();
    }
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// `text` as a fenced block of `language`, without a final newline.
pub(crate) fn fence(text: &str, language: &str) -> String {
    let text = visible(text).replace("{{#", "{ {#");
    let ticks = "`".repeat((longest_run(&text, '`') + 1).max(3));
    format!("{ticks}{language}\n{}\n{ticks}", text.trim_end_matches('\n'))
}

/// Hands the parts of `line` outside code spans to `plain`, and what stands in the spans to `code`.
pub(crate) fn spans(line: &str, plain: &mut dyn FnMut(&mut String, &str), code: fn(&str) -> String) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let (mut rest, mut from) = (line, 0);
    while let Some(at) = rest[from..].find(['`', '\\']).map(|at| from + at) {
        if rest[at..].starts_with('\\') {
            // An escaped character opens nothing.
            from = at + 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let ticks = rest[at..].bytes().take_while(|&b| b == b'`').count();
        let Some(end) = closing(&rest[at + ticks..], ticks) else {
            from = at + ticks;
            continue;
        };
        plain(&mut out, &rest[..at]);
        let inner = &rest[at + ticks..at + ticks + end];
        let stripped = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')).unwrap_or(inner);
        out.push_str(&code(stripped));
        (rest, from) = (&rest[at + ticks + end + ticks..], 0);
    }
    plain(&mut out, rest);
    out
}

/// Where the next run of exactly `ticks` backticks begins.
fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find('`').map(|at| from + at) {
        let run = text[at..].bytes().take_while(|&b| b == b'`').count();
        if run == ticks {
            return Some(at);
        }
        from = at + run;
    }
    None
}

/// `\*` in Markdown is `*`.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

fn push_text(out: &mut String, text: &str) {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '_' if before.is_alphanumeric() && next.is_alphanumeric() => out.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '{' if next == '{' => out.push_str("\\{"),
            c => out.push(c),
        }
        before = c;
    }
}

/// What would open a heading, a list or a quote at the start of a line stays text.
fn guard_start(text: String) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marked = digits > 0 && matches!(text.as_bytes().get(digits), Some(b'.' | b')'));
    let number = marked && matches!(text.as_bytes().get(digits + 1), Some(b' ') | None);
    match text.chars().next() {
        Some('#' | '+' | '-' | '=' | '!' | ':') => format!("\\{text}"),
        Some(_) if number => format!("{}\\{}", &text[..digits], &text[digits..]),
        _ => text,
    }
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        assert_eq!(text("a|b\n<script>"), "a\\|b &lt;script&gt;");
        assert_eq!(text("max_depth _x_ *y*"), "max_depth \\_x\\_ \\*y\\*");
        assert_eq!(text("[a](javascript:x)"), "\\[a\\](javascript:x)");
        assert_eq!(text("# no heading"), "\\# no heading");
        assert_eq!(text("1. no list"), "1\\. no list");
        assert_eq!(text("1.4.0"), "1.4.0");
        assert_eq!(text("{{#include /etc/passwd}}"), "\\{{#include /etc/passwd}}");
    }

    #[test]
    fn code_spans_survive_backticks_and_pipes() {
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "` `");
        assert_eq!(inline("the `path|x` <b>"), "the `path\\|x` &lt;b&gt;");
        assert_eq!(inline("a ` b"), "a \\` b");
        assert_eq!(inline("\\`<b>`"), "\\`&lt;b&gt;\\`");
        assert_eq!(span("a|b"), "`a|b`");
    }

    #[test]
    fn a_fence_is_longer_than_any_inside() {
        assert_eq!(fence("````\nx\n", "json"), "`````json\n````\nx\n`````");
    }
}
