//! `toolgen-bench`: a subcommand in, toolgen beside its rivals out, as a table with ratios or as JSON lines.

use std::process::ExitCode;

use anyhow::{Context, bail};

mod command;
mod figure;
mod project;
mod report;
mod target;

use report::Report;

const USAGE: &str = "toolgen-bench dispatch|gate|startup|compile|check|allocations|policy [--json] [--rounds N] [--only NAME,…]";

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
    let json = arguments.contains("--json");
    let rounds: Option<usize> = arguments.opt_value_from_str("--rounds")?;
    let only: Option<String> = arguments.opt_value_from_str("--only")?;
    let only: Option<Vec<&str>> = only.as_ref().map(|names| names.split(',').collect());
    let command = arguments.subcommand()?.context(USAGE)?;
    if command == "first-call" {
        let (name, tools): (String, usize) = (arguments.free_from_str()?, arguments.free_from_str()?);
        return command::startup::child(&name, tools);
    }
    if let Some(extra) = arguments.finish().first() {
        bail!("`{}` is no argument of this command. Usage: {USAGE}", extra.to_string_lossy());
    }
    let mut report = Report::new(json);
    match command.as_str() {
        "dispatch" => command::dispatch::run(&mut report, rounds.unwrap_or(25))?,
        "gate" => command::gate::run(&mut report, rounds.unwrap_or(25))?,
        "startup" => command::startup::run(&mut report, rounds.unwrap_or(25))?,
        "compile" => command::compile::run(&mut report, rounds.unwrap_or(5), only.as_deref())?,
        "check" => command::check::run(&mut report, rounds.unwrap_or(5))?,
        "allocations" => command::allocations::run(&mut report)?,
        "policy" => command::policy::run(&mut report, rounds.unwrap_or(25))?,
        other => bail!("`{other}` is no command. Usage: {USAGE}"),
    }
    report.finish();
    Ok(())
}
