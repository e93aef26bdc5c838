//! Places of tokens: spans of the macro's tokens or of a file that was scanned in, the spans of findings out.

use proc_macro2::{Span as TokenSpan, TokenStream};
use quote::ToTokens;

use crate::diag::{FileId, Span};

/// Where the tokens come from, and the spans that were taken from them.
#[derive(Debug, Default)]
pub struct Places {
    file: Option<(FileId, usize)>,
    spans: Vec<TokenSpan>,
}

impl Places {
    /// The tokens of a macro call.
    pub fn of_macro() -> Places {
        Places::default()
    }

    /// The tokens of a file, which the parser counts from the byte `shift` on.
    pub fn of_file(file: FileId, shift: usize) -> Places {
        Places { file: Some((file, shift)), spans: Vec::new() }
    }

    /// The place of one token.
    pub fn at(&mut self, span: TokenSpan) -> Span {
        self.between(span, span)
    }

    /// The place from the first to the last of `tokens`; where there is none, that of `otherwise`.
    pub fn of(&mut self, tokens: &impl ToTokens, otherwise: TokenSpan) -> Span {
        let (first, last) = ends(tokens.to_token_stream()).unwrap_or((otherwise, otherwise));
        self.between(first, last)
    }

    /// The place from one token to another.
    pub fn between(&mut self, first: TokenSpan, last: TokenSpan) -> Span {
        if let Some((file, shift)) = self.file {
            return Span::new(file, bytes(first).0 + shift, bytes(last).1 + shift);
        }
        let start = self.spans.len();
        self.spans.extend([first, last]);
        Span::new(Span::TOKENS, start, start + 1)
    }

    /// The first and the last token of a place in the macro's tokens.
    pub fn tokens(&self, span: Span) -> Option<(TokenSpan, TokenSpan)> {
        let first = self.spans.get(span.start as usize)?;
        Some((*first, *self.spans.get(span.end as usize).unwrap_or(first)))
    }
}

/// The spans of the first and the last token.
fn ends(tokens: TokenStream) -> Option<(TokenSpan, TokenSpan)> {
    let mut tokens = tokens.into_iter();
    let first = tokens.next()?.span();
    Some((first, tokens.last().map_or(first, |token| token.span())))
}

#[cfg(feature = "build")]
fn bytes(span: TokenSpan) -> (usize, usize) {
    let range = span.byte_range();
    (range.start, range.end)
}

/// Files are scanned only by build scripts and the command.
#[cfg(not(feature = "build"))]
fn bytes(_: TokenSpan) -> (usize, usize) {
    (0, 0)
}
