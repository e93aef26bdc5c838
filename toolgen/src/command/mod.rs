//! The command line of toolgen: arguments in, data on stdout, talk on stderr, an exit code out. One
//! command a file: 0 is clean, 1 findings or differences, 2 a wrong command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

mod breaking;
mod build;
mod catalog;
mod check;
mod docs;
mod explain;
mod gates;
mod lock;
mod new;
mod schema;
mod source;

/// Every command, in the order of the help.
const COMMANDS: &[Entry] = &[
    Entry(new::command, new::run),
    Entry(check::command, check::run),
    Entry(build::command, build::run),
    Entry(schema::command, schema::run),
    Entry(docs::command, docs::run),
    Entry(explain::command, explain::run),
    Entry(catalog::command, catalog::run),
    Entry(lock::command, lock::run),
    Entry(breaking::command, breaking::run),
];

/// How a command line reads, and what it does.
struct Entry(fn() -> Command, fn(&ArgMatches, &mut Console) -> Result<Outcome, Failure>);

/// What a command that ran has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Exit code 0
    Clean,
    /// Findings or differences, which were printed: exit code 1
    Findings,
}

impl Outcome {
    /// Clean when both are.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        if self == Outcome::Clean { other } else { self }
    }
}

/// Why a command did not run to its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for what cannot be: exit code 2
    Usage(String),
    /// What it needs is missing or broken: exit code 1
    Failed(String),
    /// Nobody reads what it prints
    Closed,
}

/// Where a command prints.
pub(crate) struct Console<'w> {
    /// Data
    pub(crate) out: &'w mut dyn Write,
    /// Talk
    pub(crate) err: &'w mut dyn Write,
}

/// Runs the command line `args`, whose first is the program.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (mut out, mut err) = (io::BufWriter::new(io::stdout()), io::stderr());
    ExitCode::from(run(args, &mut out, &mut err))
}

/// The same with the streams given: data goes to `out`, talk to `err`, and the exit code comes back.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let console = &mut Console { out, err };
    let mut args: Vec<OsString> = args.into_iter().collect();
    // `cargo toolgen …` runs `cargo-toolgen toolgen …`.
    if args.get(1).is_some_and(|word| word == "toolgen") {
        args.remove(1);
    }
    let matches = match command().try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => return refuse(&error, console),
    };
    let Some((name, matches)) = matches.subcommand() else { return 2 };
    let Some(Entry(_, run)) = COMMANDS.iter().find(|Entry(command, _)| command().get_name() == name) else { return 2 };
    let done = run(matches, console).and_then(|outcome| {
        console.out.flush()?;
        Ok(outcome)
    });
    let (code, message) = match done {
        Ok(Outcome::Clean) | Err(Failure::Closed) => return 0,
        Ok(Outcome::Findings) => return 1,
        Err(Failure::Failed(message)) => (1, message),
        Err(Failure::Usage(message)) => (2, message),
    };
    // What was printed before the failure still counts; that stderr is closed changes nothing any more.
    let _ = console.out.flush();
    let _ = writeln!(console.err, "error: {message}");
    code
}

/// The whole command line.
fn command() -> Command {
    Command::new("toolgen")
        .about("The compiler for the tools of LLM agents")
        .version(env!("CARGO_PKG_VERSION"))
        .after_help("A PATH is a file or a folder; `-` is standard input. Exit codes: 0 clean, 1 findings, 2 usage.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(|Entry(command, _)| command()))
}

fn refuse(error: &clap::Error, console: &mut Console) -> u8 {
    let text = error.render();
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let stream: &mut dyn Write = if asked { &mut console.out } else { &mut console.err };
    // A closed pipe is no fault of the command line.
    let _ = write!(stream, "{text}").and_then(|()| stream.flush());
    if asked { 0 } else { 2 }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(format!("cannot print: {error}")),
        }
    }
}

impl From<crate::out::Error> for Failure {
    fn from(error: crate::out::Error) -> Failure {
        Failure::Failed(error.to_string())
    }
}
