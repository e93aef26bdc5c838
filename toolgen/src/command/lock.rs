//! `toolgen lock`: a built agent in, `tools.lock.json` out, which pins what only its types know. With `--gates`, the
//! tools and the policy in, `gate.lock.json` out.

use std::fs::{self, File};
use std::path::Path;
use std::time::SystemTime;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Console, Failure, Outcome, gates, source};
use crate::lock;
use crate::out::{self, Difference};

mod verdicts;

pub(super) fn command() -> Command {
    let command = source::arguments(
        Command::new("lock").about("Pin the schemas that only the linked program knows, in tools.lock.json"),
    );
    verdicts::arguments(gates::policy(command)).arg(
        Arg::new("check")
            .long("check")
            .action(ArgAction::SetTrue)
            .help("Write nothing; say what differs, with exit code 1 if anything does"),
    )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    if matches.get_flag("gates") {
        return verdicts::run(matches, console);
    }
    let catalog = source::load(matches, console)?;
    let text = lock::text(&catalog);
    let path = Path::new(lock::FILE);
    let there = fs::read(path).unwrap_or_default();
    if matches.get_flag("check") {
        let Some(kind) = out::compare(text.as_bytes(), &there) else { return Ok(Outcome::Clean) };
        Difference { path: lock::FILE.to_owned(), kind }.print(console.out)?;
        writeln!(console.err, "{}: run `toolgen lock` and review what changed", lock::FILE)?;
        return Ok(Outcome::Findings);
    }
    if there != text.as_bytes() {
        let is_new = !path.exists();
        out::replace(path, text.as_bytes())?;
        // Cargo watches the file only once it is there, so that the first one needs another reason to run.
        if is_new && let Ok(script) = File::options().append(true).open("build.rs") {
            let _ = script.set_modified(SystemTime::now());
        }
    }
    writeln!(
        console.err,
        "{}: {} of {} tools pinned",
        lock::FILE,
        lock::parse(&text).map_or(0, |rows| rows.len()),
        catalog.tools.len()
    )?;
    Ok(Outcome::Clean)
}
