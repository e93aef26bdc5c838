//! `range(…)` and `length(…)`: the tokens of a Rust range in, its bounds out.

use proc_macro2::{TokenStream, TokenTree};
use toolgen_model::json::Number;

use super::Front;
use super::form::wrong;
use super::list::{Entry, Value, transparent};
use crate::diag::Spanned;

/// The least and the greatest value, both included.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Range {
    /// The least
    pub(crate) minimum: Option<Number>,
    /// The greatest
    pub(crate) maximum: Option<Number>,
}

/// The range that `entry` writes.
pub(crate) fn range(entry: &Entry, form: &str, front: &mut Front<'_>) -> Option<Spanned<Range>> {
    let Value::Group(tokens) = &entry.value else {
        wrong(entry, form, front);
        return None;
    };
    let Some((minimum, maximum, inclusive)) = bounds(transparent(tokens.clone())) else {
        wrong(entry, form, front);
        return None;
    };
    let maximum = match maximum {
        Some(maximum) if !inclusive => match maximum.as_i64().and_then(|n| n.checked_sub(1)) {
            Some(last) => Some(last.into()),
            None => {
                let help = format!("write `..={maximum}`, or the greatest number below it");
                front.error("TG0505", entry.span, format!("there is no last number before {maximum}"), help);
                return None;
            }
        },
        maximum => maximum,
    };
    if let (Some(low), Some(high)) = (&minimum, &maximum)
        && low.as_f64() > high.as_f64()
    {
        front.error("TG0505", entry.span, format!("no number is in {low}..={high}"), "write the smaller bound first");
        return None;
    }
    Some(Spanned::new(Range { minimum, maximum }, entry.span))
}

/// The bounds as written, and whether the second is included.
fn bounds(tokens: TokenStream) -> Option<(Option<Number>, Option<Number>, bool)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.');
    let dots = tokens.iter().position(is_dot)?;
    let rest = tokens.get(dots + 1).filter(|token| is_dot(token)).and(tokens.get(dots + 2..))?;
    let (inclusive, rest) = match rest {
        [TokenTree::Punct(punct), rest @ ..] if punct.as_char() == '=' => (true, rest),
        rest => (false, rest),
    };
    let (low, high) = (bound(&tokens[..dots])?, bound(rest)?);
    let something = low.is_some() || high.is_some();
    (something && (high.is_some() || !inclusive)).then_some((low, high, inclusive))
}

/// A number, nothing, or `None` for anything else.
fn bound(tokens: &[TokenTree]) -> Option<Option<Number>> {
    let (negative, literal) = match tokens {
        [] => return Some(None),
        [TokenTree::Literal(literal)] => (false, literal),
        [TokenTree::Punct(minus), TokenTree::Literal(literal)] if minus.as_char() == '-' => (true, literal),
        _ => return None,
    };
    let sign = if negative { "-" } else { "" };
    match syn::parse_str(&literal.to_string()).ok()? {
        syn::Lit::Int(int) => {
            let digits = format!("{sign}{}", int.base10_digits());
            let number = digits.parse::<i64>().map(Number::from).or_else(|_| digits.parse::<u64>().map(Number::from));
            number.ok().map(Some)
        }
        syn::Lit::Float(float) => Some(Number::from_f64(format!("{sign}{}", float.base10_digits()).parse().ok()?)),
        _ => None,
    }
}
