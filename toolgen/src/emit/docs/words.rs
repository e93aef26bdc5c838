//! One schema in, its type, choices and limits in words out.

use toolgen_model::json::Json;

use super::argument::{Argument, Limit};

/// The row of a field without its place: `target` is `schema` with its references followed, `again` the
/// field around that it repeats.
pub(crate) fn row(schema: &Json, target: &Json, again: Option<&str>, root: &Json) -> Argument {
    let text = |key: &str| schema.get(key).or_else(|| target.get(key)).and_then(Json::as_str);
    let kind = match again {
        Some(outer) => format!("same as {outer}"),
        None => kind(target, root, 0),
    };
    Argument {
        kind,
        choices: if again.is_some() { Vec::new() } else { choices(target, root) },
        default: schema.get("default").or_else(|| target.get("default")).map(Json::to_string),
        limits: if again.is_some() { Vec::new() } else { limits(target, root) },
        description: text("description").or_else(|| text("title")).unwrap_or_default().to_owned(),
        deprecated: schema.get("deprecated").and_then(Json::as_bool).unwrap_or_default(),
        ..Argument::default()
    }
}

/// `type`, when it is one word.
pub(crate) fn type_of(schema: &Json) -> Option<&str> {
    schema.get("type").and_then(Json::as_str)
}

/// The alternatives of a union, or nothing.
pub(crate) fn branches(schema: &Json) -> &[Json] {
    ["anyOf", "oneOf", "allOf"].into_iter().find_map(|key| schema.get(key).and_then(Json::as_array)).unwrap_or_default()
}

/// What tells an alternative apart: the constant of its tag, as `kind=circle`.
pub(crate) fn variant(schema: &Json) -> Option<String> {
    schema.get("properties")?.as_object()?.iter().find_map(|(name, property)| {
        let only = property.get("const").or_else(|| match property.get("enum").and_then(Json::as_array) {
            Some([only]) => Some(only),
            _ => None,
        })?;
        Some(format!("{name}={}", plain(only)))
    })
}

fn resolve<'s>(schema: &'s Json, root: &'s Json) -> &'s Json {
    let mut at = schema;
    for _ in 0..16 {
        let Some(pointer) = at.get("$ref").and_then(Json::as_str).and_then(|pointer| pointer.strip_prefix('#')) else {
            break;
        };
        let Some(target) = root.pointer(pointer) else { break };
        at = target;
    }
    at
}

/// The type in words: `string`, `array of integer`, `map of string`, `string or null`.
pub(crate) fn kind(schema: &Json, root: &Json, depth: usize) -> String {
    if depth > 6 {
        return "…".to_owned();
    }
    let schema = resolve(schema, root);
    if let Some(types) = schema.get("type").and_then(Json::as_array) {
        return types.iter().map(plain).collect::<Vec<_>>().join(" or ");
    }
    match type_of(schema) {
        Some("array") => match schema.get("items").filter(|items| items.as_object().is_some_and(|o| !o.is_empty())) {
            Some(items) => format!("array of {}", kind(items, root, depth + 1)),
            None => "array".to_owned(),
        },
        Some("object") => match schema.get("additionalProperties").filter(|values| values.as_object().is_some()) {
            Some(values) if schema.get("properties").is_none() => format!("map of {}", kind(values, root, depth + 1)),
            _ => "object".to_owned(),
        },
        Some("string") => match schema.get("format").and_then(Json::as_str) {
            Some(format) => format!("string ({format})"),
            None => "string".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => untyped(schema, root, depth),
    }
}

fn untyped(schema: &Json, root: &Json, depth: usize) -> String {
    let mut kinds: Vec<String> = Vec::new();
    let mut add = |kind: String| {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    };
    let branches = branches(schema);
    if branches.is_empty() {
        let values = schema.get("enum").and_then(Json::as_array).unwrap_or_default();
        values.iter().chain(schema.get("const")).for_each(|value| add(value.type_name().to_owned()));
    }
    branches.iter().for_each(|branch| add(kind(branch, root, depth + 1)));
    if schema.get("properties").is_some() {
        add("object".to_owned());
    }
    if kinds.is_empty() { "any".to_owned() } else { kinds.join(" or ") }
}

/// The only values that are allowed; those of an array's items and of a union's branches too.
fn choices(schema: &Json, root: &Json) -> Vec<String> {
    let schema = resolve(schema, root);
    if let Some(values) = schema.get("enum").and_then(Json::as_array) {
        return values.iter().map(plain).collect();
    }
    if let Some(only) = schema.get("const") {
        return vec![plain(only)];
    }
    let inner: Vec<&Json> = match schema.get("items") {
        Some(items) => vec![items],
        None => branches(schema).iter().filter(|branch| type_of(branch) != Some("null")).collect(),
    };
    // Choices of one branch among others would read as if they were the only ones.
    let lists: Vec<Vec<String>> = inner.into_iter().map(|inner| shallow(resolve(inner, root))).collect();
    if lists.iter().any(Vec::is_empty) { Vec::new() } else { lists.concat() }
}

fn shallow(schema: &Json) -> Vec<String> {
    let values = schema.get("enum").and_then(Json::as_array).unwrap_or_default();
    values.iter().chain(schema.get("const")).map(plain).collect()
}

/// Text as it is, anything else as JSON.
pub(crate) fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn limits(schema: &Json, root: &Json) -> Vec<Limit> {
    let mut limits = own_limits(schema);
    if let Some(items) = schema.get("items") {
        limits.extend(own_limits(resolve(items, root)).into_iter().map(|mut limit| {
            limit.text.insert_str(0, "each ");
            limit
        }));
    }
    for branch in branches(schema).iter().map(|branch| resolve(branch, root)) {
        limits.extend(own_limits(branch));
    }
    limits
}

fn own_limits(schema: &Json) -> Vec<Limit> {
    let number = |key: &str| schema.get(key).filter(|bound| bound.as_number().is_some());
    let mut limits = Vec::new();
    let mut say = |text: Option<String>| limits.extend(text.map(|text| Limit { text, code: None }));
    say(range(number("minimum"), number("maximum"), ""));
    say(number("exclusiveMinimum").map(|bound| format!("more than {bound}")));
    say(number("exclusiveMaximum").map(|bound| format!("less than {bound}")));
    say(number("multipleOf").map(|step| format!("a multiple of {step}")));
    say(range(number("minLength"), number("maxLength"), " characters"));
    say(range(number("minItems"), number("maxItems"), " items"));
    say(range(number("minProperties"), number("maxProperties"), " entries"));
    say((schema.get("uniqueItems").and_then(Json::as_bool) == Some(true)).then(|| "no item twice".to_owned()));
    if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
        limits.push(Limit { text: "matches".to_owned(), code: Some(pattern.to_owned()) });
    }
    if let Some(pattern) = schema.get("propertyNames").and_then(|names| names.get("pattern")).and_then(Json::as_str) {
        limits.push(Limit { text: "keys match".to_owned(), code: Some(pattern.to_owned()) });
    }
    limits
}

fn range(least: Option<&Json>, most: Option<&Json>, of: &str) -> Option<String> {
    let of = |bound: &Json| match bound.as_u64() {
        Some(1) if !of.is_empty() => match of {
            " entries" => " entry",
            plural => plural.trim_end_matches('s'),
        },
        _ => of,
    };
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least}{}", of(least))),
        (Some(least), Some(most)) => Some(format!("{least} to {most}{}", of(most))),
        (Some(least), None) => Some(format!("at least {least}{}", of(least))),
        (None, Some(most)) => Some(format!("at most {most}{}", of(most))),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(schema: &str) -> Argument {
        let schema = Json::parse(schema).unwrap();
        row(&schema, &schema, None, &schema)
    }

    #[test]
    fn types_are_words() {
        for (schema, words) in [
            (r#"{"type":"string","format":"path"}"#, "string (path)"),
            (r#"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#, "array of array of integer"),
            (r#"{"type":"object","additionalProperties":{"type":"string"}}"#, "map of string"),
            (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "string or null"),
            (r#"{"enum":["a",1]}"#, "string or integer"),
            (r#"{"type":["string","null"]}"#, "string or null"),
            (r"{}", "any"),
            (r"true", "any"),
        ] {
            assert_eq!(of(schema).kind, words, "{schema}");
        }
    }

    #[test]
    fn limits_are_words() {
        let words = |schema| of(schema).limits.into_iter().map(|limit| limit.text).collect::<Vec<_>>();
        assert_eq!(words(r#"{"minimum":1,"maximum":64}"#), ["1 to 64"]);
        assert_eq!(words(r#"{"maxLength":1}"#), ["at most 1 character"]);
        assert_eq!(words(r#"{"minItems":2,"uniqueItems":true}"#), ["at least 2 items", "no item twice"]);
        assert_eq!(words(r#"{"exclusiveMinimum":0,"multipleOf":0.5}"#), ["more than 0", "a multiple of 0.5"]);
        assert_eq!(words(r#"{"minProperties":1,"maxProperties":1}"#), ["exactly 1 entry"]);
        assert_eq!(words(r#"{"items":{"type":"string","minLength":3}}"#), ["each at least 3 characters"]);
    }

    #[test]
    fn choices_of_one_branch_among_others_are_not_the_only_ones() {
        assert_eq!(of(r#"{"anyOf":[{"enum":["a"]},{"type":"null"}]}"#).choices, ["a"]);
        assert!(of(r#"{"anyOf":[{"enum":["a"]},{"type":"integer"}]}"#).choices.is_empty());
    }
}
