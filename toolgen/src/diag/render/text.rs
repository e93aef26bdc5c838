//! Findings for people: the line, a caret under the offending text, what to do, and the line as it would
//! be after the fix.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::check::invisible;
use crate::diag::{Diagnostic, Severity, Source, Sources, Span};

/// Bytes between two places of one finding that are shown together.
const TOGETHER: usize = 4096;
/// Bytes of a line that are shown on each side.
const LINE: usize = 2048;

/// The findings one after another, a blank line between them. `color` adds escape sequences.
pub fn text(sources: &Sources, findings: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(120);
    let mut text = String::new();
    for finding in findings {
        text.push_str(&one(sources, finding, &renderer));
        text.push_str("\n\n");
    }
    text
}

/// `2 errors, 1 warning`; `no findings`.
pub fn summary(findings: &[Diagnostic]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let named = |n: usize, name: &str| match n {
        0 => None,
        1 => Some(format!("1 {name}")),
        n => Some(format!("{n} {name}s")),
    };
    let parts: Vec<String> = [named(count(Severity::Error), "error"), named(count(Severity::Warning), "warning")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() { "no findings".into() } else { parts.join(", ") }
}

fn one(sources: &Sources, finding: &Diagnostic, renderer: &Renderer) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = shown(&finding.message);
    let mut group = Group::with_title(level.primary_title(&message).id(finding.code));
    let windows = windows(sources, finding);
    for window in &windows {
        let mut snippet = Snippet::source(&window.text).line_start(window.line).path(&window.name);
        for (kind, range, label) in &window.places {
            let annotation = kind.span(range.clone());
            snippet = snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label) });
        }
        group = group.element(snippet);
    }
    let help = finding.help.as_deref().map(shown);
    let fixed = finding.fix.as_ref().and_then(|fix| {
        let window = window(sources.get(fix.span.file)?, fix.span, fix.span)?;
        let range =
            (fix.span.start as usize).checked_sub(window.start)?..(fix.span.end as usize).checked_sub(window.start)?;
        let readable = !window.text.contains('\u{FFFD}') && !fix.text.contains('\n') && range.end <= window.text.len();
        readable.then_some((window, range, shown(&fix.text)))
    });
    let mut groups = Vec::new();
    match (&help, &fixed) {
        (help, Some((window, range, replacement))) => {
            groups.push(group);
            let title = help.as_deref().or(finding.fix.as_ref().map(|fix| fix.title.as_str())).unwrap_or("change it");
            let snippet = Snippet::source(&window.text)
                .line_start(window.line)
                .path(&window.name)
                .patch(Patch::new(range.clone(), replacement.as_str()));
            groups.push(Level::HELP.secondary_title(title.to_owned()).element(snippet));
        }
        (Some(help), None) => groups.push(group.element(Level::HELP.message(help))),
        (None, None) => groups.push(group),
    }
    renderer.render(&groups)
}

/// A part of a file with the places in it.
struct Window {
    name: String,
    text: String,
    line: usize,
    start: usize,
    places: Vec<(AnnotationKind, Range<usize>, String)>,
}

/// The parts of files that a finding shows: one for places that are near each other.
fn windows(sources: &Sources, finding: &Diagnostic) -> Vec<Window> {
    let Some(primary) = finding.span else { return Vec::new() };
    let mut places = vec![(AnnotationKind::Primary, primary, finding.label.clone().unwrap_or_default())];
    places.extend(finding.labels.iter().map(|label| (AnnotationKind::Context, label.span, label.text.clone())));
    let near = |span: &Span| span.file == primary.file && (span.start.abs_diff(primary.start) as usize) < TOGETHER;
    let (together, apart): (Vec<_>, Vec<_>) = places.into_iter().partition(|(_, span, _)| near(span));
    let mut windows = Vec::new();
    for group in std::iter::once(together).chain(apart.into_iter().map(|place| vec![place])) {
        let first = group.iter().map(|(_, span, _)| *span).min_by_key(|span| span.start);
        let last = group.iter().map(|(_, span, _)| *span).max_by_key(|span| span.start);
        let (Some(first), Some(last)) = (first, last) else { continue };
        let Some(source) = sources.get(first.file) else { continue };
        let Some(mut window) = window(source, first, last) else { continue };
        for (kind, span, label) in group {
            let place = |byte: u32| (byte as usize).saturating_sub(window.start).min(window.text.len());
            let (start, end) = (place(span.start), place(first_line(source, span)));
            window.places.push((kind, start..end, shown(&label)));
        }
        windows.push(window);
    }
    windows
}

/// Where a caret line ends: a long span is shown by its first line.
fn first_line(source: &Source, span: Span) -> u32 {
    let text = source.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let line = text.split('\n').next().unwrap_or_default().trim_end();
    span.start.saturating_add(u32::try_from(line.len()).unwrap_or(0))
}

/// The lines from that of `first` to that of `last`, cut where they are very long. Invisible characters
/// are shown as `\u{FFFD}` of the same length in bytes.
fn window(source: &Source, first: Span, last: Span) -> Option<Window> {
    let text = source.text.as_str();
    let (from, to) = (first.start as usize, last.start as usize);
    let start = text.get(..from)?.rfind('\n').map_or(0, |newline| newline + 1);
    let start = if from - start > LINE { text.floor_char_boundary(from - LINE) } else { start };
    let end = text.get(to..)?.find('\n').map_or(text.len(), |newline| to + newline);
    let end = if end - to > LINE { text.floor_char_boundary(to + LINE) } else { end };
    let (line, _) = source.position(first.start);
    let part = text.get(start..end.max(start))?;
    Some(Window {
        name: shown(&source.name).replace('\n', "\\n"),
        text: same_length(part),
        line: line as usize,
        start,
        places: Vec::new(),
    })
}

/// The text with what cannot be seen replaced, byte for byte.
fn same_length(text: &str) -> String {
    let text = &text.replace('\r', " ");
    let runs = invisible::invisible(text);
    if runs.is_empty() {
        return text.clone();
    }
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for run in runs {
        shown.push_str(&text[at..run.at]);
        at = run.at + run.len;
        for character in text[run.at..at].chars() {
            shown.push_str(match character.len_utf8() {
                1 => "?",
                2 => "·",
                3 => "\u{FFFD}",
                _ => "\u{FFFD}?",
            });
        }
    }
    shown.push_str(&text[at..]);
    shown
}

/// A message without anything that could drive a terminal.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let runs = invisible::invisible(text);
    let mut at = 0;
    for run in runs {
        shown.push_str(&text[at..run.at]);
        for character in text[run.at..run.at + run.len].chars() {
            shown.push_str(&format!("\\u{{{:X}}}", u32::from(character)));
        }
        at = run.at + run.len;
    }
    shown.push_str(&text[at..]);
    shown
}
