//! `toolgen schema emit`: tools in, a JSON array of tool objects in one dialect out.

use clap::{Arg, ArgAction, ArgMatches, Command};
use toolgen_model::nearest::nearest;

use super::{Console, Failure, Outcome, dialect, dialect_argument, outcome, source};
use crate::emit::schema::schemas;

pub(super) fn command() -> Command {
    source::arguments(Command::new("emit").about("Print tools as a provider takes them: a JSON array"))
        .arg(
            Arg::new("tool")
                .long("tool")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Only this tool; may be repeated"),
        )
        .arg(dialect_argument().default_value("canonical"))
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let dialect = dialect(matches);
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
        let relation = loss.relation.name();
        writeln!(console.err, "{tool}: {} {} ({relation}): {}", show(&loss.at), loss.keyword, loss.residual)?;
    }
    for refusal in &schemas.refusals {
        writeln!(console.err, "error: {refusal}")?;
    }
    Ok(outcome(schemas.refusals.is_empty()))
}

fn show(pointer: &str) -> &str {
    if pointer.is_empty() { "(root)" } else { pointer }
}
