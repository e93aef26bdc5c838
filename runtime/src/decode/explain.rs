//! What is wrong with a call's arguments: their text in, one error with every violation out.

use toolgen_model::json::{Json, Object, push_pointer};
use toolgen_model::nearest::nearest;
use toolgen_model::validate::{Violation, validate};

use super::number::{self, Number};
use super::place::pointer;
use super::{is_open, is_unsigned, judge, strict, untyped};
use crate::error::ToolError;
use crate::row::{self, Compiled};
use crate::tool::{Field, Kind, Tool};

/// How many violations the message tells; the context holds more.
const TOLD: usize = 20;
/// How many violations the context holds.
const HELD: usize = 500;

/// The error of a call whose arguments did not decode.
#[cold]
pub(crate) fn explain(tool: &'static Tool, text: &str) -> ToolError {
    let row = match row::compiled(tool) {
        Ok(row) => row,
        Err(error) => return error,
    };
    let mut found = violations(tool, row, text);
    if found.is_empty() {
        found.push(beyond(tool, text));
    }
    report(tool, &found)
}

pub(super) fn violations(tool: &'static Tool, row: &'static Compiled, text: &str) -> Vec<Violation> {
    let strict = match strict::parse(text) {
        Ok(strict) => strict,
        Err(error) => return vec![not_json(text, &error)],
    };
    let Json::Object(mut arguments) = strict.value else {
        let got = format!("{} {}", article(strict.value.type_name()), strict.value.type_name());
        return vec![violation("", "type", "an object with the arguments by name", &got, None)];
    };
    let mut found: Vec<Violation> = strict.twice.iter().map(|pointer| twice(pointer)).collect();
    if !is_open(tool) {
        found.extend(unknown(tool, &mut arguments));
    }
    if let Err(both) = settle(tool, row, &mut arguments) {
        found.extend(both);
    }
    found.extend(too_wide(tool, &arguments));
    found.extend(validate(&row.row.input, &Json::Object(arguments)));
    found
}

/// Makes the arguments what the schema speaks of: names for aliases, defaults for what is absent,
/// nothing for a null that stands for nothing.
pub(super) fn settle(tool: &'static Tool, row: &Compiled, arguments: &mut Object) -> Result<(), Vec<Violation>> {
    let mut both = Vec::new();
    for (at, field) in tool.fields.iter().enumerate().filter(|(_, field)| field.is_argument()) {
        let rules = field.rules;
        for alias in rules.map_or(&[][..], |rules| rules.aliases) {
            let Some(value) = arguments.remove(alias) else { continue };
            if arguments.contains_key(field.name) {
                both.push(twice(&push_pointer("", alias)));
            } else {
                arguments.insert(field.name, value);
            }
        }
        if arguments.get(field.name).is_some_and(Json::is_null) && judge::null_is_absent(tool, at, row) {
            arguments.remove(field.name);
        }
        if let Some(default) = rules.and_then(|rules| rules.default)
            && !arguments.contains_key(field.name)
        {
            arguments.insert(field.name, Json::parse(default).unwrap_or_default());
        }
    }
    if both.is_empty() { Ok(()) } else { Err(both) }
}

/// Arguments that decoded, as the schema speaks of them.
pub(crate) fn settled(tool: &'static Tool, text: &str) -> Json {
    let (Ok(Json::Object(mut arguments)), Ok(row)) = (Json::parse(text), row::compiled(tool)) else {
        return Json::Null;
    };
    // An alias beside its name does not decode.
    let _ = settle(tool, row, &mut arguments);
    Json::Object(arguments)
}

/// Takes out what no field is called, and says what the nearest one is.
fn unknown(tool: &'static Tool, arguments: &mut Object) -> Vec<Violation> {
    let fields = || tool.fields.iter().filter(|field| field.is_argument());
    let known: Vec<&str> = fields().flat_map(names).collect();
    let mut found = Vec::new();
    arguments.retain(|key, _| {
        let is_known = known.contains(&key.as_str());
        if !is_known {
            let own = fields().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
            let expected = if own.is_empty() { "no arguments".to_owned() } else { format!("one of {own}") };
            let hint = match nearest(key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "leave it out".to_owned(),
            };
            let got = format!("the unknown argument `{}`", shown(key));
            found.push(violation(&push_pointer("", key), "additionalProperties", &expected, &got, Some(hint)));
        }
        is_known
    });
    found
}

/// What the schema allows and no type of the tool holds.
fn beyond(tool: &'static Tool, text: &str) -> Violation {
    match untyped(tool, text) {
        Some(fault) => {
            let at = pointer(text, fault.at);
            let value = Json::parse(text).ok().and_then(|value| value.pointer(&at).map(Json::to_string));
            violation(
                &at,
                "type",
                fault.expected,
                &value.map_or_else(|| "something else".into(), |got| shown(&got)),
                None,
            )
        }
        None => violation("", "type", "arguments that this tool can read", "something else", None),
    }
}

/// Whole numbers that no slot holds.
fn too_wide(tool: &'static Tool, arguments: &Object) -> Vec<Violation> {
    let fields = tool.fields.iter().filter(|field| field.kind == Kind::Integer);
    let wide = fields.filter_map(|field| {
        let number = arguments.get(field.name)?.as_number()?;
        let read = match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => Some(Number::Int(n)),
            (None, Some(n)) => Some(Number::Uint(n)),
            (None, None) => number.as_f64().and_then(number::whole),
        };
        let fits = match read {
            Some(Number::Uint(_)) => is_unsigned(field.rules),
            read => read.is_some(),
        };
        let whole = number.as_f64().is_some_and(|n| n.fract() == 0.0);
        (whole && !fits).then(|| {
            let pointer = push_pointer("", field.name);
            violation(&pointer, "format", "a whole number of at most 64 bits", &number.to_string(), None)
        })
    });
    wide.collect()
}

fn names(field: &'static Field) -> impl Iterator<Item = &'static str> {
    let aliases = field.rules.map_or(&[][..], |rules| rules.aliases);
    std::iter::once(field.name).chain(aliases.iter().copied())
}

fn not_json(text: &str, error: &serde_json::Error) -> Violation {
    let (got, hint) = if text.trim().is_empty() {
        ("no text".to_owned(), "write {} for a call without arguments")
    } else if text.starts_with('\u{feff}') {
        ("text that starts with a byte order mark".to_owned(), "send the JSON text without it")
    } else {
        (
            format!("text that is no JSON: {error}"),
            "escape quotes and line breaks inside strings, and close every bracket",
        )
    };
    violation("", "syntax", "JSON text of one object", &got, Some(hint.to_owned()))
}

fn twice(pointer: &str) -> Violation {
    violation(pointer, "uniqueKeys", "each argument once", "the same argument twice", Some("keep one of them".into()))
}

fn violation(pointer: &str, keyword: &'static str, expected: &str, got: &str, hint: Option<String>) -> Violation {
    Violation { pointer: pointer.to_owned(), keyword, expected: expected.to_owned(), got: got.to_owned(), hint }
}

fn report(tool: &Tool, found: &[Violation]) -> ToolError {
    let many = if found.len() == 1 { "1 problem".to_owned() } else { format!("{} problems", found.len()) };
    let mut message = format!("Invalid arguments for `{}`: {many}.", tool.name);
    for Violation { pointer, expected, got, hint, .. } in found.iter().take(TOLD) {
        let place = if pointer.is_empty() { "the arguments".to_owned() } else { shown(pointer) };
        message.push_str(&format!("\n{place}: expected {expected}, got {got}"));
        message.push_str(&hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}")));
    }
    if found.len() > TOLD {
        message.push_str(&format!("\nand {} more", found.len() - TOLD));
    }
    let held: Vec<Json> = found.iter().take(HELD).map(entry).collect();
    let context = Json::from([("count", Json::from(found.len())), ("violations", Json::Array(held))]);
    ToolError::new("InvalidArguments", message)
        .context(context)
        .suggestion("Correct all of these and call again with the complete arguments.")
}

fn entry(violation: &Violation) -> Json {
    let mut entry = Object::new();
    entry.insert("pointer", violation.pointer.as_str());
    entry.insert("keyword", violation.keyword);
    entry.insert("expected", violation.expected.as_str());
    entry.insert("got", violation.got.as_str());
    if let Some(hint) = &violation.hint {
        entry.insert("hint", hint.as_str());
    }
    Json::Object(entry)
}

/// A key as it may stand in a message.
fn shown(key: &str) -> String {
    const LONGEST: usize = 80;
    let short: String = key.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if key.chars().count() > LONGEST { short + "…" } else { short }
}

fn article(noun: &str) -> &'static str {
    match noun {
        "null" => "the value",
        "integer" | "array" | "object" => "an",
        _ => "a",
    }
}
