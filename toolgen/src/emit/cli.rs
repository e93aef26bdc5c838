//! A catalog in, `cli.json` out: the command of each tool and its flags, as plain data.

use toolgen_model::catalog::{Catalog, Row};
use toolgen_model::flag::{Flag, Value, flags};
use toolgen_model::json::{Json, Object};

use super::Files;

/// The command lines as a file.
pub fn cli(catalog: &Catalog) -> Files {
    let commands: Vec<Json> = catalog.tools.iter().map(command).collect();
    Files::of("cli.json", format!("{}\n", Json::Array(commands).pretty()))
}

fn command(row: &Row) -> Json {
    let words = [Some(&row.tool), row.action.as_ref()].into_iter().flatten().map(|word| Json::from(word.as_str()));
    let mut object = Object::new();
    object.insert("name", row.name.as_str());
    object.insert("command", Json::Array(words.collect()));
    object.insert("about", row.summary());
    object.insert("flags", Json::Array(flags(row).iter().map(flag).collect()));
    object.into()
}

fn flag(flag: &Flag) -> Json {
    let mut object = Object::new();
    let mut say = |key: &str, value: Json| object.insert(key, value);
    say("property", Json::Array(flag.property.iter().map(|part| Json::from(part.as_str())).collect()));
    say("long", flag.long.as_str().into());
    if let Some(short) = flag.short {
        say("short", short.to_string().into());
    }
    if !flag.aliases.is_empty() {
        say("aliases", flag.aliases.clone().into());
    }
    if let Some(position) = flag.position {
        say("position", position.into());
    }
    let (value, choices) = match &flag.value {
        Value::Switch => ("switch", None),
        Value::Integer => ("integer", None),
        Value::Number => ("number", None),
        Value::Text => ("text", None),
        Value::Choice(choices) => ("choice", Some(choices.clone())),
        Value::Json => ("json", None),
    };
    say("value", value.into());
    if let Some(choices) = choices {
        say("choices", choices.into());
    }
    say("repeated", flag.repeated.into());
    say("required", flag.required.into());
    if let Some(default) = &flag.default {
        say("default", default.as_str().into());
    }
    if !flag.help.is_empty() {
        say("help", flag.help.as_str().into());
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_plain_data() {
        let input = r#"{"type":"object","properties":{"max_depth":{"type":"integer","default":3}}}"#;
        let row = Row { tool: "t".into(), input: Json::parse(input).unwrap(), ..Row::default() }.seal();
        let files = cli(&Catalog::new("", "", vec![row]));
        let commands = Json::parse(files.text("cli.json").unwrap()).unwrap();
        assert_eq!(commands.pointer("/0/command/0"), Some(&Json::from("t")));
        assert_eq!(commands.pointer("/0/flags/0/long"), Some(&Json::from("max-depth")));
        assert_eq!(commands.pointer("/0/flags/0/default"), Some(&Json::from("3")));
    }
}
