//! The inside of `#[tool(…)]` and `#[arg(…)]`: tokens in, one [`Entry`] a key out. A part that cannot be
//! read is reported and passed over, so that the others are read all the same.

use proc_macro2::{Delimiter, Group, Ident, Span as TokenSpan, TokenStream, TokenTree};
use quote::ToTokens;

use super::Front;
use crate::diag::Span;

/// One key with what follows it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The key
    pub(crate) key: String,
    /// Where the key stands
    pub(crate) key_span: Span,
    /// What follows it
    pub(crate) value: Value,
    /// The place of what follows it, or of the key
    pub(crate) span: Span,
    /// The token of the key
    pub(crate) token: TokenSpan,
}

/// What follows a key.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Nothing
    Nothing,
    /// `= …`
    Equals(TokenStream),
    /// `(…)`
    Group(TokenStream),
}

/// The entries of a comma-separated list.
pub(crate) fn entries(tokens: TokenStream, front: &mut Front<'_>) -> Vec<Entry> {
    split(tokens).into_iter().filter_map(|part| entry(part, front)).collect()
}

/// The parts between top-level commas, without empty ones.
pub(crate) fn split(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(Vec::new()),
            token => {
                if let Some(part) = parts.last_mut() {
                    part.push(token);
                }
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn entry(part: Vec<TokenTree>, front: &mut Front<'_>) -> Option<Entry> {
    let mut tokens = part.into_iter();
    let first = tokens.next()?;
    let TokenTree::Ident(key) = first else {
        let span = front.places.at(first.span());
        front.error(
            "TG0501",
            span,
            format!("expected a key, got `{first}`"),
            "a key is a word: `key`, `key = value` or `key(…)`",
        );
        return None;
    };
    let key_span = front.places.at(key.span());
    let rest: Vec<TokenTree> = tokens.collect();
    let (value, span) = match rest.as_slice() {
        [] => (Value::Nothing, key_span),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            (Value::Group(group.stream()), front.places.at(group.span()))
        }
        [TokenTree::Punct(punct), value @ ..] if punct.as_char() == '=' && !value.is_empty() => {
            let value: TokenStream = value.iter().cloned().collect();
            let span = front.places.of(&value, punct.span());
            (Value::Equals(value), span)
        }
        [TokenTree::Punct(punct)] if punct.as_char() == '=' => {
            let span = front.places.at(punct.span());
            front.error("TG0502", span, format!("`{key} =` has no value"), "write the value after `=`");
            return None;
        }
        [other, ..] => {
            let span = front.places.at(other.span());
            let got = short(other.to_token_stream());
            front.error(
                "TG0502",
                span,
                format!("expected `=`, `(` or `,` after `{key}`, got `{got}`"),
                format!("write `{key} = …`, and `,` between two keys"),
            );
            return None;
        }
    };
    Some(Entry { key: name(&key), key_span, value, span, token: key.span() })
}

/// An identifier without `r#`.
pub(crate) fn name(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

/// Tokens as a person would write them, cut where they are long.
pub(crate) fn short(tokens: impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// The tokens of a group that only carries a macro's fragment, or the tokens themselves.
pub(crate) fn transparent(tokens: TokenStream) -> TokenStream {
    let mut iter = tokens.clone().into_iter();
    match (iter.next(), iter.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => inner(&group),
        _ => tokens,
    }
}

fn inner(group: &Group) -> TokenStream {
    transparent(group.stream())
}
