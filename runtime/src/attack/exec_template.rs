//! Cases of kind `exec_template`: an argument list with `{name}` places and the values of a call; or values alone,
//! each of which gets a place of its own.

use toolgen_model::handler::{Argument, Command, Part, Reference, Template};
use toolgen_model::json::Json;

use super::{Answer, Decision};
use crate::handler::Values;
use crate::handler::command::invocation;

/// Works out what would be run. With a template that is allowed or refused; values alone are contained when each
/// arrives as one whole argument.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(args @ Json::Object(given)) = input.get("args") else { return Answer::unfit("args") };
    let template: Option<Vec<&str>> =
        input.get("template").and_then(Json::as_array).map(|words| words.iter().filter_map(Json::as_str).collect());
    let (program, places) = match template.as_deref() {
        Some([]) => return Answer::unfit("program"),
        Some([program, rest @ ..]) => {
            if program.contains('{') {
                return Answer::new(Decision::Deny, "exec.program: the program is constant");
            }
            (*program, rest.iter().map(|word| parts(word)).collect::<Vec<_>>())
        }
        None => {
            let single = |name: &str, value: &Json| match value {
                Json::Array(items) => {
                    let at = |index: usize| vec![name.to_owned(), index.to_string()];
                    (0..items.len()).map(|index| whole(at(index))).collect()
                }
                _ => vec![whole(vec![name.to_owned()])],
            };
            ("program", given.iter().flat_map(|(name, value)| single(name, value)).collect())
        }
    };
    let command = Command {
        program: program.to_owned(),
        args: places.into_iter().map(Argument::One).collect(),
        ..Command::default()
    };
    // A list is taken apart: its items are named by their places.
    let values = Values::new(apart(args));
    match invocation(&command, &values) {
        Err(error) => {
            let reason = error.context.as_ref().and_then(|context| context.get("reason")).and_then(Json::as_str);
            Answer::new(Decision::Deny, format!("{}: {error}", reason.unwrap_or_default()))
        }
        Ok(_) if template.is_some() => Answer::new(Decision::Allow, "exec.argv_only"),
        Ok(invocation) if invocation.args.len() == command.args.len() && arrived(given.values(), &invocation.args) => {
            Answer::new(Decision::Contained, "exec.argv_only")
        }
        Ok(_) => Answer::new(Decision::Allow, "a value was taken apart"),
    }
}

/// Whether every text is one of the arguments as it stands.
fn arrived<'j>(values: impl Iterator<Item = &'j Json>, args: &[String]) -> bool {
    values.into_iter().all(|value| match value {
        Json::String(text) => args.iter().any(|arg| text == arg),
        Json::Array(items) => arrived(items.iter(), args),
        _ => true,
    })
}

fn whole(path: Vec<String>) -> Template {
    Template(vec![Part::Value(Reference::Input(path))])
}

/// Lists as objects by index, so that a reference can name an item.
fn apart(value: &Json) -> Json {
    match value {
        Json::Object(entries) => Json::Object(entries.iter().map(|(key, value)| (key, apart(value))).collect()),
        Json::Array(items) => {
            Json::Object(items.iter().enumerate().map(|(at, item)| (at.to_string(), apart(item))).collect())
        }
        plain => plain.clone(),
    }
}

/// `a{x}b` in its parts.
fn parts(word: &str) -> Template {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        if !before.is_empty() {
            parts.push(Part::Text(before.to_owned()));
        }
        parts.push(Part::Value(Reference::Input(vec![name.to_owned()])));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    Template(parts)
}
