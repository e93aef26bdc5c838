//! The rules of strict YAML: what the parser met in, a finding out.

use std::ops::Range;

use super::event::{Cause, Stop};
use super::report::Report;
use super::tree::DEPTH;
use crate::diag::{Diagnostic, Rule, Span, code::page};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0004",
        "yaml-syntax",
        Error,
        "Reports the place at which a file stops being YAML. What stands above it is still checked.",
        "Nothing after that place can be read with certainty.",
        "tools: {greet: {description: Greet]}",
        "Close what is open, quote text that has `: ` or ` #` in it, and indent equal things equally."
    ),
    page!(
        "TG0005",
        "nested-too-deep",
        Error,
        "Refuses more than 32 levels of lists and mappings.",
        "No tool needs them, and some readers crash on deep files.",
        "inputSchema: {properties: {a: {properties: {b: {properties: {c: {}}}}}}} # and so on",
        "Name inner schemas under `$defs:` and refer to them with `$ref`."
    ),
    page!(
        "TG0006",
        "second-document",
        Error,
        "Refuses a second YAML document in a file.",
        "Some readers take only the first and say nothing, so tools would vanish.",
        "tools: {}\n---\ntools: {}",
        "One file for each manifest."
    ),
    page!(
        "TG0007",
        "anchor-or-alias",
        Error,
        "Refuses anchors (`&name`), aliases (`*name`) and merge keys (`<<`).",
        "They make a file small and its content huge, and a reader of one line no longer sees what it says.",
        "inputSchema: *shared",
        "Name a schema under `$defs:` and write `{$ref: \"#/$defs/Name\"}`. Quote text that starts with `*` or `&`."
    ),
    page!(
        "TG0008",
        "tag",
        Error,
        "Refuses YAML tags such as `!secret` or `!!binary`.",
        "A tag asks a reader to run code or to guess a type, and readers that do not know it drop it.",
        "default: !env HOME",
        "The plain value, or quotes for text that starts with `!`."
    ),
    page!(
        "TG0009",
        "key-is-no-text",
        Error,
        "Refuses lists, mappings and nothing as keys.",
        "A manifest is JSON in YAML's clothes, and JSON's keys are text.",
        "? [a, b]\n: value",
        "A key of plain text; quote `\"null\"` and `\"~\"` where they are meant as text."
    ),
    page!(
        "TG0010",
        "duplicate-key",
        Error,
        "Reports a key that stands twice in one mapping, with both places.",
        "Readers take the first or the last of them, and say nothing.",
        "timeout: 5s\ntimeout: 10s",
        "One of them."
    ),
    page!(
        "TG0015",
        "tab-indentation",
        Error,
        "Refuses tabs where white space carries meaning.",
        "The width of a tab is a matter of taste, and YAML's structure is a matter of width.",
        "tools:\n\tgreet: {}",
        "Spaces."
    ),
    page!(
        "TG0018",
        "directive",
        Error,
        "Refuses lines that start with `%`.",
        "A directive changes how the rest of the file is read.",
        "%YAML 1.1\n---\ntools: {}",
        "The file without it."
    ),
];

/// The finding for a `stop`, and the byte at which reading ended.
pub(super) fn stopped(stop: &Stop, text: &str, span: impl Fn(Range<usize>) -> Span, report: &mut Report<'_>) -> usize {
    let at = stop.at.min(text.len());
    let character = text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| *c != '\n' && *c != '\r');
    let here = span(at..at + character.map_or(0, char::len_utf8));
    let finding = match stop.cause {
        Cause::Tab => Diagnostic::error("TG0015", span(tab_near(text, at)), "a tab stands where YAML counts spaces")
            .help("put spaces in its place, as many as the lines beside it have"),
        Cause::Depth => Diagnostic::error("TG0005", here, format!("this is nested deeper than {DEPTH} levels"))
            .help("name inner schemas under `$defs:` and refer to them with `$ref`"),
        Cause::Directive => Diagnostic::error("TG0018", line_of(text, at, &span), "a manifest has no `%` directives")
            .help("take the line out"),
        Cause::Colon => Diagnostic::error("TG0004", here, stop.message.clone())
            .help("quote the value, or start the inner mapping on a line of its own"),
        Cause::Quote => Diagnostic::error("TG0004", here, stop.message.clone()).help("close it on the same line"),
        Cause::End | Cause::Syntax => {
            let help = match character {
                Some('@' | '`' | '%' | '*' | '&' | '!' | '|' | '>') => "quote text that starts like this",
                Some(c) if c.is_control() => "take the character out",
                _ if stop.message.contains("indentation") => "give it the indentation of the lines that it belongs to",
                _ if stop.message.contains("bracket") || stop.message.contains("close") => {
                    "close what is open, or quote text with brackets in it"
                }
                _ => "check brackets, quotes and indentation here and in the line above",
            };
            Diagnostic::error("TG0004", here, stop.message.clone()).help(help)
        }
    };
    report.push(finding);
    at
}

/// The run of tabs that the parser's place means: on its line, or else where it points.
fn tab_near(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    match line.find('\t') {
        Some(tab) => {
            let run = line[tab..].bytes().take_while(|byte| *byte == b'\t').count();
            start + tab..start + tab + run
        }
        None => at..at,
    }
}

fn line_of(text: &str, at: usize, span: &impl Fn(Range<usize>) -> Span) -> Span {
    let len = text.get(at..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    span(at..at + len)
}

pub(super) fn second_document(span: Span) -> Diagnostic {
    Diagnostic::error("TG0006", span, "a second YAML document begins here; a manifest is one document")
        .help("move it to a file of its own")
}

pub(super) fn anchor(span: Span) -> Diagnostic {
    Diagnostic::error("TG0007", span, "a manifest has no anchors")
        .help("name a shared schema under `$defs:` and refer to it with `$ref`; quote text that starts with `&`")
}

pub(super) fn alias(span: Span) -> Diagnostic {
    Diagnostic::error("TG0007", span, "a manifest has no aliases")
        .help("name a shared schema under `$defs:` and refer to it with `$ref`; quote text that starts with `*`")
}

pub(super) fn tag(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error("TG0008", span, format!("a manifest has no tags such as `{text}`"))
        .help("write the plain value; quote text that starts with `!`")
}

pub(super) fn complex_key(span: Span) -> Diagnostic {
    Diagnostic::error("TG0009", span, "a key must be text, and this is a list or a mapping")
        .help("write the key as plain text; quote a text that starts with `{` or `[`")
}

/// The finding for a plain key that is no name: nothing, `null`, `<<`.
pub(super) fn refused_key(text: &str, span: Span) -> Option<Diagnostic> {
    match text {
        "<<" => Some(
            Diagnostic::error("TG0007", span, "a manifest has no merge keys")
                .help("name a shared schema under `$defs:` and refer to it with `$ref`"),
        ),
        _ if span.start == span.end => Some(
            Diagnostic::error("TG0009", span, "expected a key before this `:`")
                .help("write the key, or take the line out"),
        ),
        "~" | "null" | "Null" | "NULL" => Some(
            Diagnostic::error("TG0009", span, format!("`{text}` as a key is nothing, and a key must be text"))
                .help("quote it if the text is meant")
                .fix("quote it", span, format!("\"{text}\"")),
        ),
        _ if [".nan", ".inf"].contains(&text.trim_start_matches(['+', '-']).to_lowercase().as_str()) => Some(
            Diagnostic::error("TG0009", span, format!("`{text}` as a key is a number to YAML, and a key must be text"))
                .help("quote it if the text is meant")
                .fix("quote it", span, format!("\"{text}\"")),
        ),
        _ => None,
    }
}

pub(super) fn duplicate(text: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("TG0010", span, format!("the key `{text}` stands twice in this mapping"))
        .label("and here again")
        .also(first, "first here")
        .help("keep one of them; this one was not read")
}
