//! Cases of kind `cli`: words of a command line.

use toolgen_clap::{arguments, command};
use toolgen_model::catalog::Row;
use toolgen_model::json::{Json, Object};

use super::{Answer, Decision};

/// The words go to the generated command of a tool that takes a text under the first flag. A word behind it is its
/// value, whatever it looks like.
pub(super) fn judge(input: &Json) -> Answer {
    let words: Vec<&str> =
        input.get("argv").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect();
    let Some(flag) = words.first().and_then(|word| word.strip_prefix("--")) else {
        return Answer::unfit("argv with a flag");
    };
    let name = flag.split('=').next().unwrap_or_default();
    let property = Object::from_iter([(name, Json::from([("type", "string")]))]);
    let schema = Object::from_iter([("type", Json::from("object")), ("properties", Json::Object(property))]);
    let row = Row { tool: "tool".into(), input: Json::Object(schema), ..Row::default() }.seal();
    let matches = match command(&row).try_get_matches_from(std::iter::once("tool").chain(words.iter().copied())) {
        Ok(matches) => matches,
        Err(error) => return Answer::new(Decision::Deny, format!("cli.usage: {}", error.kind())),
    };
    match arguments(&row, &matches) {
        Ok(given) => {
            let value = given.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
            let whole = words.get(1).is_none_or(|word| *word == value);
            let decision = if whole { Decision::Contained } else { Decision::Allow };
            Answer::new(decision, format!("cli.value_not_flag: {value}"))
        }
        Err(misuse) => Answer::new(Decision::Deny, format!("cli.usage: {misuse}")),
    }
}
