//! The way into the function: its parts in, an `Entry` out that takes each parameter from its slot.

use proc_macro2::{Ident, Span as TokenSpan, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;

use crate::rust::lower::Lowered;
use crate::rust::signature::Function;
use crate::rust::types::{Shape, erased};

/// A name that what the user wrote cannot see, whatever it is called.
fn local(name: &str) -> Ident {
    Ident::new(name, TokenSpan::mixed_site())
}

/// The expression of the entry.
pub(super) fn entry(function: &Function, lowered: &Lowered, private: &TokenStream) -> TokenStream {
    let (granted, slots, this, returned) = (local("granted"), local("slots"), local("this"), local("returned"));
    let mut names = Vec::new();
    let mut takes = Vec::new();
    for (at, (parameter, lowering)) in function.parameters.iter().zip(&lowered.parameters).enumerate() {
        let (slot, value) = (local(&format!("slot{at}")), local(&format!("value{at}")));
        let kind = erased(&parameter.kind, &function.lifetimes);
        let span = TokenSpan::mixed_site().located_at(parameter.kind.span());
        let take = match &lowering.shape {
            Shape::Plain(plain) => {
                let (name, known) = (Ident::new("plain", span), &plain.known);
                quote!(#private::#name::<#kind, #known>(#slot))
            }
            _ => {
                let name = Ident::new("take", span);
                quote!(#private::Probe::<#kind>::#name(&#granted, #slot))
            }
        };
        takes.push(bind(&value, &take, private));
        names.push((slot, value));
    }
    let slot_names = names.iter().map(|(slot, _)| slot);
    let values = names.iter().map(|(_, value)| value);
    let unpack = quote! {
        let [#(#slot_names),*] = #slots else { return #private::miscount(); };
    };
    let ident = function.ident();
    let (state, call) = if function.method {
        let state = bind(&this, &quote!(#private::state::<Self>(&#granted)), private);
        (state, quote!(Self::#ident(#this, #(#values),*)))
    } else {
        (TokenStream::new(), quote!(#ident(#(#values),*)))
    };
    let answer = answer(function, lowered, private, &returned);
    let uses_grant = function.method || lowered.parameters.iter().any(|p| !matches!(p.shape, Shape::Plain(_)));
    let pattern = if uses_grant { quote!(#granted) } else { quote!(_) };
    if function.signature.asyncness.is_some() {
        quote! {
            #private::Entry::Async(|#pattern, #slots| #private::Box::pin(async move {
                #unpack #state #(#takes)*
                let #returned = #call.await;
                #answer
            }))
        }
    } else {
        quote! {
            #private::Entry::Sync(|#pattern, #slots| {
                #unpack #state #(#takes)*
                let #returned = #call;
                #answer
            })
        }
    }
}

/// `let NAME = …`, or the way out with the error.
fn bind(name: &Ident, expression: &TokenStream, private: &TokenStream) -> TokenStream {
    let (value, error) = (local("value"), local("error"));
    quote! {
        let #name = match #expression {
            #private::Ok(#value) => #value,
            #private::Err(#error) => return #private::Err(*#error),
        };
    }
}

/// What was returned as the reply's body.
fn answer(function: &Function, lowered: &Lowered, private: &TokenStream, returned: &Ident) -> TokenStream {
    let (value, error) = (local("value"), local("error"));
    let span = function.output().map_or_else(|| function.ident().span(), |kind| kind.span());
    let span = TokenSpan::mixed_site().located_at(span);
    let (split, body, same) = (Ident::new("split", span), Ident::new("body", span), Ident::new("same", span));
    let inside = match &lowered.reply {
        Some(plain) => {
            let known = &plain.known;
            quote!(#private::#same::<#known, _>(#value))
        }
        None => quote!(#value),
    };
    quote! {
        match #private::Returned(#returned).#split() {
            #private::Ok(#value) => #private::Returned(#inside).#body(),
            #private::Err(#error) => #private::Err(#error),
        }
    }
}
