//! Findings in the macro: diagnostics in, one `compile_error!` each, on its own tokens, out.

use proc_macro2::{Group, Span as TokenSpan, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use toolgen_model::schema::canonical::Fault;

use crate::diag::Diagnostic;
use crate::rust::Places;

/// The findings as items.
pub(super) fn errors(findings: Vec<Diagnostic>, places: &Places) -> TokenStream {
    findings.into_iter().map(|finding| error(finding, places)).collect()
}

fn error(finding: Diagnostic, places: &Places) -> TokenStream {
    let place = finding.span.and_then(|span| places.tokens(span));
    let (first, last) = place.unwrap_or_else(|| (TokenSpan::call_site(), TokenSpan::call_site()));
    let mut message = format!("{} [{}]", finding.message, finding.code);
    if let Some(help) = finding.help {
        message.push_str("\nhelp: ");
        message.push_str(&help);
    }
    compile_error(&message, first, last)
}

/// What the schema engine says of a schema that was put together here.
pub(super) fn faults(faults: &[Fault], span: TokenSpan) -> TokenStream {
    faults
        .iter()
        .map(|fault| {
            let message =
                format!("the arguments have no schema: at `{}`: {}\nhelp: {}", fault.at, fault.message, fault.help);
            compile_error(&message, span, span)
        })
        .collect()
}

/// rustc underlines from the first token of a macro call to its last.
fn compile_error(message: &str, first: TokenSpan, last: TokenSpan) -> TokenStream {
    let path = quote_spanned!(first=> ::core::compile_error!);
    let mut braces = Group::new(proc_macro2::Delimiter::Brace, quote_spanned!(last=> #message));
    braces.set_span(last);
    let braces = TokenTree::Group(braces);
    quote!(#path #braces)
}
