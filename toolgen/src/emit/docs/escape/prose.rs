//! Markdown of strangers in, Markdown out that cannot leave its place on the page: no raw HTML, no
//! heading, no open fence, no link but to the web or to a file beside.

use super::markdown::{fence, span, spans};
use crate::emit::docs::visible::visible;

/// A piece of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Lines of text
    Lines(Vec<String>),
    /// A fenced block: its language, and what stands in it
    Code(String, String),
}

/// `text` as Markdown that is safe to put between two blank lines.
pub(crate) fn prose(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for block in blocks(text) {
        match block {
            Block::Lines(lines) => out.extend(lines.iter().map(|line| safe_line(line))),
            Block::Code(language, code) => out.push(fence(&code, &language)),
        }
    }
    out.join("\n").trim_matches('\n').to_owned()
}

/// The fenced blocks of `text`, and the lines between them.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let text = visible(text);
    let mut blocks = Vec::new();
    let mut lines = Vec::new();
    let mut open: Option<(char, usize, String, Vec<&str>)> = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some((mark, length, language, code)) = &mut open {
            let run = trimmed.chars().take_while(|c| c == mark).count();
            if run >= *length && trimmed.chars().all(|c| c == *mark) {
                blocks.push(Block::Code(std::mem::take(language), code.join("\n")));
                open = None;
            } else {
                code.push(line);
            }
        } else if let Some((mark, length, language)) = opens(trimmed) {
            blocks.push(Block::Lines(std::mem::take(&mut lines)));
            open = Some((mark, length, language, Vec::new()));
        } else {
            lines.push(line.trim_end().to_owned());
        }
    }
    blocks.push(Block::Lines(lines));
    if let Some((_, _, language, code)) = open {
        blocks.push(Block::Code(language, code.join("\n")));
    }
    blocks
}

fn opens(line: &str) -> Option<(char, usize, String)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|&c| c == mark).count();
    let info = line[length..].trim();
    if length < 3 || (mark == '`' && info.contains('`')) {
        return None;
    }
    let language = info.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+')).collect();
    Some((mark, length, language))
}

fn safe_line(line: &str) -> String {
    let trimmed = line.trim_start();
    let hashes = trimmed.bytes().take_while(|&b| b == b'#').count();
    if (1..=6).contains(&hashes) && trimmed[hashes..].chars().next().is_none_or(char::is_whitespace) {
        let title = trimmed[hashes..].trim().trim_end_matches('#').trim_end();
        return if title.is_empty() { String::new() } else { format!("**{}**", safe_spans(title)) };
    }
    let underline = |mark: char| !trimmed.is_empty() && trimmed.trim_end().chars().all(|c| c == mark);
    let definition = trimmed.starts_with('[') && trimmed.contains("]:");
    let guard = if underline('=') || underline('-') || definition || trimmed.starts_with(':') { "\\" } else { "" };
    let indent = &line[..line.len() - trimmed.len()];
    format!("{indent}{guard}{}", safe_spans(trimmed))
}

fn safe_spans(line: &str) -> String {
    spans(line, &mut push_safe, span)
}

fn push_safe(out: &mut String, text: &str) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at + c.len_utf8()..];
        match c {
            '\\' => {
                out.push('\\');
                match rest.chars().next() {
                    // A backslash before `<` would undo the entity that stands for it.
                    Some(next) if next.is_ascii_punctuation() && next != '<' => {
                        out.push(next);
                        at += next.len_utf8();
                    }
                    _ => out.push('\\'),
                }
            }
            '<' => out.push_str("&lt;"),
            '`' => out.push_str("\\`"),
            '{' if rest.starts_with('{') => out.push_str("\\{"),
            ']' if rest.starts_with('(') && !leads_nowhere_bad(&rest[1..]) => out.push_str("\\]"),
            c => out.push(c),
        }
        at += c.len_utf8();
    }
}

/// Whether a link's target is the web, mail, a place on the page or a plain relative path.
fn leads_nowhere_bad(target: &str) -> bool {
    let target = &target[..target.find([')', ' ']).unwrap_or(target.len())];
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.-/#".contains(c));
    ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) || plain(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_keeps_its_markdown() {
        let text = "Use *this* for `a<b>`.\n\n- one\n- [two](https://example.com/x?y=1)\n\n```sh\nls <dir>\n```\nEnd.";
        assert_eq!(prose(text), text);
    }

    #[test]
    fn html_headings_and_rulers_are_text() {
        assert_eq!(prose("# Title #\nx\n===\n<b>y</b>\n---"), "**Title**\nx\n\\===\n&lt;b>y&lt;/b>\n\\---");
        assert_eq!(prose("\\`<b>`"), "\\`&lt;b>\\`");
        assert_eq!(prose("\\<b>"), "\\\\&lt;b>");
    }

    #[test]
    fn an_open_fence_is_closed() {
        assert_eq!(prose("a\n  ~~~\n`````\n<b>"), "a\n``````\n`````\n<b>\n``````");
    }

    #[test]
    fn links_lead_nowhere_bad() {
        assert_eq!(prose("[a](javascript:b)"), "[a\\](javascript:b)");
        assert_eq!(prose("[a](java&#115;cript:b)"), "[a\\](java&#115;cript:b)");
        assert_eq!(prose("[a](./b.md#c)"), "[a](./b.md#c)");
        assert_eq!(prose("[a]: javascript:b"), "\\[a]: javascript:b");
    }
}
