//! The function itself: an item's tokens in, its parts out, with a finding for whatever cannot be a tool.

use proc_macro2::{Ident, Span as TokenSpan, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned as _;
use syn::{Attribute, FnArg, GenericParam, Pat, PatType, ReceiverKind, ReturnType, Signature, Type, Visibility};

use super::Front;
use super::list::{name, short};
use crate::diag::{Rule, code::page};

pub(crate) const RULES: &[Rule] = &[
    page!(
        rust,
        "TG0401",
        "not-a-function",
        Error,
        "Reports `#[tool]` on something that is no function with a body.",
        "A tool is what a call runs.",
        "#[tool]\nstruct Add;",
        "A `fn`, free or in an `impl` block of a type."
    ),
    page!(
        rust,
        "TG0402",
        "unusual-function",
        Error,
        "Reports `#[tool]` on an `unsafe` or `extern` function, or on one with a variable number of parameters.",
        "A model cannot keep the promises of an unsafe function, and every parameter has a name and a type.",
        "#[tool]\nunsafe fn poke(address: usize) {}",
        "A safe function around it."
    ),
    page!(
        rust,
        "TG0403",
        "owned-state",
        Error,
        "Reports a method that takes its state by value, mutably or in a box.",
        "All calls share the state, at the same time.",
        "#[tool]\nfn add(&mut self) {}",
        "`&self`, with what changes behind a `Mutex` or an atomic."
    ),
    page!(
        rust,
        "TG0404",
        "generic-tool",
        Error,
        "Reports a tool that is generic over a type or a constant, or takes `impl Trait`.",
        "A tool has one schema, so it has one signature.",
        "#[tool]\nfn show<T: Display>(value: T) {}",
        "A function for each type. Lifetimes are no hindrance."
    ),
    page!(
        rust,
        "TG0405",
        "unnamed-argument",
        Error,
        "Reports a parameter that is a pattern, or that stands under `#[cfg]`.",
        "The model writes arguments by their names, and the schema is the same in every build.",
        "#[tool]\nfn area((width, height): (f64, f64)) {}",
        "`name: Type`; two functions where builds differ."
    ),
];

/// A function that carries `#[tool]`.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its attributes, without `#[tool]`
    pub(crate) attributes: Vec<Attribute>,
    /// `pub` and the like
    pub(crate) visibility: Visibility,
    /// What stands before the body, as written
    pub(crate) signature: Signature,
    /// The body, or `;`
    pub(crate) body: TokenStream,
    /// Whether it takes `&self`
    pub(crate) method: bool,
    /// The other parameters
    pub(crate) parameters: Vec<Parameter>,
    /// The names of its lifetimes
    pub(crate) lifetimes: Vec<String>,
}

/// One parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// Its name as written
    pub(crate) ident: Ident,
    /// Its name without `r#`
    pub(crate) name: String,
    /// Its type
    pub(crate) kind: Type,
    /// Its attributes
    pub(crate) attributes: Vec<Attribute>,
}

impl Function {
    /// The parts of `item`, without looking into the body.
    ///
    /// # Errors
    /// When it is no function; the error of the parser is at the token where that became clear.
    pub(crate) fn parse(item: TokenStream) -> syn::Result<Function> {
        let parser = |input: ParseStream<'_>| {
            let attributes = input.call(Attribute::parse_outer)?;
            let visibility = input.parse()?;
            let signature: Signature = input.parse()?;
            let body: TokenStream = input.parse()?;
            Ok(Function {
                attributes,
                visibility,
                signature,
                body,
                method: false,
                parameters: Vec::new(),
                lifetimes: Vec::new(),
            })
        };
        parser.parse2(item)
    }

    /// The name.
    pub(crate) fn ident(&self) -> &Ident {
        &self.signature.ident
    }

    /// The type that it returns.
    pub(crate) fn output(&self) -> Option<&Type> {
        match &self.signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, kind) => Some(kind),
        }
    }

    /// The item as the user wrote it, without what only we understand.
    pub(crate) fn cleaned(&self) -> TokenStream {
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            if let FnArg::Typed(PatType { attrs, .. }) = input {
                attrs.retain(|attribute| !super::doc::is_doc(attribute) && !attribute.path().is_ident("arg"));
            }
        }
        let Function { attributes, visibility, body, .. } = self;
        quote::quote!(#(#attributes)* #visibility #signature #body)
    }

    /// Finds the parameters and reports what a tool cannot be.
    pub(crate) fn inspect(&mut self, front: &mut Front<'_>) {
        self.qualifiers(front);
        self.generics(front);
        let inputs = self.signature.inputs.clone();
        for input in inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    let shared =
                        matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) && receiver.mutability.is_none();
                    self.method = true;
                    if !shared {
                        let span = front.places.of(&receiver, receiver.self_token.span);
                        let got = short(&receiver);
                        front.error(
                            "TG0403",
                            span,
                            format!("a tool borrows its shared state, got `{got}`"),
                            "write `&self`; what changes stands behind a `Mutex` or an atomic",
                        );
                    }
                }
                FnArg::Typed(typed) => self.parameter(typed, front),
            }
        }
        if let Some(variadic) = &self.signature.variadic {
            let span = front.places.of(variadic, variadic.dots.spans[0]);
            front.error(
                "TG0402",
                span,
                "a tool has a fixed list of parameters, got `...`",
                "write each parameter with its type",
            );
        }
        if self.body.to_string() == ";" {
            let span = front.places.of(&self.body, self.ident().span());
            front.error(
                "TG0401",
                span,
                "a tool needs a body, got `;`",
                "write `#[tool]` on the function that does the work",
            );
        }
    }

    fn qualifiers(&self, front: &mut Front<'_>) {
        let signature = &self.signature;
        let unsafety = signature.safety.to_token_stream();
        if !unsafety.is_empty() {
            let span = front.places.of(&unsafety, self.ident().span());
            front.error(
                "TG0402",
                span,
                format!("a model cannot keep the promises of an `{unsafety}` function"),
                "write a safe function around it",
            );
        }
        if let Some(abi) = &signature.abi {
            let span = front.places.of(abi, abi.extern_token.span);
            front.error(
                "TG0402",
                span,
                format!("a tool is an ordinary function, got `{}`", short(abi)),
                "leave it out",
            );
        }
    }

    fn generics(&mut self, front: &mut Front<'_>) {
        let ident = self.ident().clone();
        for parameter in &self.signature.generics.params {
            match parameter {
                GenericParam::Lifetime(lifetime) => self.lifetimes.push(lifetime.lifetime.ident.to_string()),
                GenericParam::Type(_) | GenericParam::Const(_) => {
                    let span = front.places.of(parameter, ident.span());
                    let got = short(parameter);
                    front.error(
                        "TG0404",
                        span,
                        format!("a tool has one signature, but `{ident}` is generic over `{got}`"),
                        "write the types out; a generic function can be called from a tool for each type",
                    );
                }
            }
        }
    }

    fn parameter(&mut self, typed: PatType, front: &mut Front<'_>) {
        for attribute in &typed.attrs {
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                let span = front.places.of(attribute, attribute.pound_token.span);
                front.error(
                    "TG0405",
                    span,
                    "the parameters of a tool are the same in every build",
                    "write two functions, each under its `#[cfg]`",
                );
            }
        }
        if let Type::ImplTrait(kind) = &*typed.ty {
            let span = front.places.of(kind, kind.impl_token.span);
            let message = format!("a tool has one signature, got `{}`", short(kind));
            front.error("TG0404", span, message, "write the type out");
        }
        match &*typed.pat {
            Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
                self.parameters.push(Parameter {
                    ident: pattern.ident.clone(),
                    name: name(&pattern.ident),
                    kind: (*typed.ty).clone(),
                    attributes: typed.attrs.clone(),
                });
            }
            other => {
                let span = front.places.of(other, other.span());
                let message = format!("an argument needs a name, got the pattern `{}`", short(other));
                front.error("TG0405", span, message, "write `name: Type`, and take it apart in the body");
            }
        }
    }
}

/// The span of the token at which `item` begins.
pub(crate) fn start(item: &TokenStream) -> TokenSpan {
    item.clone().into_iter().next().map_or_else(TokenSpan::call_site, |token| token.span())
}
