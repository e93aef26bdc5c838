//! The scripts of a call: its gate row, its arguments and the configuration in, what the judge says of each out.

use std::path::Path;

use toolgen_model::gate::GateRow;
use toolgen_model::json::Json;

use super::closed::Closed;
use super::config::agent_path;
use super::judge::judge;
use super::policy::Policy;
use super::verdict::Judgement;
use crate::config::Config;

/// The arguments that hold scripts, as the gate row names them: `shell(command)` among the programs.
fn scripts<'a>(gate: &'a GateRow, input: &'a Json) -> impl Iterator<Item = &'a str> {
    let names = gate.exec.iter().filter_map(|entry| entry.strip_prefix("shell(")?.strip_suffix(')'));
    names.filter_map(|name| input.get(name).and_then(Json::as_str))
}

/// The verdict on every script of a call; nothing for a call without one. `closed` are the places that none may name.
///
/// # Errors
/// A setting that cannot be meant. Nothing may run then.
pub(crate) fn judged<'a>(
    gate: &'a GateRow,
    input: &'a Json,
    workspace: &Path,
    config: &Config,
    closed: Option<Closed>,
) -> Result<Vec<(&'a str, Judgement)>, String> {
    let scripts: Vec<&str> = scripts(gate, input).collect();
    if scripts.is_empty() {
        return Ok(Vec::new());
    }
    let policy = Policy { closed, ..Policy::of(config, workspace)? };
    let programs = agent_path();
    Ok(scripts.into_iter().map(|text| (text, judge(text, &policy, &programs))).collect())
}
