//! Substitutes: source text with placeholders in, tokens with the user's own tokens in their place out.
//! Text cannot carry spans; what came from the user keeps them this way.

use std::str::FromStr;

use proc_macro2::{Group, TokenStream, TokenTree};

/// What stands for the placeholders.
#[derive(Debug, Default)]
pub(super) struct Substitutes {
    tokens: Vec<TokenStream>,
}

const PREFIX: &str = "__substitute_";

impl Substitutes {
    /// The placeholder that stands for `tokens` in the text.
    pub(super) fn add(&mut self, tokens: TokenStream) -> String {
        self.tokens.push(tokens);
        format!("{PREFIX}{}", self.tokens.len() - 1)
    }

    /// The tokens of `text`, its placeholders replaced.
    pub(super) fn apply(self, text: &str) -> TokenStream {
        match TokenStream::from_str(text) {
            Ok(tokens) => self.replace(tokens),
            Err(error) => syn::Error::new(proc_macro2::Span::call_site(), error.to_string()).to_compile_error(),
        }
    }

    fn replace(&self, tokens: TokenStream) -> TokenStream {
        let mut replaced = TokenStream::new();
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => match self.find(&ident.to_string()) {
                    Some(tokens) => replaced.extend(tokens.clone()),
                    None => replaced.extend([TokenTree::Ident(ident)]),
                },
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.replace(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                token => replaced.extend([token]),
            }
        }
        replaced
    }

    fn find(&self, ident: &str) -> Option<&TokenStream> {
        self.tokens.get(ident.strip_prefix(PREFIX)?.parse::<usize>().ok()?)
    }
}
