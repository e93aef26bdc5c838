//! `toolgen breaking --gates [OLD] [NEW]`: two states of the gates in, every cell that became more permissive out.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use toolgen_policy::lock::{self, judge};

use super::{Console, Failure, Outcome, gates};

pub(super) mod show;

pub(super) fn command() -> Command {
    let file = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).value_parser(value_parser!(PathBuf)).value_hint(ValueHint::FilePath)
    };
    let command = Command::new("breaking")
        .about("Say what became more permissive from one state of the gates to another")
        .after_help(
            "Exit codes: 0 nothing became more permissive, or all of it is accepted in NEW; 1 something did, or an \
             acceptance in NEW accepts nothing; 2 usage. `toolgen lock --gates --accept REASON` accepts.",
        )
        .arg(
            Arg::new("gates")
                .long("gates")
                .action(ArgAction::SetTrue)
                .required(true)
                .help("Compare the gates (`toolgen schema diff` compares schemas)"),
        )
        .arg(file("old", "OLD").help("The gate lock before [default: gate.lock.json]"))
        .arg(file("new", "NEW").help("The gate lock after; without it, what the tools and the policy say now"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("text")
                .value_parser(PossibleValuesParser::new(["text", "json"]))
                .help("How to print"),
        );
    gates::policy(gates::tools(command))
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let old_path = path("old").unwrap_or(Path::new(lock::FILE));
    let old = gates::read(old_path)?;
    let new = match path("new") {
        Some(new) => {
            gates::refuse_sources(matches, "NEW is a file already")?;
            gates::read(new)?
        }
        // What was accepted for good stands in the old file; what is now has accepted nothing itself.
        None => gates::current(matches, "tools", console)?.with_history(&old),
    };
    let judged = judge(&old, &new);
    if matches.get_one::<String>("format").is_some_and(|format| format == "json") {
        show::json(&judged, console)?;
    } else {
        show::text(&judged, console)?;
    }
    let clean = judged.open.is_empty() && judged.unused.is_empty();
    Ok(if clean { Outcome::Clean } else { Outcome::Findings })
}
