//! Attributes on items: a list of them in, whether it makes a tool and under which predicates out.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta, MetaList};

use super::imports::Imports;
use crate::rust::list::split;

/// The predicates of the `#[cfg]`s, as text.
pub(super) fn cfgs(attributes: &[Attribute]) -> Vec<String> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) => Some(text(list.tokens.clone())),
            _ => None,
        })
        .collect()
}

/// Whether the item exists only in tests.
pub(crate) fn only_tests(attributes: &[Attribute]) -> bool {
    cfgs(attributes).iter().any(|predicate| predicate == "test")
}

/// A `#[tool]` among `attributes`: what it says, and the predicate of the `cfg_attr` around it.
pub(super) fn tool(attributes: &[Attribute], imports: &Imports<'_>) -> Option<(TokenStream, Option<String>)> {
    attributes.iter().find_map(|attribute| {
        if imports.is_tool(attribute.path()) {
            return Some((inside(&attribute.meta), None));
        }
        let (predicate, metas) = conditional(attribute)?;
        let meta = metas.into_iter().find(|meta| imports.is_tool(meta.path()))?;
        Some((inside(&meta), Some(predicate)))
    })
}

/// `#[path = "…"]`, with the predicate of the `cfg_attr` around it.
pub(super) fn paths(attributes: &[Attribute]) -> Vec<(String, Option<String>)> {
    let path = |meta: &Meta| match meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    let mut found = Vec::new();
    for attribute in attributes {
        if let Some(path) = path(&attribute.meta) {
            found.push((path, None));
        } else if let Some((predicate, metas)) = conditional(attribute) {
            found.extend(metas.iter().filter_map(path).map(|path| (path, Some(predicate.clone()))));
        }
    }
    found
}

fn inside(meta: &Meta) -> TokenStream {
    match meta {
        Meta::List(MetaList { tokens, .. }) => tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// The predicate and the attributes of a `cfg_attr`.
fn conditional(attribute: &Attribute) -> Option<(String, Vec<Meta>)> {
    let Meta::List(list) = &attribute.meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let mut parts = split(list.tokens.clone()).into_iter().map(|part| part.into_iter().collect::<TokenStream>());
    let predicate = text(parts.next()?);
    Some((predicate, parts.filter_map(|part| syn::parse2(part).ok()).collect()))
}

/// Tokens as one writes them in an attribute.
fn text(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        let piece = match &token {
            TokenTree::Group(group) => format!("({})", self::text(group.stream())),
            TokenTree::Punct(punct) if punct.as_char() == ',' => ", ".into(),
            TokenTree::Punct(punct) => format!(" {punct} "),
            token => token.to_string(),
        };
        text.push_str(&piece);
    }
    text.trim().to_owned()
}
