//! Literals by example: the tokens after `default =` in, a JSON value with its places out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Lit;
use toolgen_model::json::Number;

use super::Front;
use super::list::{short, split, transparent};
use crate::diag::{Rule, Span, Spanned, code::page};
use crate::ir::{Entry, Node, NodeKind};

pub(crate) const RULES: &[Rule] = &[page!(
    rust,
    "TG0503",
    "not-a-literal",
    Error,
    "Reports a default or an example that is no literal.",
    "It stands in the schema, which is written before the program runs.",
    "#[arg(default = LIMIT)]",
    "A literal: `5`, `\"text\"`, `[1, 2]`, `{\"key\": 1}`."
)];

/// What can stand where a value is expected.
const FORMS: &str = "write a literal: `5`, `-1.5`, `true`, `\"text\"`, `[1, 2]` or `{\"key\": 1}`";

/// The value that `tokens` write; `None` when they are no literal, which is reported.
pub(crate) fn value(tokens: TokenStream, place: Span, front: &mut Front<'_>) -> Option<Node> {
    let tokens: Vec<TokenTree> = transparent(tokens).into_iter().collect();
    let kind = match tokens.as_slice() {
        [TokenTree::Literal(literal)] => scalar(&literal.to_string(), false),
        [TokenTree::Punct(minus), TokenTree::Literal(literal)] if minus.as_char() == '-' => {
            scalar(&literal.to_string(), true)
        }
        [TokenTree::Ident(word)] if word == "true" || word == "false" => Some(NodeKind::Bool(word == "true")),
        [TokenTree::Ident(word)] if word == "null" => Some(NodeKind::Null),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
            return array(group.stream(), place, front);
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            return object(group.stream(), place, front);
        }
        _ => None,
    };
    if kind.is_none() {
        let got = short(tokens.into_iter().collect::<TokenStream>());
        front.error("TG0503", place, format!("expected a literal, got `{got}`"), FORMS);
    }
    kind.map(|kind| Node { kind, span: place })
}

fn scalar(text: &str, negative: bool) -> Option<NodeKind> {
    let literal: Lit = syn::parse_str(text).ok()?;
    let number = match literal {
        Lit::Str(text) if !negative => return Some(NodeKind::String(text.value())),
        Lit::Char(c) if !negative => return Some(NodeKind::String(c.value().to_string())),
        Lit::Int(int) => {
            let digits = if negative { format!("-{}", int.base10_digits()) } else { int.base10_digits().to_owned() };
            digits.parse::<i64>().map(Number::from).or_else(|_| digits.parse::<u64>().map(Number::from)).ok()
        }
        Lit::Float(float) => {
            let value: f64 = float.base10_parse().ok()?;
            Number::from_f64(if negative { -value } else { value })
        }
        _ => None,
    };
    number.map(NodeKind::Number)
}

fn array(tokens: TokenStream, span: Span, front: &mut Front<'_>) -> Option<Node> {
    let mut items = Vec::new();
    for part in split(tokens) {
        let part: TokenStream = part.into_iter().collect();
        let place = front.places.of(&part, proc_macro2::Span::call_site());
        items.push(value(part, place, front)?);
    }
    Some(Node { kind: NodeKind::Array(items), span })
}

fn object(tokens: TokenStream, span: Span, front: &mut Front<'_>) -> Option<Node> {
    let mut entries: Vec<Entry> = Vec::new();
    for part in split(tokens) {
        let [TokenTree::Literal(key), TokenTree::Punct(colon), rest @ ..] = part.as_slice() else {
            let got: TokenStream = part.into_iter().collect();
            let place = front.places.of(&got, proc_macro2::Span::call_site());
            front.error("TG0503", place, format!("expected `\"key\": value`, got `{}`", short(got)), FORMS);
            return None;
        };
        let key_span = front.places.at(key.span());
        let Some(NodeKind::String(name)) = scalar(&key.to_string(), false).filter(|_| colon.as_char() == ':') else {
            front.error("TG0503", key_span, format!("expected `\"key\": value`, got `{key}`"), FORMS);
            return None;
        };
        if entries.iter().any(|entry| entry.key.value == name) {
            front.error("TG0504", key_span, format!("the key \"{name}\" stands twice"), "keep one of the two");
            return None;
        }
        let rest: TokenStream = rest.iter().cloned().collect();
        let place = front.places.of(&rest, key.span());
        entries.push(Entry { key: Spanned::new(name, key_span), value: value(rest, place, front)? });
    }
    Some(Node { kind: NodeKind::Object(entries), span })
}
