//! `toolgen catalog`: tools in, their catalog as JSON out.

use clap::{ArgMatches, Command};

use super::{Console, Failure, Outcome, source};

pub(super) fn command() -> Command {
    source::arguments(
        Command::new("catalog").about("Print the catalog of tools: everything that is known of them, as JSON"),
    )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let catalog = source::load(matches, console)?;
    console.out.write_all(catalog.to_text().as_bytes())?;
    Ok(Outcome::Clean)
}
