//! The command line of a tool as plain data: a [`Row`] in, one [`Flag`] an argument out. The clap
//! command, man pages, completions and usage lines are all made from these.

use std::collections::HashSet;

use crate::catalog::Row;
use crate::json::{Json, Object};

/// What a flag takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing: `--x` is true; `--no-x` is false
    Switch,
    /// A whole number
    Integer,
    /// A number
    Number,
    /// Text
    Text,
    /// One of these texts
    Choice(Vec<String>),
    /// JSON text
    Json,
}

/// One flag or positional argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Where its value goes: `["path"]`, or `["owner", "name"]` for `--owner.name`
    pub property: Vec<String>,
    /// Without the dashes, in kebab case
    pub long: String,
    /// Other long names
    pub aliases: Vec<String>,
    /// The one-letter flag
    pub short: Option<char>,
    /// The place among the positional arguments, from 1
    pub position: Option<u32>,
    /// What it takes
    pub value: Value,
    /// Whether it may stand several times, each time one item
    pub repeated: bool,
    /// Whether it must be given
    pub required: bool,
    /// What holds when it is not given, as text
    pub default: Option<String>,
    /// Its description
    pub help: String,
}

/// The flags of a tool in the order of its properties; those of an object's own properties follow it.
pub fn flags(row: &Row) -> Vec<Flag> {
    let mut flags = Vec::new();
    for (name, schema) in row.properties() {
        let mut flag = flag(&row.input, &[name], schema, row.requires(name));
        if let Some(hints) = row.arguments.get(name) {
            flag.position = hints.positional;
            flag.short = hints.short;
            flag.aliases.extend(hints.aliases.iter().map(|alias| kebab(alias)));
        }
        let nested = nested(&row.input, &[name], schema, &mut Vec::new());
        flags.push(flag);
        flags.extend(nested);
    }
    distinct(&mut flags);
    flags
}

impl Flag {
    /// The flag that says false, of a [`Value::Switch`].
    pub fn no_long(&self) -> String {
        format!("no-{}", self.long)
    }
}

/// Gives each flag a name of its own. The compiler reports names that clash; whatever comes here all
/// the same is still reached, as `--arg-NAME`, and the second to want a letter has none.
fn distinct(flags: &mut [Flag]) {
    let mut longs: HashSet<String> = OWN.iter().map(|&own| own.to_owned()).collect();
    let mut shorts = HashSet::from(OWN_SHORT);
    for flag in flags {
        let (own, negation) = (flag.long.clone(), flag.value == Value::Switch && !flag.repeated);
        let mut count = 1;
        while longs.contains(&flag.long) || (negation && longs.contains(&flag.no_long())) {
            flag.long = if count == 1 { format!("arg-{own}") } else { format!("arg-{own}-{count}") };
            count += 1;
        }
        longs.insert(flag.long.clone());
        if negation {
            longs.insert(flag.no_long());
        }
        flag.aliases.retain(|alias| longs.insert(alias.clone()));
        flag.short = flag.short.filter(|short| shorts.insert(*short));
    }
}

/// Flags that every command has.
pub const OWN: [&str; 2] = ["help", "json"];
/// Letters that every command has.
pub const OWN_SHORT: [char; 2] = ['h', 'j'];

/// `max_depth` and `maxDepth` as they stand on a command line: `max-depth`.
pub fn kebab(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    let mut before_lower = false;
    for c in name.chars() {
        if c == '_' || c == ' ' {
            text.push('-');
        } else if c.is_uppercase() {
            if before_lower {
                text.push('-');
            }
            text.extend(c.to_lowercase());
        } else {
            text.push(c);
        }
        before_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    text
}

fn flag(root: &Json, path: &[&str], schema: &Json, required: bool) -> Flag {
    let branch = plain(root, schema);
    let list = branch.get("type").and_then(Json::as_str) == Some("array");
    let item = if list { branch.get("items").map_or(branch, |items| plain(root, items)) } else { branch };
    let default = schema.get("default").filter(|default| !default.is_null());
    Flag {
        property: path.iter().map(|&part| part.to_owned()).collect(),
        long: path.iter().map(|part| kebab(part)).collect::<Vec<_>>().join("."),
        aliases: Vec::new(),
        short: None,
        position: None,
        value: value(item),
        repeated: list,
        required: required && default.is_none(),
        default: default.map(|default| default.as_str().map_or_else(|| default.to_string(), str::to_owned)),
        help: schema
            .get("description")
            .or_else(|| branch.get("description"))
            .and_then(Json::as_str)
            .unwrap_or_default()
            .to_owned(),
    }
}

/// `--key.sub` for the properties of an object, as deep as they go without a union, and each object in itself once.
fn nested<'s>(root: &'s Json, path: &[&str], schema: &'s Json, open: &mut Vec<&'s Json>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let branch = plain(root, schema);
    let again = open.iter().any(|known| std::ptr::eq(*known, branch));
    if path.len() > 4 || again || branch.get("type").and_then(Json::as_str) != Some("object") {
        return flags;
    }
    open.push(branch);
    let properties = branch.get("properties").and_then(Json::as_object);
    for (name, schema) in properties.into_iter().flat_map(Object::iter) {
        let path: Vec<&str> = path.iter().copied().chain([name]).collect();
        // Whether it must be there depends on whether the object is: the validator says so.
        flags.push(flag(root, &path, schema, false));
        flags.extend(nested(root, &path, schema, open));
    }
    open.pop();
    flags
}

/// The schema beside null, and what a reference leads to.
fn plain<'s>(root: &'s Json, schema: &'s Json) -> &'s Json {
    let mut at = schema;
    for _ in 0..16 {
        let reference = at.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#'));
        at = match (at.get("anyOf").and_then(Json::as_array), reference.and_then(|pointer| root.pointer(pointer))) {
            (Some([branch, null]), _) if null.get("type").and_then(Json::as_str) == Some("null") => branch,
            (_, Some(target)) => target,
            _ => break,
        };
    }
    at
}

fn value(schema: &Json) -> Value {
    let choices: Option<Vec<String>> = schema
        .get("enum")
        .and_then(Json::as_array)
        .and_then(|values| values.iter().map(|value| value.as_str().map(str::to_owned)).collect());
    match (schema.get("type").and_then(Json::as_str), choices) {
        (_, Some(choices)) => Value::Choice(choices),
        (Some("boolean"), _) => Value::Switch,
        (Some("integer"), _) => Value::Integer,
        (Some("number"), _) => Value::Number,
        (Some("string"), _) => Value::Text,
        _ => Value::Json,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_kebab_case() {
        assert_eq!(kebab("max_depth"), "max-depth");
        assert_eq!(kebab("maxDepth"), "max-depth");
        assert_eq!(kebab("htmlURL2x"), "html-url2x");
    }

    #[test]
    fn every_flag_has_a_name_of_its_own() {
        let input = r#"{"type":"object","properties":{"help":{"type":"string"},"max_depth":{"type":"integer"},
            "maxDepth":{"type":"integer"},"cache":{"type":"boolean"},"no_cache":{"type":"string"}}}"#;
        let row = Row { input: Json::parse(input).unwrap(), ..Row::default() };
        let longs: Vec<String> = flags(&row).into_iter().map(|flag| flag.long).collect();
        assert_eq!(longs, ["arg-help", "max-depth", "arg-max-depth", "cache", "arg-no-cache"]);
    }

    #[test]
    fn references_are_followed_and_end() {
        let input = r##"{"type":"object","properties":{"n":{"$ref":"#/$defs/Node"},"l":{"type":"array","items":{"$ref":"#/$defs/Kind"}}},
            "$defs":{"Kind":{"type":"string","enum":["a","b"]},
            "Node":{"type":"object","properties":{"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}}}}}"##;
        let row = Row { input: Json::parse(input).unwrap(), ..Row::default() };
        let flags = flags(&row);
        assert_eq!(flags.iter().map(|f| f.long.as_str()).collect::<Vec<_>>(), ["n", "n.name", "n.next", "l"]);
        assert_eq!(flags[3].value, Value::Choice(vec!["a".into(), "b".into()]));
    }

    #[test]
    fn arrays_repeat_and_objects_have_dotted_flags() {
        let input = r#"{"type":"object","required":["labels"],"properties":{
            "labels":{"type":"array","items":{"type":"string"}},
            "owner":{"type":"object","properties":{"full_name":{"type":"string"}}}}}"#;
        let row = Row { input: Json::parse(input).unwrap(), ..Row::default() };
        let flags = flags(&row);
        assert_eq!(flags.iter().map(|f| f.long.as_str()).collect::<Vec<_>>(), ["labels", "owner", "owner.full-name"]);
        assert!(flags[0].repeated && flags[0].required && flags[0].value == Value::Text);
        assert_eq!(flags[1].value, Value::Json);
        assert_eq!(flags[2].property, ["owner", "full_name"]);
    }
}
