//! `toolgen check --policy`: policy files and the rows of a catalog in, findings in the shape of the compiler's out.

use std::path::PathBuf;

use toolgen_model::catalog::Row;
use toolgen_policy::finding::{self, Finding, Place, code};
use toolgen_policy::{File, Sources as Layers, load};

use crate::diag::{Diagnostic, FileId, Severity, Sink, Sources, Span};

/// Checks the files as one policy over the tools of `rows`; a later file is over an earlier one.
pub(super) fn check(files: &[PathBuf], rows: &[Row], sources: &mut Sources, sink: &mut Sink) {
    let (mut layers, before) = (Layers::default(), sink.errors());
    for path in files {
        match File::read(path) {
            Ok(Some(file)) => {
                sources.add(file.name.clone(), file.text.clone());
                layers.add(file);
            }
            Ok(None) => {
                let text = format!("there is no policy file {}", path.display());
                sink.push(Diagnostic::error(code::UNREADABLE, None, text).help("name a file that exists"));
            }
            Err(finding) => sink.push(diagnostic(&finding, sources)),
        }
    }
    if sink.errors() > before {
        return;
    }
    let findings = load(&layers, rows).map_or_else(|findings| findings, |snapshot| snapshot.warnings);
    findings.iter().for_each(|finding| sink.push(diagnostic(finding, sources)));
}

fn diagnostic(finding: &Finding, sources: &Sources) -> Diagnostic {
    let span = span(&finding.place, sources);
    let message = match span {
        Some(_) => finding.message.clone(),
        None => format!("{}: {}", finding.place, finding.message),
    };
    let mut diagnostic = Diagnostic::error(finding.code, span, message);
    if finding.severity == finding::Severity::Warning {
        diagnostic.severity = Severity::Warning;
    }
    if let Some(help) = &finding.help {
        diagnostic = diagnostic.help(help.as_str());
    }
    for (place, text) in &finding.also {
        if let Some(span) = self::span(place, sources) {
            diagnostic = diagnostic.also(span, text.as_str());
        }
    }
    diagnostic
}

/// The bytes of a place. A place in a manifest has a line and a column only.
fn span(place: &Place, sources: &Sources) -> Option<Span> {
    let (file, source) = sources.iter().find(|(_, source)| *source.name == *place.file)?;
    if place.end > 0 {
        return Some(Span::new(file, place.start as usize, place.end as usize));
    }
    let line = source.text.lines().nth((place.line.checked_sub(1)?) as usize)?;
    let start = line.as_ptr().addr() - source.text.as_ptr().addr();
    let word =
        |text: &str| text.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '-')).unwrap_or(text.len());
    let before = line.char_indices().nth((place.column.checked_sub(1)?) as usize).map_or(line.len(), |(at, _)| at);
    let from = start + before;
    Some(Span::new(FileId(file.0), from, from + word(line.get(before..).unwrap_or_default()).max(1)))
}
