//! A row in, its command lines and JSON calls out: the synopsis, and each example as one would type it.

use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, Value, flags};
use toolgen_model::json::{Json, Object};

use super::escape::shell::posix;
use super::visible::is_unseen;

/// How wide a synopsis may grow before it is broken.
const WIDTH: usize = 96;

/// The words that lead to a tool: `agent repo stats`.
pub(crate) fn command(agent: &str, row: &Row) -> String {
    match &row.action {
        Some(action) => format!("{agent} {} {action}", row.tool),
        None => format!("{agent} {}", row.tool),
    }
}

/// The whole synopsis: places first, then what is required, then the rest; broken where it is long.
pub(crate) fn synopsis(agent: &str, row: &Row) -> String {
    let mut flags: Vec<Flag> = flags(row).into_iter().filter(|flag| flag.property.len() == 1).collect();
    flags.sort_by_key(|flag| (flag.position.is_none(), flag.position, !flag.required));
    let mut lines = vec![command(agent, row)];
    for part in flags.iter().map(part).chain(["[-j]".to_owned()]) {
        if let Some(line) = lines.last_mut() {
            if line.chars().count() + part.chars().count() < WIDTH {
                line.push(' ');
                line.push_str(&part);
            } else {
                lines.push(format!("    {part}"));
            }
        }
    }
    lines.join("\n")
}

fn part(flag: &Flag) -> String {
    let more = if flag.repeated { "…" } else { "" };
    let text = match (flag.position, is_switch(flag)) {
        (Some(_), _) => format!("<{}>{more}", flag.long),
        (None, true) => switch(flag),
        (None, false) => format!("--{} {}{more}", flag.long, placeholder(flag)),
    };
    bracketed(flag, text)
}

/// `text` as it is, or in brackets where the flag need not be given.
pub(crate) fn bracketed(flag: &Flag, text: String) -> String {
    if flag.required { text } else { format!("[{text}]") }
}

/// Whether it takes no value.
pub(crate) fn is_switch(flag: &Flag) -> bool {
    flag.value == Value::Switch && !flag.repeated
}

/// `--x`, or `--no-x` where that is what changes something.
pub(crate) fn switch(flag: &Flag) -> String {
    match (flag.default.as_deref(), flag.required) {
        (Some("true"), _) => format!("--no-{}", flag.long),
        (None, true) => format!("--{0}|--no-{0}", flag.long),
        _ => format!("--{}", flag.long),
    }
}

/// What stands for a flag's value: `<integer>`, `<a|b>`.
pub(crate) fn placeholder(flag: &Flag) -> String {
    let name = match &flag.value {
        Value::Switch => "true|false".to_owned(),
        Value::Integer => "integer".to_owned(),
        Value::Number => "number".to_owned(),
        Value::Text => "string".to_owned(),
        Value::Json => "json".to_owned(),
        Value::Choice(choices) => {
            let joined = choices.iter().map(|choice| super::visible::one_line(choice)).collect::<Vec<_>>().join("|");
            if joined.chars().count() <= 40 { joined } else { "choice".to_owned() }
        }
    };
    format!("<{name}>")
}

/// How one argument is written: `-l, --limit <integer>`, `<path>`, `--no-verify`.
pub(crate) fn written(flag: &Flag) -> String {
    if flag.position.is_some() {
        return format!("<{}>", flag.long);
    }
    let short = flag.short.map(|short| format!("-{short}, ")).unwrap_or_default();
    match (is_switch(flag), flag.default.as_deref()) {
        (true, Some("true")) => format!("--no-{}", flag.long),
        (true, _) => format!("{short}--{}", flag.long),
        _ => format!("{short}--{} {}", flag.long, placeholder(flag)),
    }
}

/// The command line that says the same as `input`, or `None` when flags cannot say it: a null where text
/// would stand, a character that cannot be seen.
pub(crate) fn example(agent: &str, row: &Row, input: &Json) -> Option<String> {
    let flags = flags(row);
    let said = |(name, value): (&str, &Json)| {
        let flag = flags.iter().find(|flag| flag.property.len() == 1 && flag.property[0] == name);
        flag.is_some_and(|flag| !value.is_null() || flag.value == Value::Json)
    };
    let seen = !input.to_string().chars().any(is_unseen);
    let line = || format!("{agent} {}", toolgen_clap::invocation(row, input));
    (seen && input.as_object()?.iter().all(said)).then(line)
}

/// The call through JSON: `agent call NAME '{…}'`.
pub(crate) fn call(agent: &str, row: &Row, input: &Json) -> String {
    let mut json = String::new();
    for c in input.to_string().chars() {
        // Only strings hold such characters, and there this is what they are written as.
        match is_unseen(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| json.push_str(&format!("\\u{unit:04x}"))),
            false => json.push(c),
        }
    }
    format!("{agent} call {} {}", row.name, posix(&json))
}

/// The required arguments with values that fit: the first that the schema itself offers, else one of the type.
pub(crate) fn sample(row: &Row) -> Json {
    let required = row.properties().filter(|(name, _)| row.requires(name));
    Json::Object(required.map(|(name, schema)| (name, value(schema, &row.input, 0))).collect())
}

fn value(schema: &Json, root: &Json, depth: usize) -> Json {
    let first = |key: &str| schema.get(key).and_then(Json::as_array).and_then(<[Json]>::first);
    let given = schema.get("default").or_else(|| first("examples")).or_else(|| schema.get("const"));
    if let Some(given) = given.or_else(|| first("enum")) {
        return given.clone();
    }
    if depth > 6 {
        return Json::Null;
    }
    let target = schema.get("$ref").and_then(Json::as_str).and_then(|pointer| root.pointer(pointer.strip_prefix('#')?));
    if let Some(inner) = target.or_else(|| first("anyOf")).or_else(|| first("oneOf")) {
        return value(inner, root, depth + 1);
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("boolean") => Json::Bool(true),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(Json::from(1)),
        Some("array") => {
            let some = schema.get("minItems").and_then(Json::as_u64).unwrap_or_default() > 0;
            let item = schema.get("items").filter(|_| some).map(|items| value(items, root, depth + 1));
            Json::Array(item.into_iter().collect())
        }
        Some("object") => {
            let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
            let properties = schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter);
            let needed = properties.filter(|(name, _)| required.iter().any(|r| r.as_str() == Some(name)));
            Json::Object(needed.map(|(name, schema)| (name, value(schema, root, depth + 1))).collect())
        }
        Some("null") => Json::Null,
        _ => Json::from("…"),
    }
}
