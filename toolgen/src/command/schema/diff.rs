//! `toolgen schema diff`: two tools or schemas in, how the second relates to the first and where out.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use toolgen_model::json::Json;
use toolgen_model::schema::diff::{Change, Difference, diff};

use super::input::{Reading, file, json, shape_arguments};
use super::{Console, Failure, Outcome, not_ok, outcome};

pub(super) fn command() -> Command {
    Command::new("diff")
        .about("Compare what two tools accept: the relation, and the places")
        .arg(file("old", "OLD", "The tool or schema as it was").required(true))
        .arg(file("new", "NEW", "The tool or schema as it is").required(true))
        .args(shape_arguments())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let (old, new) = (json(&path("old"))?, json(&path("new"))?);
    let reading = Reading::of(matches);
    let line = match old.and_then(|old| Ok((reading.row(old)?.0, reading.row(new?)?.0))) {
        Ok((old, new)) => {
            let (change, places) = diff(&old.input, &new.input);
            let places: Vec<Json> = places.iter().map(place).collect();
            let reply = [("ok", Json::from(true)), ("relation", change.name().into()), ("places", Json::Array(places))];
            writeln!(console.out, "{}", Json::from(reply))?;
            return Ok(outcome(change == Change::Equal));
        }
        Err(error) => not_ok(error),
    };
    writeln!(console.out, "{line}")?;
    Ok(Outcome::Findings)
}

fn place(place: &Difference) -> Json {
    Json::from([
        ("at", place.at.as_str()),
        ("keyword", &place.keyword),
        ("relation", place.change.name()),
        ("was", &place.was),
        ("is", &place.is),
    ])
}
