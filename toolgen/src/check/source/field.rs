//! Fields of plain text with the name of a secret: a struct in, those fields with why each matters out.

use proc_macro2::Span;
use syn::{Attribute, Fields, GenericArgument, Ident, PathArguments, Type};

use crate::check::secret::is_secret;

/// Derived traits that let a field be printed, sent, or filled by a model.
const OPEN: &[&str] = &["Debug", "Serialize", "Deserialize", "JsonSchema"];

/// Endings of the names of structs that hold arguments.
const ARGUMENTS: &[&str] = &["Args", "Arguments", "Input", "Params", "Parameters", "Request"];

/// A field of plain text.
pub(super) struct Plain {
    pub(super) name: String,
    pub(super) why: String,
    pub(super) span: Span,
}

/// The fields of a struct, or of a variant, that hold a secret as plain text.
pub(super) fn plain(owner: &Ident, attributes: &[Attribute], fields: &Fields) -> Vec<Plain> {
    let derived = attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).find_map(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return None };
        let words = list.tokens.to_string();
        let has = |word: &&&str| words.split(|c: char| !c.is_alphanumeric()).any(|said| said == **word);
        OPEN.iter().find(has).copied()
    });
    let owner = owner.to_string();
    let why = match derived {
        Some(derived) => format!("`{owner}` derives `{derived}`"),
        None if ARGUMENTS.iter().any(|ending| owner.ends_with(ending)) => format!("`{owner}` holds arguments"),
        None => return Vec::new(),
    };
    let named = fields.iter().filter_map(|field| Some((field.ident.as_ref()?, &field.ty)));
    let secret = named.filter(|(name, kind)| is_text(kind) && is_secret(name.to_string().trim_start_matches("r#")));
    secret.map(|(name, _)| Plain { name: name.to_string(), why: why.clone(), span: name.span() }).collect()
}

/// Whether a type is text, or one or several of it.
fn is_text(kind: &Type) -> bool {
    match kind {
        Type::Reference(reference) => is_text(&reference.elem),
        Type::Paren(paren) => is_text(&paren.elem),
        Type::Slice(slice) => is_text(&slice.elem),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return false };
            let inner = || match &last.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.args.iter().any(|argument| match argument {
                    GenericArgument::Type(kind) => is_text(kind),
                    _ => false,
                }),
                _ => false,
            };
            match last.ident.to_string().as_str() {
                "String" | "str" | "OsString" | "CompactString" | "SmolStr" => true,
                "Option" | "Vec" | "Box" | "Rc" | "Arc" | "Cow" => inner(),
                _ => false,
            }
        }
        _ => false,
    }
}
