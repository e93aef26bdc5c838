//! `#[arg(…)]`: its entries in, what they declare of a parameter out.

use toolgen_model::json::{Json, Number};

use super::Front;
use super::form::{repeated, text, texts, unknown, wrong};
use super::list::{Entry, Value, entries, short};
use super::literal;
use super::range::{Range, range};
use super::signature::Parameter;
use crate::diag::{Rule, Span, Spanned, code::page};
use crate::ir::{Argument, Node};

pub(crate) const RULES: &[Rule] = &[page!(
    rust,
    "TG0506",
    "misplaced-attribute-key",
    Error,
    "Reports a key of `#[arg]` that does not go with the parameter: with its type, or because it is no argument.",
    "It would have no effect.",
    "#[arg(range(1..=9))] name: String",
    "`length` for texts and lists, `range` for numbers, `read`, `write`, `hosts`, `programs` and `secrets` for capabilities."
)];

/// The keys, in the order in which the documentation lists them.
pub(crate) const KEYS: &[&str] = &[
    "default",
    "range",
    "length",
    "pattern",
    "rename",
    "alias",
    "example",
    "positional",
    "short",
    "read",
    "write",
    "hosts",
    "programs",
    "secrets",
];

/// The keys that make a parameter a capability.
const SCOPES: &[&str] = &["read", "write", "hosts", "programs", "secrets"];

/// What `#[arg(…)]` says.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// What stands in when it is absent
    pub(crate) default: Option<Node>,
    /// The bounds of a number
    pub(crate) range: Option<Spanned<Range>>,
    /// The bounds of a length
    pub(crate) length: Option<Spanned<Range>>,
    /// The expression that must match
    pub(crate) pattern: Option<Spanned<String>>,
    /// Its name on the wire
    pub(crate) rename: Option<Spanned<String>>,
    /// A value that shows what is meant
    pub(crate) example: Option<Node>,
    /// How it is written where it is no JSON
    pub(crate) argument: Argument,
    /// Files that may be read
    pub(crate) read: Vec<Spanned<String>>,
    /// Files that may be written
    pub(crate) write: Vec<Spanned<String>>,
    /// Hosts that may be reached
    pub(crate) hosts: Vec<Spanned<String>>,
    /// Programs that may be run
    pub(crate) programs: Vec<Spanned<String>>,
    /// The credentials that it may read
    pub(crate) secrets: Vec<Spanned<String>>,
    /// The first key that says that this is a capability
    pub(crate) scope: Option<Spanned<String>>,
    /// The first key that says that this is an argument
    pub(crate) schema: Option<Spanned<String>>,
}

/// Reads the `#[arg(…)]` attributes of `parameter`. `position` counts the bare `positional`s so far.
pub(crate) fn argument(parameter: &Parameter, position: &mut u32, front: &mut Front<'_>) -> Declared {
    let mut declared = Declared::default();
    let mut all = Vec::new();
    for attribute in parameter.attributes.iter().filter(|attribute| attribute.path().is_ident("arg")) {
        match &attribute.meta {
            syn::Meta::List(list) => all.extend(entries(list.tokens.clone(), front)),
            other => {
                let span = front.places.of(other, attribute.pound_token.span);
                let message = format!("`#[arg]` takes a list of keys, got `#[{}]`", short(other));
                front.error("TG0502", span, message, "write `#[arg(default = 1)]`, or leave it out");
            }
        }
    }
    for at in 0..all.len() {
        let entry = &all[at];
        if !KEYS.contains(&entry.key.as_str()) {
            unknown(entry, "arg", KEYS, front);
        } else if !repeated(&all, at, front) {
            let key = Spanned::new(entry.key.clone(), entry.key_span);
            let kind = if SCOPES.contains(&entry.key.as_str()) { &mut declared.scope } else { &mut declared.schema };
            kind.get_or_insert(key);
            read(entry, &mut declared, position, front);
        }
    }
    if let (Some(scope), Some(schema)) = (&declared.scope, &declared.schema) {
        front.error(
            "TG0506",
            schema.span,
            format!("`{}` is for an argument, and `{}` makes this parameter a capability", schema.value, scope.value),
            "leave one of the two out; the model never sees a capability",
        );
    }
    declared
}

fn read(entry: &Entry, declared: &mut Declared, position: &mut u32, front: &mut Front<'_>) {
    match entry.key.as_str() {
        "default" => declared.default = node(entry, "default = 1", front),
        "example" => declared.example = node(entry, "example = \"src/main.rs\"", front),
        "range" => declared.range = range(entry, "range(0..=100)", front),
        "length" => declared.length = length(entry, front),
        "pattern" => declared.pattern = pattern(entry, front),
        "rename" => declared.rename = text(entry, "rename = \"max-depth\"", front),
        "alias" => declared.argument.aliases = texts(entry, "alias = \"dir\"` or `alias(\"dir\", \"folder\")", front),
        "positional" => declared.argument.positional = positional(entry, position, front),
        "short" => declared.argument.short = short_flag(entry, front),
        "read" => declared.read = texts(entry, "read = \"${input.path}\"` or `read(\"a\", \"b\")", front),
        "write" => declared.write = texts(entry, "write = \"${input.path}\"` or `write(\"a\", \"b\")", front),
        "hosts" => declared.hosts = texts(entry, "hosts(\"api.example.com\")", front),
        "programs" => declared.programs = texts(entry, "programs(\"git\")", front),
        "secrets" => declared.secrets = texts(entry, "secrets(\"github\")", front),
        _ => {}
    }
}

fn node(entry: &Entry, form: &str, front: &mut Front<'_>) -> Option<Node> {
    match &entry.value {
        Value::Equals(tokens) => literal::value(tokens.clone(), entry.span, front),
        _ => {
            wrong(entry, form, front);
            None
        }
    }
}

fn length(entry: &Entry, front: &mut Front<'_>) -> Option<Spanned<Range>> {
    let range = range(entry, "length(1..=256)", front)?;
    let counts = |number: &Option<Number>| number.as_ref().is_none_or(Number::is_u64);
    if !counts(&range.value.minimum) || !counts(&range.value.maximum) {
        front.error("TG0505", entry.span, "a length is a whole number from 0", "write `length(1..=256)`");
        return None;
    }
    Some(range)
}

fn pattern(entry: &Entry, front: &mut Front<'_>) -> Option<Spanned<String>> {
    let pattern = text(entry, "pattern = \"^[a-z]+$\"", front)?;
    if let Err(fault) = toolgen_model::pattern::Pattern::compile(&pattern.value) {
        front.error(
            "TG0505",
            entry.span,
            format!("`pattern` is no expression: {fault}"),
            "write it as in ECMA-262, without look-around",
        );
        return None;
    }
    Some(pattern)
}

fn positional(entry: &Entry, position: &mut u32, front: &mut Front<'_>) -> Option<Spanned<u32>> {
    let place = match &entry.value {
        Value::Nothing => Some(*position + 1),
        Value::Equals(tokens) => tokens.to_string().parse().ok().filter(|place| *place > 0),
        Value::Group(_) => None,
    };
    match place {
        Some(place) => *position = place,
        None => wrong(entry, "positional` or `positional = 1", front),
    }
    place.map(|place| Spanned::new(place, entry.span))
}

fn short_flag(entry: &Entry, front: &mut Front<'_>) -> Option<Spanned<char>> {
    let letter = match &entry.value {
        Value::Equals(tokens) => match syn::parse2(tokens.clone()) {
            Ok(syn::Lit::Char(letter)) => Some(letter.value()),
            _ => None,
        },
        _ => None,
    };
    let letter = letter.filter(char::is_ascii_alphanumeric);
    if letter.is_none() {
        wrong(entry, "short = 'n'", front);
    }
    letter.map(|letter| Spanned::new(letter, entry.span))
}

/// Reports a key that does not go with the parameter's type.
pub(crate) fn misplaced(key: &str, span: Span, schema: &Json, front: &mut Front<'_>) {
    let kind = schema.get("type").and_then(Json::as_str).unwrap_or("value");
    let help = match key {
        "range" => "`range` is for numbers; a text or a list has a `length`",
        "length" => "`length` is for texts and lists; a number has a `range`",
        _ => "`pattern` is for texts",
    };
    front.error("TG0506", span, format!("`{key}` does not go with {} {kind}", article(kind)), help);
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
