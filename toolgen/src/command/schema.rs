//! `toolgen schema …`: the schemas of tools, in the form of each provider. One command a file.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use toolgen_model::json::Json;
use toolgen_model::schema::dialect::{Dialect, Loss, Refusal};

use super::{Console, Failure, Outcome, source};

mod arguments;
mod convert;
mod diff;
mod emit;
mod export;
mod input;
mod plan;

pub(super) fn command() -> Command {
    Command::new("schema")
        .about("The schemas of tools, in the form of each provider")
        .subcommand_required(true)
        .subcommand(emit::command())
        .subcommand(convert::command())
        .subcommand(export::command())
        .subcommand(arguments::command())
        .subcommand(plan::command())
        .subcommand(diff::command())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    match matches.subcommand() {
        Some(("emit", matches)) => emit::run(matches, console),
        Some(("convert", matches)) => convert::run(matches, console),
        Some(("export", matches)) => export::run(matches, console),
        Some(("arguments", matches)) => arguments::run(matches, console),
        Some(("plan", matches)) => plan::run(matches, console),
        Some(("diff", matches)) => diff::run(matches, console),
        _ => Ok(Outcome::Clean),
    }
}

/// `--dialect`.
fn dialect_argument() -> Arg {
    Arg::new("dialect")
        .long("dialect")
        .value_name("DIALECT")
        .value_parser(PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)))
        .help("Whose form")
}

fn dialect(matches: &ArgMatches) -> Dialect {
    matches.get_one::<String>("dialect").and_then(|name| Dialect::from_name(name)).unwrap_or(Dialect::Canonical)
}

/// Losses as JSON.
fn losses(losses: &[Loss]) -> Json {
    let each = losses.iter().map(|loss| {
        Json::from([
            ("at", loss.at.as_str()),
            ("keyword", &loss.keyword),
            ("relation", loss.relation.name()),
            ("residual", &loss.residual),
        ])
    });
    Json::Array(each.collect())
}

/// A refusal as JSON.
fn refused(refusal: &Refusal) -> Json {
    error(refusal.code, &refusal.message, &refusal.at)
}

/// `{code, message, at}`.
fn error(code: &str, message: &str, at: &str) -> Json {
    Json::from([("code", code), ("message", message), ("at", at)])
}

/// `{"ok": false, "error": …}`.
fn not_ok(error: Json) -> Json {
    Json::from([("ok", Json::from(false)), ("error", error)])
}

/// Whether all was well.
fn outcome(clean: bool) -> Outcome {
    if clean { Outcome::Clean } else { Outcome::Findings }
}
