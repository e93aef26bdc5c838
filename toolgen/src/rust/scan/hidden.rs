//! Tools that no list can name: the body of a function or the inside of a macro in, findings out.

use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ItemFn, ItemMacro};

use super::attribute;
use super::imports::Imports;

/// The names of `#[tool]` functions inside a function's body.
pub(super) fn in_body(function: &syn::Block, imports: &Imports<'_>) -> Vec<syn::Ident> {
    struct Finder<'i> {
        imports: &'i Imports<'i>,
        found: Vec<syn::Ident>,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_item_fn(&mut self, item: &'ast ItemFn) {
            if attribute::tool(&item.attrs, self.imports).is_some() {
                self.found.push(item.sig.ident.clone());
            }
            visit::visit_item_fn(self, item);
        }
        fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
            if attribute::tool(&item.attrs, self.imports).is_some() {
                self.found.push(item.sig.ident.clone());
            }
            visit::visit_impl_item_fn(self, item);
        }
    }
    let mut finder = Finder { imports, found: Vec::new() };
    finder.visit_block(function);
    finder.found
}

/// The places of `#[tool]` in the tokens of a macro, for example in a `macro_rules!`.
pub(super) fn in_macro(item: &ItemMacro, imports: &Imports<'_>) -> Vec<TokenSpan> {
    let mut found = Vec::new();
    search(item.mac.tokens.clone(), imports, &mut found);
    found
}

fn search(tokens: TokenStream, imports: &Imports<'_>, found: &mut Vec<TokenSpan>) {
    let mut pound = None;
    for token in tokens {
        let before = pound.take();
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => pound = Some(punct.span()),
            TokenTree::Group(group) => {
                let meta = before.and_then(|_| syn::parse2::<syn::Meta>(group.stream()).ok());
                match (before, meta) {
                    (Some(span), Some(meta)) if imports.is_tool(meta.path()) => found.push(span),
                    _ => search(group.stream(), imports, found),
                }
            }
            _ => {}
        }
    }
}
