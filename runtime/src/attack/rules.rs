//! The world of a policy case: the tools that it speaks of as catalog rows, its rules as the text of a file.

use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};
use toolgen_model::json::{Json, Object};
use toolgen_policy::finding::Finding;
use toolgen_policy::{Snapshot, Sources, load};

use super::{Answer, Decision};

/// Tools that every case may speak of.
const KNOWN: [&str; 8] =
    ["shell", "file_read", "file_write", "web_search", "web_fetch", "http_request", "memory_search", "cron_add"];

/// A tool that only reads, with one text argument for each of these names.
pub(super) fn row(tool: &str, arguments: &[&str]) -> Row {
    let text = || Json::from([("type", "string")]);
    let properties: Object = arguments.iter().map(|name| (*name, text())).collect();
    let input: Object = Object::from_iter([
        ("type", Json::from("object")),
        ("properties", Json::Object(properties)),
        ("additionalProperties", Json::from(false)),
    ]);
    Row {
        tool: tool.to_owned(),
        input: Json::Object(input),
        effects: Effects { effect: Some(Effect::Read), ..Effects::default() },
        ..Row::default()
    }
    .seal()
}

/// The known tools and those that the case names as such.
pub(super) fn rows<'n>(named: impl IntoIterator<Item = &'n str>) -> Vec<Row> {
    let mut names: Vec<&str> = KNOWN.to_vec();
    for name in named {
        if !names.contains(&name) && name != "*" {
            names.push(name);
        }
    }
    names.iter().map(|name| row(name, &["path", "url", "command"])).collect()
}

/// Loads one file of rules over the tools.
pub(super) fn loaded(text: &str, rows: &[Row]) -> Result<Snapshot, Answer> {
    load(&Sources::of_file("policy.toml", text), rows).map_err(|findings| refused(&findings))
}

/// The answer where a policy is refused as a whole.
pub(super) fn refused(findings: &[Finding]) -> Answer {
    let first = findings.iter().find(|finding| finding.severity == toolgen_policy::Severity::Error);
    let reason = first.map_or_else(String::new, |finding| format!("{}: {}", finding.code, finding.message));
    Answer::new(Decision::RejectAtBuild, reason)
}

/// The answer of a cell.
pub(super) fn cell(snapshot: &Snapshot, tool: &str, agent: &str, surface: &str) -> Answer {
    let universe = &snapshot.universe;
    let found = universe.tool(tool).zip(universe.surface(surface));
    match found.map(|(tool, surface)| snapshot.table.verdict(tool, universe.agent(agent), surface)) {
        Some(cell) => Answer::new(decision(cell.verdict), format!("{:?}", cell.reason)),
        None => Answer::new(Decision::Deny, "id.unknown"),
    }
}

/// A verdict as a decision.
pub(super) fn decision(verdict: Verdict) -> Decision {
    match verdict {
        Verdict::Allow => Decision::Allow,
        Verdict::Supervised => Decision::Supervised,
        Verdict::Deny => Decision::Deny,
    }
}

/// A list of texts; none where there is none, or where it is `null`.
pub(super) fn texts<'j>(input: &'j Json, key: &str) -> Option<Vec<&'j str>> {
    let items = input.get(key)?.as_array()?;
    Some(items.iter().filter_map(Json::as_str).collect())
}

/// A text under the first of these keys.
pub(super) fn text<'j>(input: &'j Json, keys: &[&str]) -> Option<&'j str> {
    keys.iter().find_map(|key| input.get(key)?.as_str())
}

/// A list as TOML.
pub(super) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| Json::from(*name).to_string()).collect();
    format!("[{}]", quoted.join(", "))
}

/// A tool of one gated action.
pub(super) fn gated(mut row: Row, action: Option<&str>) -> Row {
    row.action = action.map(str::to_owned);
    row.gate = GateRow { gated: true, ..row.gate };
    row.seal()
}
