//! `toolgen-bench`: a subcommand in, toolgen beside its rivals out, as a table with ratios or as JSON lines.
//! `all` runs each of them in turn.

use std::process::ExitCode;

use anyhow::{Context, bail};

mod command;
mod figure;
mod project;
mod report;
mod target;

use report::Report;

const USAGE: &str = "toolgen-bench all|dispatch|gate|startup|allocations|capability|policy|decode|normalize|check|compile \
    [--json] [--rounds N] [--only NAME,…] [--python PATH] [--readme FILE]";

/// The subcommands in the order of `all`: the quick ones first.
const COMMANDS: [&str; 10] =
    ["dispatch", "gate", "startup", "allocations", "capability", "policy", "decode", "normalize", "check", "compile"];

/// What the command line says beside the subcommand.
struct Options {
    json: bool,
    rounds: Option<usize>,
    only: Option<String>,
    normalize: command::normalize::Options,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> anyhow::Result<()> {
    let mut arguments = pico_args::Arguments::from_env();
    let options = Options {
        json: arguments.contains("--json"),
        rounds: arguments.opt_value_from_str("--rounds")?,
        only: arguments.opt_value_from_str("--only")?,
        normalize: command::normalize::Options {
            python: arguments.opt_value_from_str("--python")?,
            readme: arguments.opt_value_from_str("--readme")?,
        },
    };
    let command = arguments.subcommand()?.context(USAGE)?;
    if command == "first-call" {
        let (name, tools): (String, usize) = (arguments.free_from_str()?, arguments.free_from_str()?);
        return command::startup::child(&name, tools);
    }
    if let Some(extra) = arguments.finish().first() {
        bail!("`{}` is no argument of this command. Usage: {USAGE}", extra.to_string_lossy());
    }
    let mut report = Report::new(options.json);
    match command.as_str() {
        "all" => COMMANDS.iter().try_for_each(|command| measure(command, &options, &mut report))?,
        other => measure(other, &options, &mut report)?,
    }
    report.finish();
    Ok(())
}

/// Runs one subcommand.
fn measure(command: &str, options: &Options, report: &mut Report) -> anyhow::Result<()> {
    let calls = options.rounds.unwrap_or(25);
    let programs = options.rounds.unwrap_or(5);
    let only: Option<Vec<&str>> = options.only.as_ref().map(|names| names.split(',').collect());
    match command {
        "dispatch" => command::dispatch::run(report, calls),
        "gate" => command::gate::run(report, calls),
        "startup" => command::startup::run(report, calls),
        "allocations" => command::allocations::run(report),
        "capability" => command::capability::run(report, calls),
        "policy" => command::policy::run(report, calls),
        "decode" => command::decode::run(report),
        "normalize" => command::normalize::run(report, &options.normalize),
        "check" => command::check::run(report, programs),
        "compile" => command::compile::run(report, programs, only.as_deref()),
        other => bail!("`{other}` is no command. Usage: {USAGE}"),
    }
}
