//! The matches of a tool's command in, its arguments as JSON out. Nothing that was given is dropped.

use std::fmt;

use clap::ArgMatches;
use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, flags};
use toolgen_model::json::{Json, Object};

use crate::command::{id, is_switch, negation, placed};
use crate::limits::schema;
use crate::value::{items, value};

/// Flags that do not go together, or a value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// The flag, without dashes
    pub flag: String,
    /// What is wrong, and what to do
    pub message: String,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{}: {}", self.flag, self.message)
    }
}

impl std::error::Error for Misuse {}

/// The arguments that `matches` of [`command`](crate::command) hold: an object with what was given.
/// Whether that is valid, the decoder says.
///
/// # Errors
/// A [`Misuse`].
pub fn arguments(row: &Row, matches: &ArgMatches) -> Result<Json, Misuse> {
    let mut arguments = Object::new();
    for (at, flag) in flags(row).iter().enumerate() {
        let misuse = |message: String| Misuse { flag: flag.long.clone(), message };
        let Some(given) = given(row, flag, at, matches).map_err(misuse)? else { continue };
        put(&mut arguments, &flag.property, given).map_err(misuse)?;
    }
    Ok(Json::Object(arguments))
}

/// What was given for one flag.
fn given(row: &Row, flag: &Flag, at: usize, matches: &ArgMatches) -> Result<Option<Json>, String> {
    if is_switch(flag) {
        let set = |id: &str| matches.try_get_one::<bool>(id).ok().flatten().copied().unwrap_or(false);
        let no = set(&negation(at));
        return place(flag, at, matches)
            .first()
            .map(|text| value(&flag.value, text))
            .or(set(&id(at)).then(|| Ok(true.into())))
            .or(no.then(|| Ok(false.into())))
            .transpose();
    }
    let mut texts = texts(matches, &id(at));
    texts.extend(place(flag, at, matches));
    if !flag.repeated {
        return texts.first().map(|text| value(&flag.value, text)).transpose();
    }
    if texts.is_empty() {
        return Ok(None);
    }
    let item = schema(row, flag).and_then(|schema| schema.get("items"));
    let nested = item.and_then(|item| item.get("type")).and_then(Json::as_str) == Some("array");
    let mut all = Vec::new();
    for text in texts {
        all.extend(items(&flag.value, nested, &text)?);
    }
    Ok(Some(Json::Array(all)))
}

fn place(flag: &Flag, at: usize, matches: &ArgMatches) -> Vec<String> {
    if flag.position.is_some() { texts(matches, &placed(at)) } else { Vec::new() }
}

fn texts(matches: &ArgMatches, id: &str) -> Vec<String> {
    let values = matches.try_get_many::<String>(id).ok().flatten();
    values.into_iter().flatten().cloned().collect()
}

/// Puts a value at its path. `--key` and `--key.sub` together fill one object.
fn put(object: &mut Object, path: &[String], given: Json) -> Result<(), String> {
    let Some((name, rest)) = path.split_first() else { return Ok(()) };
    if rest.is_empty() {
        if object.contains_key(name) {
            return Err("it is given twice; leave one out".to_owned());
        }
        object.insert(name.as_str(), given);
        return Ok(());
    }
    if !object.contains_key(name) {
        object.insert(name.as_str(), Object::new());
    }
    match object.get_mut(name).and_then(Json::as_object_mut) {
        Some(inner) => put(inner, rest, given),
        None => Err(format!("`{name}` is given as a value that is no object; leave one of the two out")),
    }
}
