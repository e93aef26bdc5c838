//! Expansion: the tokens of `#[tool]` and of its function in, the function and its twin out.
//!
//! The function stays in place as it was written. Beside it stands its twin, a constant
//! `NAME__tool: &[Tool]`, which `tools![NAME]` names. The twin does not allow `dead_code`: a tool that
//! no table lists warns.

use std::path::PathBuf;

use proc_macro2::{Span as TokenSpan, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use toolgen_model::catalog::{Row, Source};
use toolgen_model::field::{Field, field, fields};
use toolgen_model::json::Json;

use super::lower::{Lowered, Lowering, lower};
use super::signature::{Function, start};
use super::types::Shape;
use super::{Front, Places, runtime, table};
use crate::diag::{Severity, Sink};
use crate::emit::rust::descriptor::{FieldPart, Parts, descriptor};

mod entry;
mod report;
mod substitute;

use substitute::Substitutes;

/// Where a macro call stands.
pub struct Origin {
    /// The package
    pub package: String,
    /// The file, relative to the package, with `/`
    pub file: String,
    /// The folder of the file on disk, for `include_str!`
    pub folder: PathBuf,
    /// The line and the column of a token, both from 1
    pub locate: fn(TokenSpan) -> (u32, u32),
}

/// What `#[tool(attribute)] item` becomes. It never fails: what is wrong becomes a `compile_error!` on
/// the token it is about, beside the function and a stand-in.
pub fn expand(attribute: TokenStream, item: TokenStream, origin: &Origin) -> TokenStream {
    let mut sink = Sink::default();
    let mut places = Places::of_macro();
    let whole = places.of(&item, start(&item));
    let mut front = Front { places, sink: &mut sink, whole, folder: origin.folder.clone() };
    let mut function = match Function::parse(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let span = front.places.at(error.span());
            front.error("TG0401", span, format!("`#[tool]` goes on a function: {error}"), "write it above a `fn`");
            let places = front.places;
            let errors = report::errors(sink.finish(), &places);
            return quote!(#item #errors);
        }
    };
    function.inspect(&mut front);
    let lowered = lower(attribute, &function, &mut front);
    let places = front.places;
    if sink.errors() == 0 {
        crate::check::check(std::slice::from_ref(&lowered.tool), &mut sink);
    }
    let cleaned = function.cleaned();
    let runtime = lowered.runtime.clone().unwrap_or_else(runtime::path);
    let private = quote!(#runtime::__private);
    // A macro has no way to warn; `toolgen check` prints the warnings.
    let mut findings = sink.finish();
    findings.retain(|finding| finding.severity == Severity::Error);
    if !findings.is_empty() {
        let errors = report::errors(findings, &places);
        // Where a body is missing, the item stands in a trait, which has no place for it.
        let twin = function.has_body().then(|| twin(&function, &private, &quote!(&[]), true));
        return quote!(#cleaned #errors #twin);
    }
    let (line, column) = (origin.locate)(function.ident().span());
    let source = Source { package: origin.package.clone(), file: origin.file.clone(), line, column };
    let row = match crate::normalize(&lowered.tool, source) {
        Ok(row) => row,
        Err(faults) => {
            let errors = report::faults(&faults, function.ident().span());
            let twin = twin(&function, &private, &quote!(&[]), true);
            return quote!(#cleaned #errors #twin);
        }
    };
    let tool = tool(&function, &lowered, &row, &private);
    let twin = twin(&function, &private, &quote!(&[#tool]), false);
    quote!(#cleaned #twin)
}

/// The constant beside the function.
fn twin(function: &Function, private: &TokenStream, list: &TokenStream, stand_in: bool) -> TokenStream {
    let name = table::twin(function.ident());
    let conditions = conditions(function);
    let dead = stand_in.then(|| quote!(#[allow(dead_code)]));
    // rustc keeps quiet about unused items of foreign macros, so the item's own tokens are the user's.
    let head = quote_spanned!(function.ident().span()=> pub(crate) const #name);
    let end = quote_spanned!(function.ident().span()=> ;);
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals, deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        #dead
        #head: &'static [#private::Tool] = #list #end
    }
}

/// The `#[cfg]`s under which the function stands, as far as the compiler has not decided them.
fn conditions(function: &Function) -> Vec<TokenStream> {
    function
        .attributes
        .iter()
        .filter(|attribute| {
            attribute.path().is_ident("cfg")
                || attribute.path().is_ident("cfg_attr")
                    && attribute.meta.to_token_stream().to_string().contains("cfg (")
        })
        .map(ToTokens::to_token_stream)
        .collect()
}

/// The descriptor as tokens.
fn tool(function: &Function, lowered: &Lowered, row: &Row, private: &TokenStream) -> TokenStream {
    let mut substitutes = Substitutes::default();
    let known = fields(row);
    let mut parts = Vec::new();
    let mut deferred = Vec::new();
    let mut states = Vec::new();
    if function.method {
        states.push(substitutes.add(quote!(#private::Some(#private::state_type::<Self>))));
    }
    for (parameter, lowering) in function.parameters.iter().zip(&lowered.parameters) {
        let kind = super::types::erased(&parameter.kind, &function.lifetimes);
        let found = known.iter().find(|field| field.name == lowering.name).cloned();
        if matches!(lowering.shape, Shape::Plain(_)) {
            let field = found.unwrap_or_else(|| placeless(&lowering.name));
            parts.push(FieldPart { field, kind: None, required: None });
            continue;
        }
        let name = &lowering.name;
        if !lowering.described && !lowering.schema && !lowering.scoped {
            states.push(substitutes.add(quote!(#private::Probe::<#kind>::STATE)));
        }
        let asked = asked(function, lowering, &kind, parameter.kind.span(), private);
        let field = found.unwrap_or_else(|| placeless(name));
        let required = match field.default {
            Some(_) => quote!(false),
            None => {
                quote!(!#private::Probe::<#kind>::OPTIONAL && !#private::is_injected(#private::Probe::<#kind>::KIND))
            }
        };
        if !matches!(lowering.shape, Shape::Borrowed) {
            // At the type's place, so that a type that is no argument is told once.
            let span = TokenSpan::mixed_site().located_at(parameter.kind.span());
            let there = entry::respanned(private, span);
            let schema = quote_spanned!(span=> #there::Probe::<#kind>::schema);
            deferred.push(substitutes.add(quote! {
                #private::Deferred { property: #private::Some(#name), schema: #schema }
            }));
        }
        let (kind, required) = (substitutes.add(asked), substitutes.add(required));
        parts.push(FieldPart { field, kind: Some(kind), required: Some(required) });
    }
    if lowered.reply.is_none()
        && let Some(kind) = function.output()
    {
        let (place, kind) = (kind.span(), super::types::erased(kind, &function.lifetimes));
        let span = TokenSpan::mixed_site().located_at(place);
        let there = entry::respanned(private, span);
        let schema = quote_spanned!(span=> #there::ReturnType::<#kind>::new().split().schema());
        deferred.push(substitutes.add(quote! {
            #private::Deferred { property: #private::None, schema: || #schema }
        }));
    }
    let entry = substitutes.add(entry::entry(function, lowered, private));
    let path = private.to_string().replace(' ', "");
    let text = descriptor(&Parts {
        runtime: &path,
        row,
        fields: &parts,
        entry: &entry,
        reads: None,
        deferred: &deferred,
        states: &states,
    });
    let expression = substitutes.apply(&text);
    let asks = lowered.parameters.iter().any(|lowering| !matches!(lowering.shape, Shape::Plain(_)));
    let parameters = asks.then(|| quote!(use #private::ByType as _;));
    let replies = quote!(use #private::{AnyReply as _, Whole as _};);
    let schema = (lowered.reply.is_none()).then(|| quote!(use #private::AnySchema as _;));
    quote!({ #[allow(unused_imports)] #parameters #[allow(unused_imports)] #replies #schema #expression })
}

/// The kind of a parameter as its type says, held against what `#[arg]` and the doc comments say.
fn asked(
    function: &Function,
    lowering: &Lowering,
    kind: &TokenStream,
    place: TokenSpan,
    private: &TokenStream,
) -> TokenStream {
    let span = TokenSpan::mixed_site().located_at(place);
    let private = &entry::respanned(private, span);
    let name = &lowering.name;
    let probe = quote_spanned!(span=> #private::Probe::<#kind>::KIND);
    let ident = function.ident();
    let check = |check: &str, message: String| {
        let check = proc_macro2::Ident::new(check, span);
        quote_spanned!(span=> #private::#check(#probe, #message))
    };
    if lowering.scoped {
        return check(
            "injected",
            format!("`#[arg]` gives `{name}` of `{ident}` a scope, but its type is no capability [TG0506]"),
        );
    }
    if matches!(lowering.shape, Shape::Borrowed) {
        return probe;
    }
    if lowering.schema {
        return check(
            "argument",
            format!(
                "`#[arg]` describes `{name}` of `{ident}`, but the runtime hands it over: the model never sees it [TG0506]"
            ),
        );
    }
    if !lowering.described {
        return check(
            "described",
            format!("the argument `{name}` of `{ident}` has no description: write `/// What it is.` above it [TG0207]"),
        );
    }
    probe
}

/// The field of a parameter that is no property.
fn placeless(name: &str) -> Field {
    field(name, &Json::Object(Default::default()), false, &[])
}

#[cfg(test)]
mod tests;
