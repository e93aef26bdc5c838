//! `toolgen lock --gates`: the tools and the policy in, `gate.lock.json` out. What became more permissive is written
//! only with a reason.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use toolgen_policy::lock::{FILE, Judged, Lock, looser};

use crate::command::breaking::show;
use crate::command::{Console, Failure, Outcome, gates};
use crate::out::{self, Difference};

/// Adds its arguments.
pub(super) fn arguments(command: Command) -> Command {
    command
        .arg(Arg::new("gates").long("gates").action(ArgAction::SetTrue).help(
            "Write gate.lock.json instead: the verdict of every tool, agent and surface, with gates and capabilities",
        ))
        .arg(
            Arg::new("accept")
                .long("accept")
                .value_name("REASON")
                .requires("gates")
                .conflicts_with("check")
                .help("Write also what became more permissive, and why it may"),
        )
        .arg(
            Arg::new("base")
                .long("base")
                .value_name("FILE")
                .requires("gates")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .help("Compare with this gate lock, for example that of the main branch [default: gate.lock.json]"),
        )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let reason = matches.get_one::<String>("accept").map(|reason| reason.trim());
    if reason == Some("") {
        return Err(Failure::Usage("--accept expects a reason, found an empty text".to_owned()));
    }
    let path = Path::new(FILE);
    let new = gates::current(matches, "paths", console)?;
    let there = match path.symlink_metadata() {
        Ok(_) => Some(gates::read(path)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::Failed(format!("cannot read {FILE}: {error}"))),
    };
    if matches.get_flag("check") {
        return check(path, new, there, console);
    }
    let base = match matches.get_one::<PathBuf>("base") {
        Some(base) => Some(gates::read(base)?),
        None => there,
    };
    let lock = match base {
        // The first state of all: there is nothing that it could loosen.
        None => new,
        Some(base) => {
            let open = looser(&base, &new);
            match reason {
                None if !open.is_empty() => {
                    show::text(&Judged { open, ..Judged::default() }, console)?;
                    return Ok(Outcome::Findings);
                }
                _ => new.accepting(&base, reason.unwrap_or_default()),
            }
        }
    };
    let text = lock.to_text();
    if fs::read(path).unwrap_or_default() != text.as_bytes() {
        out::replace(path, text.as_bytes())?;
    }
    writeln!(console.err, "{FILE}: {} tools, {} acceptances", lock.tools.len(), lock.accepted.len())?;
    Ok(Outcome::Clean)
}

/// Whether the file says what is.
fn check(path: &Path, new: Lock, there: Option<Lock>, console: &mut Console) -> Result<Outcome, Failure> {
    let text = match there {
        Some(there) => new.with_history(&there).to_text(),
        None => new.to_text(),
    };
    let Some(kind) = out::compare(text.as_bytes(), &fs::read(path).unwrap_or_default()) else {
        return Ok(Outcome::Clean);
    };
    Difference { path: FILE.to_owned(), kind }.print(console.out)?;
    writeln!(console.err, "{FILE}: run `toolgen lock --gates` and review what changed")?;
    Ok(Outcome::Findings)
}
