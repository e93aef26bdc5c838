//! `toolgen schema convert`: tools in any form in, one line a tool in a provider's form out.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::dialect::{Dialect, project};
use toolgen_model::schema::input::Leniency;

use super::input::{Reading, bytes, each, file, shape_arguments};
use super::{Console, Failure, Outcome, dialect, dialect_argument, losses, not_ok, outcome, refused};

pub(super) fn command() -> Command {
    Command::new("convert")
        .about("Convert tools of any form: one line of JSON a tool")
        .arg(
            file(
                "file",
                "FILE",
                "A tool or a schema, a list of them (an array, a reply to tools/list, a request), or JSON Lines",
            )
            .default_value("-"),
        )
        .arg(dialect_argument().required(true))
        .args(shape_arguments())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_else(|| PathBuf::from("-"));
    let (dialect, reading) = (dialect(matches), Reading::of(matches));
    let mut clean = true;
    each(&bytes(&path)?, |tool| {
        let line = match tool.and_then(|tool| converted(tool, reading, dialect)) {
            Ok(line) => line,
            Err(error) => {
                clean = false;
                not_ok(error)
            }
        };
        writeln!(console.out, "{line}")?;
        Ok(())
    })?;
    Ok(outcome(clean))
}

fn converted(tool: Json, reading: Reading, dialect: Dialect) -> Result<Json, Json> {
    let (row, leniencies) = reading.row(tool)?;
    let projection = project(&row, dialect).map_err(|refusal| refused(&refusal))?;
    let mut line = Object::new();
    line.insert("ok", true);
    line.insert("name", row.name.as_str());
    let (relation, digest) = (projection.relation(), projection.digest());
    line.insert("wire", projection.wire);
    line.insert("losses", losses(&projection.losses));
    line.insert("relation", relation.name());
    line.insert("digest", digest);
    if !leniencies.is_empty() {
        line.insert("leniencies", leniencies.iter().map(leniency).collect::<Vec<_>>());
    }
    Ok(Json::Object(line))
}

fn leniency(leniency: &Leniency) -> Json {
    Json::from([("at", &leniency.at), ("was", &leniency.was), ("is", &leniency.is)].map(|(k, v)| (k, v.as_str())))
}
