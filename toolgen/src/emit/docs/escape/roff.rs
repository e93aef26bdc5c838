//! Text in, roff that shows exactly that text out.

use super::markdown::spans;
use super::prose::{Block, blocks};
use crate::emit::docs::visible::{one_line, visible};

/// `text` in one line.
pub(crate) fn text(text: &str) -> String {
    guard(&characters(&one_line(text)))
}

/// `text` as lines of a verbatim block.
pub(crate) fn code(text: &str) -> String {
    let text = visible(text);
    text.trim_end_matches('\n').split('\n').map(|line| guard(&characters(line))).collect::<Vec<_>>().join("\n")
}

/// A description in Markdown as paragraphs, lists and verbatim blocks.
pub(crate) fn prose(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for block in blocks(text) {
        match block {
            Block::Code(_, inner) => {
                paragraph(&mut out);
                out.extend([".RS 4".into(), ".nf".into(), code(&inner), ".fi".into(), ".RE".into(), ".PP".into()]);
            }
            Block::Lines(lines) => lines.iter().for_each(|line| push_line(&mut out, line)),
        }
    }
    while out.last().is_some_and(|line| line == ".PP") {
        out.pop();
    }
    if out.first().is_some_and(|line| line == ".PP") {
        out.remove(0);
    }
    out.join("\n")
}

/// Begins a paragraph, once.
fn paragraph(out: &mut Vec<String>) {
    if out.last().is_none_or(|line| line != ".PP") {
        out.push(".PP".into());
    }
}

fn push_line(out: &mut Vec<String>, line: &str) {
    let line = line.trim();
    let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    match (line.is_empty(), item) {
        (true, _) => paragraph(out),
        (false, Some(item)) => {
            // A list item begins a paragraph by itself.
            out.pop_if(|line| line == ".PP");
            out.extend([".IP \\(bu 2".into(), spanned(item)]);
        }
        (false, None) => out.push(spanned(line.trim_start_matches('#').trim_start())),
    }
}

/// One line of Markdown with its code spans in bold.
fn spanned(line: &str) -> String {
    let mut plain = |out: &mut String, text: &str| out.push_str(&characters(text));
    guard(&spans(line, &mut plain, |code| format!("\\fB{}\\fR", characters(code))))
}

fn characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\(rs"),
            '-' => out.push_str("\\-"),
            '\'' => out.push_str("\\(aq"),
            '`' => out.push_str("\\(ga"),
            '^' => out.push_str("\\(ha"),
            '~' => out.push_str("\\(ti"),
            '"' => out.push_str("\\(dq"),
            c => out.push(c),
        }
    }
    out
}

/// A line that begins with a dot would be a request.
fn guard(line: &str) -> String {
    if line.starts_with('.') { format!("\\&{line}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_request() {
        assert_eq!(text(".so /etc/passwd"), "\\&.so /etc/passwd");
        assert_eq!(text("'br"), "\\(aqbr");
        assert_eq!(text("a\\fBb\n.br"), "a\\(rsfBb .br");
        assert_eq!(code("x\n.br"), "x\n\\&.br");
    }

    #[test]
    fn markdown_becomes_paragraphs_lists_and_blocks() {
        assert_eq!(
            prose("Use `a-b`.\n\n- one\n\n```\n.x\n```\n"),
            "Use \\fBa\\-b\\fR.\n.IP \\(bu 2\none\n.PP\n.RS 4\n.nf\n\\&.x\n.fi\n.RE"
        );
    }
}
