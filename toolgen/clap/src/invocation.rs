//! A call as a command line: a row and its arguments in, one line for a POSIX shell out.

use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, Value, flags};
use toolgen_model::json::Json;

/// The call of a tool with `input`, for example `repo stats --path src`. It reads back as `input`.
pub fn invocation(row: &Row, input: &Json) -> String {
    let mut words = vec![quoted(&row.tool)];
    words.extend(row.action.as_deref().map(quoted));
    // Every argument is written as a flag: that is right also where a place before it stays empty.
    for flag in flags(row).iter().filter(|flag| flag.property.len() == 1) {
        let given = flag.property.first().and_then(|name| input.get(name));
        words.extend(given.into_iter().flat_map(|given| flagged(flag, given)));
    }
    words.join(" ")
}

fn flagged(flag: &Flag, given: &Json) -> Vec<String> {
    let long = format!("--{}", flag.long);
    match (given, &flag.value) {
        (Json::Bool(true), Value::Switch) => vec![long],
        (Json::Bool(false), Value::Switch) => vec![format!("--{}", flag.no_long())],
        (Json::Array(items), _) if flag.repeated && !items.is_empty() => {
            let all = items.iter().all(|item| item.as_str().is_some_and(|text| !text.trim_start().starts_with('[')));
            if all && flag.value != Value::Json {
                items.iter().map(|item| worded(&long, item.as_str().unwrap_or_default())).collect()
            } else {
                vec![worded(&long, &given.to_string())]
            }
        }
        (Json::String(text), Value::Text | Value::Choice(_)) => vec![worded(&long, text)],
        (other, _) => vec![worded(&long, &other.to_string())],
    }
}

/// A flag with its value; a value like a flag is joined to it.
fn worded(long: &str, text: &str) -> String {
    if text.starts_with('-') { format!("{long}={}", quoted(text)) } else { format!("{long} {}", quoted(text)) }
}

/// A word as a POSIX shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
