//! `toolgen check`: manifests in, their findings out.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};

use super::inputs::{self, Inputs};
use super::{Console, Failure, Outcome};
use crate::diag::{Diagnostic, FileId, Severity, Sink, Sources, render};
use crate::ir::Tool;
use crate::{check, manifest};

pub(super) fn command() -> Command {
    Command::new("check")
        .about("Check manifests: every finding of every file, with what to do about it")
        .arg(
            Arg::new("paths")
                .value_name("PATH")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::AnyPath)
                .help("Manifests: files or folders; `-` is standard input. Without any, `tools`, or all below this folder"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("text")
                .value_parser(PossibleValuesParser::new(["text", "json", "sarif", "github"]))
                .help("How findings are printed"),
        )
        .arg(
            Arg::new("deny")
                .long("deny")
                .value_name("WHAT")
                .value_parser(PossibleValuesParser::new(["warnings"]))
                .help("Make warnings errors"),
        )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let paths: Vec<PathBuf> = matches.get_many("paths").unwrap_or_default().cloned().collect();
    let deny = matches.contains_id("deny");
    let (inputs, mut findings) = check_paths(&paths);
    if inputs.files.is_empty() && findings.is_empty() {
        let place = if paths.is_empty() { "below this folder" } else { "there" };
        return Err(Failure::Usage(format!(
            "there is no manifest {place}: name a file or a folder with YAML files in it"
        )));
    }
    if deny {
        findings.iter_mut().for_each(|finding| finding.severity = Severity::Error);
    }
    let sources = &inputs.sources;
    let text = match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => render::json::json(sources, &findings),
        Some("sarif") => render::sarif::sarif(sources, &findings),
        Some("github") => render::github::github(sources, &findings),
        _ => render::text::text(sources, &findings, colored()),
    };
    console.out.write_all(text.as_bytes())?;
    console.out.flush()?;
    let files = inputs.files.len();
    let checked = if files == 1 { "1 manifest".to_owned() } else { format!("{files} manifests") };
    writeln!(console.err, "{checked} checked: {}", render::text::summary(&findings))?;
    let failed = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if failed { Outcome::Findings } else { Outcome::Clean })
}

/// The texts that `paths` name and every finding in them.
fn check_paths(paths: &[PathBuf]) -> (Inputs, Vec<Diagnostic>) {
    let mut sink = Sink::default();
    let inputs = inputs::read(paths, &mut std::io::stdin().lock(), &mut sink);
    let tools = parse(&inputs.sources, &inputs.files, &mut sink);
    check::check(&tools, &mut sink);
    (inputs, sink.finish())
}

/// The tools of all files in their order; the cores share the work.
fn parse(sources: &Sources, files: &[FileId], sink: &mut Sink) -> Vec<Tool> {
    let share = files.len().div_ceil(cores()).max(16);
    let parts = thread::scope(|scope| {
        let parts: Vec<_> = files
            .chunks(share)
            .map(|files| {
                scope.spawn(move || {
                    let mut sink = Sink::default();
                    let tools: Vec<Tool> =
                        files.iter().flat_map(|file| manifest::parse(sources, *file, &mut sink).tools).collect();
                    (tools, sink)
                })
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Vec<_>>()
    });
    let mut tools = Vec::new();
    for (part, findings) in parts {
        tools.extend(part);
        sink.absorb(findings);
    }
    tools
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Whether escape sequences are wanted: `NO_COLOR` and `CLICOLOR_FORCE` decide, else whether somebody looks.
fn colored() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("NO_COLOR") {
        return false;
    }
    set("CLICOLOR_FORCE") && std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0")
        || std::io::stdout().is_terminal()
}
