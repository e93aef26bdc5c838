//! `toolgen schema arguments`: a tool and the arguments of a call in, the arguments for the original
//! schema out, or every error against it.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::call::{Repair, receive};
use toolgen_model::schema::dialect::project;
use toolgen_model::validate::Violation;

use super::input::{Reading, file, json, shape_arguments};
use super::{Console, Failure, Outcome, dialect, dialect_argument, not_ok, outcome, refused};

pub(super) fn command() -> Command {
    Command::new("arguments")
        .about("Bring the arguments of a call home: through the way back, repaired and validated")
        .arg(file("tool", "TOOL", "The tool as it was defined").required(true))
        .arg(file("arguments", "ARGUMENTS", "The arguments as the model sent them").required(true))
        .arg(dialect_argument().required(true))
        .args(shape_arguments())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let (tool, arguments) = (json(&path("tool"))?, json(&path("arguments"))?);
    let reply = tool
        .and_then(|tool| Reading::of(matches).row(tool))
        .and_then(|(row, _)| match project(&row, dialect(matches)) {
            Ok(projection) => Ok(receive(&row.input, &projection.back_map, arguments?)),
            Err(refusal) => Err(refused(&refusal)),
        })
        .map_err(not_ok);
    let (line, clean) = match reply {
        Ok(Ok(received)) => {
            let mut line = Object::new();
            line.insert("ok", true);
            line.insert("arguments", received.arguments);
            line.insert("repairs", received.repairs.iter().map(repair).collect::<Vec<_>>());
            (Json::Object(line), true)
        }
        Ok(Err(violations)) => {
            let errors: Vec<Json> = violations.iter().map(violation).collect();
            (Json::from([("ok", Json::from(false)), ("errors", Json::Array(errors))]), false)
        }
        Err(line) => (line, false),
    };
    writeln!(console.out, "{line}")?;
    Ok(outcome(clean))
}

fn repair(repair: &Repair) -> Json {
    Json::from([("at", repair.at.as_str()), ("done", &repair.done)])
}

fn violation(violation: &Violation) -> Json {
    let mut out = Object::new();
    out.insert("at", violation.pointer.as_str());
    out.insert("keyword", violation.keyword);
    out.insert("expected", violation.expected.as_str());
    out.insert("got", violation.got.as_str());
    if let Some(hint) = &violation.hint {
        out.insert("hint", hint.as_str());
    }
    Json::Object(out)
}
