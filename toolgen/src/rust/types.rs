//! Types of parameters: a type's tokens in, what is known of it without asking it out.
//!
//! The macro writes the schema of plain types itself. It only guesses by their names, and the code that
//! it emits holds the guess against the type; whatever else is written is asked in the linked program.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, Type, TypePath, TypeReference};
use toolgen_model::json::Json;

/// What a type is taken for.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A plain type with its schema
    Plain(Plain),
    /// A reference to something that is no text: what the runtime hands over
    Borrowed,
    /// Any other type
    Unknown,
}

/// A type whose schema is known.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// Its schema; of an optional type that of the value
    pub(crate) schema: Json,
    /// The full path of the type that it is taken for
    pub(crate) known: TokenStream,
    /// Whether it is an `Option`
    pub(crate) optional: bool,
}

/// What `kind` is taken for.
pub(crate) fn shape(kind: &Type) -> Shape {
    match kind {
        Type::Group(group) => shape(&group.elem),
        Type::Paren(paren) => shape(&paren.elem),
        Type::Reference(reference) => match borrowed(reference) {
            Some(plain) => Shape::Plain(plain),
            None => Shape::Borrowed,
        },
        Type::Path(path) => plain(path, true).map_or(Shape::Unknown, Shape::Plain),
        _ => Shape::Unknown,
    }
}

/// What a type is taken for as a reply: plain types in a `Result` or alone. The schema of text and of
/// nothing is `null`, since they are no structured reply.
pub(crate) fn reply(kind: &Type) -> Option<Plain> {
    let inner = match kind {
        Type::Path(path) if is_result(path) => first_argument(path)?,
        other => other,
    };
    match inner {
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            Some(Plain { schema: Json::Null, known: quote!(()), optional: false })
        }
        Type::Path(path) => {
            let plain = plain(path, false)?;
            let text = matches!(last(path).as_deref(), Some("String" | "Cow"));
            Some(if text { Plain { schema: Json::Null, ..plain } } else { plain })
        }
        _ => None,
    }
}

/// `Result<…>` alone, or in a crate whose `Result` is known to be the usual one.
fn is_result(path: &TypePath) -> bool {
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let usual = ["std", "core", "io", "fmt", "anyhow", "toolgen_runtime"];
    path.qself.is_none()
        && names.last().is_some_and(|name| name == "Result")
        && names.first().is_some_and(|first| names.len() == 1 || usual.contains(&first.as_str()))
}

fn borrowed(reference: &TypeReference) -> Option<Plain> {
    if reference.mutability.is_some() {
        return None;
    }
    let Type::Path(path) = &*reference.elem else { return None };
    match known_name(path)?.as_str() {
        "str" => Some(Plain { schema: text(&[]), known: quote!(&::core::primitive::str), optional: false }),
        "Path" => Some(Plain {
            schema: text(&[("format", "path".into())]),
            known: quote!(&::std::path::Path),
            optional: false,
        }),
        _ => None,
    }
}

fn plain(path: &TypePath, option: bool) -> Option<Plain> {
    let name = known_name(path)?;
    let one = |schema: Json, known: TokenStream| Some(Plain { schema, known, optional: false });
    if let Some(schema) = number(&name) {
        let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::call_site());
        return bare(path).then(|| Plain { schema, known: quote!(::core::primitive::#ident), optional: false });
    }
    match name.as_str() {
        "bool" if bare(path) => one([("type", "boolean")].into(), quote!(::core::primitive::bool)),
        "char" if bare(path) => {
            one(text(&[("minLength", 1.into()), ("maxLength", 1.into())]), quote!(::core::primitive::char))
        }
        "String" if bare(path) => one(text(&[]), quote!(::std::string::String)),
        "PathBuf" if bare(path) => one(text(&[("format", "path".into())]), quote!(::std::path::PathBuf)),
        "Cow" => {
            let Type::Path(inner) = type_arguments(path)?.first().copied()? else { return None };
            (known_name(inner)? == "str").then(|| Plain {
                schema: text(&[]),
                known: quote!(::std::borrow::Cow<'_, ::core::primitive::str>),
                optional: false,
            })
        }
        "Option" if option => {
            let inner = nested(path, 0, 1, true)?;
            let known = &inner.known;
            Some(Plain { schema: inner.schema, known: quote!(::core::option::Option<#known>), optional: true })
        }
        "Vec" => {
            let inner = nested(path, 0, 1, false)?;
            let known = &inner.known;
            one(
                Json::from([("type", Json::from("array")), ("items", inner.schema.clone())]),
                quote!(::std::vec::Vec<#known>),
            )
        }
        map @ ("HashMap" | "BTreeMap") => {
            let key = nested(path, 0, 2, false)?;
            if key.known.to_string() != quote!(::std::string::String).to_string() {
                return None;
            }
            let inner = nested(path, 1, 2, false)?;
            let map = proc_macro2::Ident::new(map, proc_macro2::Span::call_site());
            let (key, known) = (&key.known, &inner.known);
            one(
                Json::from([("type", Json::from("object")), ("additionalProperties", inner.schema.clone())]),
                quote!(::std::collections::#map<#key, #known>),
            )
        }
        _ => None,
    }
}

/// The plain type at place `at` of `count` arguments; borrowed ones only where serde is not asked.
fn nested(path: &TypePath, at: usize, count: usize, borrows: bool) -> Option<Plain> {
    let arguments = type_arguments(path)?;
    if arguments.len() != count {
        return None;
    }
    match arguments.get(at)? {
        Type::Path(path) => plain(path, false),
        Type::Reference(reference) if borrows => borrowed(reference),
        _ => None,
    }
}

fn number(name: &str) -> Option<Json> {
    let integer = |minimum: Option<i64>, maximum: Option<i64>| {
        let mut schema = toolgen_model::json::Object::new();
        schema.insert("type", "integer");
        if let Some(minimum) = minimum {
            schema.insert("minimum", minimum);
        }
        if let Some(maximum) = maximum {
            schema.insert("maximum", maximum);
        }
        Some(Json::Object(schema))
    };
    match name {
        "i8" => integer(Some(i8::MIN.into()), Some(i8::MAX.into())),
        "i16" => integer(Some(i16::MIN.into()), Some(i16::MAX.into())),
        "i32" => integer(Some(i32::MIN.into()), Some(i32::MAX.into())),
        "i64" | "isize" => integer(None, None),
        "u8" => integer(Some(0), Some(u8::MAX.into())),
        "u16" => integer(Some(0), Some(u16::MAX.into())),
        "u32" => integer(Some(0), Some(u32::MAX.into())),
        "u64" | "usize" => integer(Some(0), None),
        "f32" | "f64" => Some([("type", "number")].into()),
        _ => None,
    }
}

fn text(more: &[(&str, Json)]) -> Json {
    let mut schema: toolgen_model::json::Object = [("type", "string")].into_iter().collect();
    for (key, value) in more {
        schema.insert(*key, value.clone());
    }
    Json::Object(schema)
}

/// The last name of a path that stands alone or in the standard library.
fn known_name(path: &TypePath) -> Option<String> {
    if path.qself.is_some() {
        return None;
    }
    let first = path.path.segments.first()?.ident.to_string();
    let standard = matches!(first.as_str(), "std" | "core" | "alloc");
    (path.path.segments.len() == 1 && path.path.leading_colon.is_none() || standard).then(|| last(path)).flatten()
}

fn last(path: &TypePath) -> Option<String> {
    Some(path.path.segments.last()?.ident.to_string())
}

fn bare(path: &TypePath) -> bool {
    path.path.segments.iter().all(|segment| segment.arguments.is_none())
}

fn type_arguments(path: &TypePath) -> Option<Vec<&Type>> {
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(Some(kind)),
        GenericArgument::Lifetime(_) => None,
        _ => Some(None),
    });
    types.collect()
}

fn first_argument(path: &TypePath) -> Option<&Type> {
    type_arguments(path)?.first().copied()
}

/// The tokens of a type with the function's own lifetimes left to inference.
pub(crate) fn erased(kind: &Type, lifetimes: &[String]) -> TokenStream {
    erase(kind.to_token_stream(), lifetimes)
}

fn erase(tokens: TokenStream, lifetimes: &[String]) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|token| {
            let own = std::mem::replace(&mut after_quote, matches!(&token, TokenTree::Punct(p) if p.as_char() == '\''));
            match token {
                TokenTree::Ident(ident) if own && lifetimes.iter().any(|name| ident == name) => {
                    TokenTree::Ident(proc_macro2::Ident::new("_", ident.span()))
                }
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), erase(group.stream(), lifetimes));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token,
            }
        })
        .collect()
}
