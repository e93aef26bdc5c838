//! `toolgen schema export`: tools in any spelling in; Anthropic's form, OpenAI's form, or a text for models without
//! tools out, the schemas as they were written.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use toolgen_model::json::Json;
use toolgen_model::schema::export::{Normalised, normalise, text as list};

use super::input::{bytes, each, file};
use super::{Console, Failure, Outcome, error, outcome};

pub(super) fn command() -> Command {
    Command::new("export")
        .about("Print tools with their schemas as they were written: a JSON array, or a text for models without tools")
        .arg(
            file("file", "FILE", "A tool, a list of tools (an array, a reply to tools/list, a request), or JSON Lines")
                .default_value("-"),
        )
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("FORM")
                .required(true)
                .value_parser(PossibleValuesParser::new(["anthropic", "openai", "text"]))
                .help("Whose form"),
        )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_else(|| PathBuf::from("-"));
    let (mut tools, mut wrong): (Vec<Normalised>, Vec<Json>) = (Vec::new(), Vec::new());
    each(&bytes(&path)?, |tool| {
        match tool.and_then(|tool| normalise(&tool).map_err(|fault| error(fault.code, &fault.message, &fault.at))) {
            Ok(tool) => tools.push(tool),
            Err(fault) => wrong.push(fault),
        }
        Ok(())
    })?;
    let written = match matches.get_one::<String>("to").map(String::as_str) {
        Some("anthropic") => array(&tools, Normalised::anthropic),
        Some("openai") => array(&tools, Normalised::openai),
        _ => list(&tools),
    };
    console.out.write_all(written.as_bytes())?;
    console.out.flush()?;
    for fault in &wrong {
        writeln!(console.err, "error: {fault}")?;
    }
    Ok(outcome(wrong.is_empty()))
}

fn array(tools: &[Normalised], form: impl Fn(&Normalised) -> Json) -> String {
    format!("{}\n", Json::Array(tools.iter().map(form).collect()).pretty())
}
