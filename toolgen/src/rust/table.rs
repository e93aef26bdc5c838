//! `tools![…]`: paths of tools and packs in, the expression of a static table out.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::list::{name, short, split};
use super::runtime;
use crate::diag::{Rule, code::page};

pub(crate) const RULES: &[Rule] = &[page!(
    rust,
    "TG0601",
    "no-path-of-a-tool",
    Error,
    "Reports an entry of `tools![…]` that is no path.",
    "The list names functions, methods and packs where they are defined.",
    "tools![add()]",
    "`tools![add, files::read, Repo::stats, pack::TOOLS]`."
)];

/// The identifier of the list that stands beside a tool or a pack.
pub(crate) fn twin(ident: &Ident) -> Ident {
    Ident::new(&format!("{}__tool", name(ident)), ident.span())
}

/// The table of the tools and packs that `input` lists. Each entry is the path of a function, a method
/// or a pack, and may stand under `#[cfg(…)]`.
pub fn expand_tools(input: TokenStream) -> TokenStream {
    let mut errors = TokenStream::new();
    let lists: Vec<TokenStream> =
        split(input).into_iter().filter_map(|entry| list(entry).map_err(|error| errors.extend(error)).ok()).collect();
    if !errors.is_empty() {
        return quote!({ #errors loop {} });
    }
    let runtime = runtime::path();
    quote!(#runtime::__private::table!([#(#lists),*]))
}

/// One entry with its attributes, as an expression of a list of tools.
fn list(entry: Vec<TokenTree>) -> Result<TokenStream, TokenStream> {
    let mut tokens = entry;
    let mut attributes = TokenStream::new();
    while let [TokenTree::Punct(pound), TokenTree::Group(group), ..] = tokens.as_slice() {
        if pound.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
            break;
        }
        attributes.extend(tokens.drain(..2));
    }
    let whole: TokenStream = tokens.iter().cloned().collect();
    let span = tokens.first().map_or_else(proc_macro2::Span::call_site, TokenTree::span);
    match tokens.pop() {
        Some(TokenTree::Ident(last)) if is_path(&tokens) => {
            let twin = twin(&last);
            let path: TokenStream = tokens.into_iter().collect();
            Ok(quote!(#attributes #path #twin))
        }
        _ => {
            let message = format!(
                "expected the path of a tool or of a pack, got `{}` [TG0601]\nhelp: write `tools![add, files::read, Repo::stats, pack::TOOLS]`",
                short(&whole)
            );
            Err(quote_spanned!(span=> ::core::compile_error!(#message);))
        }
    }
}

/// Whether these tokens can stand before the last name of a path.
fn is_path(tokens: &[TokenTree]) -> bool {
    match tokens.last() {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
        Some(_) => false,
    }
}
