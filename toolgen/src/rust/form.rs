//! Forms of values: what follows a key in, the value of the expected form out, or a finding that shows the form.

use proc_macro2::TokenStream;
use syn::Lit;
use toolgen_model::nearest::nearest;

use super::Front;
use super::list::{Entry, Value, short, split, transparent};
use crate::diag::{Rule, Spanned, code::page};

pub(crate) const RULES: &[Rule] = &[
    page!(
        rust,
        "TG0501",
        "unknown-attribute-key",
        Error,
        "Reports a key that `#[tool]` or `#[arg]` does not have, with the nearest one that it has.",
        "A key that is misspelt would have no effect.",
        "#[tool(efect = read)]",
        "The key that was meant."
    ),
    page!(
        rust,
        "TG0502",
        "attribute-form",
        Error,
        "Reports a key with a value of another form than it takes.",
        "The finding shows the form.",
        "#[tool(timeout(20))]",
        "The form that is shown: `timeout = \"20s\"`."
    ),
    page!(
        rust,
        "TG0504",
        "repeated-key",
        Error,
        "Reports a key that stands twice.",
        "Only one of the two could hold.",
        "#[tool(effect = read, effect = write)]",
        "One of the two."
    ),
    page!(
        rust,
        "TG0505",
        "attribute-value",
        Error,
        "Reports a value of the right form that cannot be meant: an unknown word, an empty text, a range without a number in it.",
        "It would fail at the first call, or never do anything.",
        "#[arg(range(9..=1))]",
        "What the finding says."
    ),
];

/// Reports a key that nobody knows.
pub(crate) fn unknown(entry: &Entry, attribute: &str, known: &[&str], front: &mut Front<'_>) {
    let help = match nearest(&entry.key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", list(known)),
    };
    front.error("TG0501", entry.key_span, format!("`{}` is no key of `#[{attribute}]`", entry.key), help);
}

/// Reports the second of two equal keys; whether it is one.
pub(crate) fn repeated(entries: &[Entry], at: usize, front: &mut Front<'_>) -> bool {
    let entry = &entries[at];
    let before = entries[..at].iter().any(|other| other.key == entry.key);
    if before {
        front.error("TG0504", entry.key_span, format!("`{}` stands twice", entry.key), "keep one of the two");
    }
    before
}

/// Reports a value of another form.
pub(crate) fn wrong(entry: &Entry, form: &str, front: &mut Front<'_>) {
    let got = match &entry.value {
        Value::Nothing => format!("`{}` alone", entry.key),
        Value::Equals(tokens) => format!("`{}`", short(tokens)),
        Value::Group(tokens) => format!("`{}({})`", entry.key, short(tokens)),
    };
    front.error(
        "TG0502",
        entry.span,
        format!("`{}` has another form than {got}", entry.key),
        format!("write `{form}`"),
    );
}

/// `key = "text"`.
pub(crate) fn text(entry: &Entry, form: &str, front: &mut Front<'_>) -> Option<Spanned<String>> {
    if let Value::Equals(tokens) = &entry.value
        && let Some(text) = literal_text(tokens)
    {
        if text.trim().is_empty() {
            front.error(
                "TG0505",
                entry.span,
                format!("`{}` is empty", entry.key),
                format!("write `{form}`, or leave it out"),
            );
            return None;
        }
        return Some(Spanned::new(text, entry.span));
    }
    wrong(entry, form, front);
    None
}

/// `key` or `key = true`.
pub(crate) fn flag(entry: &Entry, front: &mut Front<'_>) -> Option<Spanned<bool>> {
    let value = match &entry.value {
        Value::Nothing => Some(true),
        Value::Equals(tokens) => match transparent(tokens.clone()).to_string().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        Value::Group(_) => None,
    };
    if value.is_none() {
        wrong(entry, &format!("{0}` or `{0} = false", entry.key), front);
    }
    value.map(|value| Spanned::new(value, entry.span))
}

/// `key = word`, one of `words`.
pub(crate) fn word<T>(
    entry: &Entry,
    words: &[&str],
    find: impl Fn(&str) -> Option<T>,
    front: &mut Front<'_>,
) -> Option<Spanned<T>> {
    let form = || words.iter().map(|word| format!("{} = {word}", entry.key)).collect::<Vec<_>>().join("`, `");
    let Value::Equals(tokens) = &entry.value else {
        wrong(entry, &form(), front);
        return None;
    };
    let written = transparent(tokens.clone()).to_string();
    if let Some(value) = find(&written) {
        return Some(Spanned::new(value, entry.span));
    }
    let quoted = literal_text(tokens).filter(|text| words.contains(&text.as_str()));
    let near = quoted.or_else(|| nearest(&written, words.iter().copied()).map(str::to_owned));
    let help = match near {
        Some(near) => format!("write `{} = {near}`", entry.key),
        None => format!("write `{}`", form()),
    };
    front.error(
        "TG0505",
        entry.span,
        format!("`{}` is one of {}, got `{}`", entry.key, list(words), short(tokens)),
        help,
    );
    None
}

/// `key = 5`.
pub(crate) fn count(entry: &Entry, form: &str, front: &mut Front<'_>) -> Option<Spanned<u64>> {
    if let Value::Equals(tokens) = &entry.value
        && let Ok(Lit::Int(int)) = syn::parse2(transparent(tokens.clone()))
        && let Ok(value) = int.base10_parse()
    {
        return Some(Spanned::new(value, entry.span));
    }
    wrong(entry, form, front);
    None
}

/// `key = "20s"`, in milliseconds.
pub(crate) fn duration(entry: &Entry, form: &str, front: &mut Front<'_>) -> Option<Spanned<u64>> {
    let text = text(entry, form, front)?;
    let digits = text.value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text.value[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let value = unit.and_then(|unit| digits.parse::<u64>().ok()?.checked_mul(unit)).filter(|ms| *ms > 0);
    if value.is_none() {
        front.error(
            "TG0505",
            entry.span,
            format!("`{}` is a duration, got \"{}\"", entry.key, text.value),
            format!("write a whole number with its unit (`ms`, `s`, `m` or `h`): `{form}`"),
        );
    }
    value.map(|value| Spanned::new(value, entry.span))
}

/// `key = "a"` or `key("a", "b")`.
pub(crate) fn texts(entry: &Entry, form: &str, front: &mut Front<'_>) -> Vec<Spanned<String>> {
    match &entry.value {
        Value::Group(tokens) => {
            let parts = split(tokens.clone());
            let mut texts = Vec::new();
            for part in parts {
                let part: TokenStream = part.into_iter().collect();
                let span = front.places.of(&part, entry.token);
                match literal_text(&part) {
                    Some(text) => texts.push(Spanned::new(text, span)),
                    None => {
                        let message = format!("`{}` takes texts, got `{}`", entry.key, short(&part));
                        front.error("TG0502", span, message, format!("write `{form}`"));
                    }
                }
            }
            if texts.is_empty() && tokens.is_empty() {
                wrong(entry, form, front);
            }
            texts
        }
        _ => text(entry, form, front).into_iter().collect(),
    }
}

/// The text of a string literal.
pub(crate) fn literal_text(tokens: &TokenStream) -> Option<String> {
    match syn::parse2(transparent(tokens.clone())) {
        Ok(Lit::Str(text)) => Some(text.value()),
        _ => None,
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
