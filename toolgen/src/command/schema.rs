//! `toolgen schema emit`: tools in, a JSON array of tool objects in one dialect out.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toolgen_model::nearest::nearest;
use toolgen_model::schema::dialect::Dialect;

use super::{Console, Failure, Outcome, source};
use crate::emit::schema::schemas;

pub(super) fn command() -> Command {
    let emit = source::arguments(Command::new("emit").about("Print tools as a provider takes them: a JSON array"))
        .arg(
            Arg::new("tool")
                .long("tool")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Only this tool; may be repeated"),
        )
        .arg(
            Arg::new("dialect")
                .long("dialect")
                .value_name("DIALECT")
                .default_value("canonical")
                .value_parser(PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)))
                .help("Whose form"),
        );
    Command::new("schema")
        .about("The schemas of tools, in the form of each provider")
        .subcommand_required(true)
        .subcommand(emit)
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let Some(("emit", matches)) = matches.subcommand() else { return Ok(Outcome::Clean) };
    let dialect = matches.get_one::<String>("dialect").and_then(|name| Dialect::from_name(name));
    let dialect = dialect.unwrap_or(Dialect::Canonical);
    let only: Vec<&String> = matches.get_many::<String>("tool").unwrap_or_default().collect();
    let catalog = source::load(matches, console)?;
    for name in &only {
        if catalog.get(name).is_none() {
            let near = nearest(name, catalog.tools.iter().map(|row| row.name.as_str()));
            let help = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
            return Err(Failure::Usage(format!("no tool is called {name:?}{help}")));
        }
    }
    let schemas = schemas(&catalog, dialect, |row| only.is_empty() || only.iter().any(|name| **name == row.name));
    console.out.write_all(schemas.text().as_bytes())?;
    console.out.flush()?;
    for (tool, loss) in &schemas.losses {
        writeln!(console.err, "{tool}: {} {}: {}", show(&loss.at), loss.keyword, loss.residual)?;
    }
    for refusal in &schemas.refusals {
        writeln!(console.err, "error: {refusal}")?;
    }
    Ok(if schemas.refusals.is_empty() { Outcome::Clean } else { Outcome::Findings })
}

fn show(pointer: &str) -> &str {
    if pointer.is_empty() { "(root)" } else { pointer }
}
