//! Doc comments: attributes in, the description out.

use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use super::Front;
use super::list::short;
use crate::diag::{Rule, Spanned, code::page};

pub(crate) const RULES: &[Rule] = &[page!(
    rust,
    "TG0408",
    "description-not-known",
    Error,
    "Reports a description that is not known where the macro runs.",
    "The schema is written then, and the description is part of it.",
    "#[doc = concat!(\"a\", env!(\"B\"))]\n#[tool]\nfn add() {}",
    "`///` lines, or `#[doc = include_str!(\"file.md\")]`."
)];

/// Whether this is `#[doc = …]`, which is also what `///` is.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// The description that the doc comments among `attributes` give; `None` when there is none.
///
/// One leading space a line goes, blank lines and the indentation of code stay.
pub(crate) fn description(attributes: &[Attribute], front: &mut Front<'_>) -> Option<Spanned<String>> {
    let mut lines: Vec<String> = Vec::new();
    let mut place = None;
    for attribute in attributes.iter().filter(|attribute| is_doc(attribute)) {
        let Meta::NameValue(pair) = &attribute.meta else { continue }; // `#[doc(hidden)]` and the like
        let span = front.places.of(attribute, attribute.pound_token.span);
        place.get_or_insert(span);
        match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => lines.extend(unindent(&text.value())),
            Expr::Macro(call) if call.mac.path.is_ident("include_str") => {
                lines.extend(included(&call.mac.tokens, span, front)?);
            }
            other => {
                let got = short(other.to_token_stream());
                front.error(
                    "TG0408",
                    span,
                    format!("the description must be known here, got `{got}`"),
                    "write it as `///` lines, or as `#[doc = include_str!(\"file.md\")]`",
                );
            }
        }
    }
    let text = lines.join("\n");
    let text = text.trim_matches('\n').trim_end();
    let first = text.trim_start();
    (!first.is_empty()).then(|| Spanned::new(text.to_owned(), place.unwrap_or(front.whole)))
}

/// `///` gives a line with a leading space; `/** */` and `#[doc = "…"]` may give several.
fn unindent(text: &str) -> Vec<String> {
    text.split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()).collect()
}

fn included(tokens: &proc_macro2::TokenStream, span: crate::diag::Span, front: &mut Front<'_>) -> Option<Vec<String>> {
    let Ok(path) = syn::parse2::<syn::LitStr>(tokens.clone()) else {
        front.error(
            "TG0408",
            span,
            format!("`include_str!` takes the path of a file here, got `{}`", short(tokens)),
            "write it as `#[doc = include_str!(\"file.md\")]`",
        );
        return None;
    };
    let file = front.folder.join(path.value());
    match std::fs::read_to_string(file) {
        Ok(text) => Some(text.lines().map(str::to_owned).collect()),
        Err(error) => {
            let message = format!("the description in `{}` cannot be read: {error}", path.value());
            front.error("TG0408", span, message, "the path is relative to this file, as for `include_str!`");
            None
        }
    }
}
