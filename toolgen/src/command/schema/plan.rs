//! `toolgen schema plan`: the tools of one request in, what would be sent of each out.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::plan::{Plan, Planned, plan};

use super::input::{Reading, bytes, each, file, shape_arguments};
use super::{Console, Failure, Outcome, dialect, dialect_argument, losses, outcome, refused};

pub(super) fn command() -> Command {
    Command::new("plan")
        .about("Show what a whole request would send: strict or not, refused, renamed, totals")
        .arg(
            file(
                "tools",
                "TOOLS",
                "The tools of the request: an array, a reply to tools/list, a request, or JSON Lines",
            )
            .required(true),
        )
        .arg(dialect_argument().required(true))
        .args(shape_arguments())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let path = matches.get_one::<PathBuf>("tools").cloned().unwrap_or_default();
    let (dialect, reading) = (dialect(matches), Reading::of(matches));
    let (mut rows, mut unreadable) = (Vec::new(), Vec::new());
    let mut number = 0;
    each(&bytes(&path)?, |tool| {
        match tool.and_then(|tool| reading.row(tool)) {
            Ok((row, _)) => rows.push(row),
            Err(error) => {
                unreadable.push(Json::from([("tool", Json::from(number)), ("refused", error)]));
            }
        }
        number += 1;
        Ok(())
    })?;
    let plan = plan(&rows, dialect);
    let clean = plan.totals.refused == 0 && unreadable.is_empty();
    let mut out = Object::new();
    out.insert("dialect", dialect.name());
    out.insert("tools", plan.tools.iter().map(tool).collect::<Vec<_>>());
    if !unreadable.is_empty() {
        out.insert("unreadable", unreadable);
    }
    out.insert("renamed", renamed(&plan));
    out.insert("totals", totals(&plan));
    writeln!(console.out, "{}", Json::Object(out).pretty())?;
    Ok(outcome(clean))
}

fn tool(planned: &Planned) -> Json {
    let mut out = Object::from_iter([("name", planned.name.as_str())]);
    match &planned.outcome {
        Ok(sent) => {
            out.insert("wireName", sent.back_map.wire_name.as_str());
            out.insert("strict", planned.strict);
            if let Some(why) = &planned.not_strict {
                out.insert("notStrict", refused(why));
            }
            out.insert("relation", sent.relation().name());
            out.insert("losses", losses(&sent.losses));
            out.insert("wire", sent.wire.clone());
        }
        Err(refusal) => out.insert("refused", refused(refusal)),
    }
    Json::Object(out)
}

/// The way home for names: what is sent, and whose it is.
fn renamed(plan: &Plan) -> Json {
    let sent = plan.tools.iter().filter_map(|tool| tool.outcome.as_ref().ok());
    let changed = sent.filter(|sent| sent.back_map.wire_name != sent.back_map.name);
    Json::Object(changed.map(|sent| (&*sent.back_map.wire_name, sent.back_map.name.as_str())).collect())
}

fn totals(plan: &Plan) -> Json {
    let totals = &plan.totals;
    Json::from([
        ("sent", totals.sent),
        ("strict", totals.strict),
        ("refused", totals.refused),
        ("renamed", totals.renamed),
        ("notEqual", totals.not_equal),
        ("optional", totals.optional),
        ("unions", totals.unions),
        ("bytes", totals.bytes),
    ])
}
