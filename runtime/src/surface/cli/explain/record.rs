//! `explain --audit ID`: a record of the log in, its decision judged again under the policy of then, and whether that of
//! today decides otherwise, out.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;
use toolgen_model::Verdict;
use toolgen_model::catalog::Row;
use toolgen_model::json::Json;
use toolgen_policy::{Sources, load};

use super::super::{Cli, out};
use crate::audit::{Archive, Record, records, verify};
use crate::context::{Context, Principal, Surface};
use crate::gate::Step;
use crate::gate::explain::Explanation;
use crate::visible::visible;

/// A decision that was recorded, and what comes of it under both policies.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replay {
    /// The number of the record
    record: u64,
    time: String,
    /// The digest of the policy of then
    policy: String,
    contract: Contract,
    recorded: Recorded,
    then: Explanation,
    today: Explanation,
    /// Whether the policy of then gives what was recorded; none where something else than the policy refused the call
    as_recorded: Option<bool>,
    /// Whether the policy of today decides otherwise than that of then
    otherwise: bool,
    notes: Vec<String>,
}

/// The digest of what a caller can rely on in the tool; empty where it is not known.
#[derive(Serialize)]
struct Contract {
    then: String,
    today: String,
}

/// What the record says.
#[derive(Serialize)]
struct Recorded {
    verdict: String,
    /// The code of the refusal, where it is one
    code: String,
    /// The step that refused
    step: String,
}

/// A call as it was recorded.
struct Recalled {
    name: String,
    context: Context,
    /// None where only their beginning was kept
    arguments: Option<String>,
    notes: Vec<String>,
}

impl Cli {
    pub(super) fn explain_record(&self, id: &str, file: Option<&str>, as_json: bool) -> ExitCode {
        let Ok(id) = id.parse::<u64>() else {
            return self.misused(&format!("`--audit` needs the number of a record, not `{id}`; `audit show` has it"));
        };
        let replay = self.log_at(file.map(PathBuf::from)).and_then(|path| self.replay(&path, id));
        match replay {
            Err(fault) => out::fail(out::BAD_INPUT, &fault),
            Ok(replay) => {
                let printed = if as_json { super::json(&replay) } else { out::print(&replay.to_string()) };
                if replay.as_recorded == Some(false) { out::code(out::FAILED) } else { printed }
            }
        }
    }

    fn replay(&self, path: &Path, id: u64) -> Result<Replay, String> {
        let unreadable = |error: io::Error| format!("{} cannot be read: {error}", path.display());
        let mut notes = Vec::new();
        if !verify(path).map_err(unreadable)?.is_sound() {
            notes.push(format!("{} was changed; see `{} audit verify`", path.display(), self.program));
        }
        let record = find(path, id)?;
        let digest = record.text("policy").to_owned();
        if digest.is_empty() {
            return Err(format!("record {} names no policy, so that it cannot be judged again", record.seq));
        }
        let text = Archive::beside(path).read(&digest).map_err(|error| error.to_string())?;
        let sources = Sources::of_archived(&text).ok_or_else(|| {
            format!(
                "the policy {digest} that is kept beside {} has a form that this program does not read",
                path.display()
            )
        })?;
        if text.contains("[REDACTED]") {
            notes.push(
                "secrets were taken out of the policy that was kept; a rule with one may say something else".into(),
            );
        }
        let call = recalled(&record)?;
        notes.extend(call.notes);
        let rows = self.tools.rows().map_err(|error| error.message.clone())?;
        let then = load(&sources, &rows).map_err(|findings| {
            let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
            format!("the policy of then does not fit the tools of today:\n{}", findings.join("\n"))
        })?;
        let contract = Contract::of(&record, &rows);
        notes.extend(contract.note(&call.name));
        let judge = || self.tools.judged(&call.context, &call.name, call.arguments.as_deref());
        let today = judge();
        // This program ends with the explanation: nothing is called under the policy of then.
        self.tools.enforce(Arc::new(then));
        let then = judge();
        let word = |key: &str| record.text(key).to_owned();
        let recorded = Recorded { verdict: word("verdict"), code: word("code"), step: word("step") };
        let as_recorded = recorded.agrees(&then);
        let otherwise = (then.verdict, &then.code) != (today.verdict, &today.code);
        Ok(Replay {
            record: record.seq,
            time: word("time"),
            policy: digest,
            contract,
            recorded,
            then,
            today,
            as_recorded,
            otherwise,
            notes,
        })
    }
}

impl Contract {
    /// That of the record, and that of the tool which has the record's name today.
    fn of(record: &Record, rows: &[Row]) -> Contract {
        let row = rows.iter().find(|row| row.name == record.text("name"));
        let today = row.map(|row| row.digest.clone()).unwrap_or_default();
        Contract { then: record.text("contract").to_owned(), today }
    }

    /// What must be known of a judgement by the tool of today: that it was another one then, or that nobody knows.
    fn note(&self, name: &str) -> Option<String> {
        let Contract { then, today } = self;
        match (then.is_empty(), today.is_empty()) {
            _ if then == today => None,
            (true, _) => {
                Some(format!("the record does not say how `{name}` was declared then; it is judged as declared today"))
            }
            (_, true) => Some(format!("there is no `{name}` today; it was declared as {then}")),
            _ => Some(format!(
                "`{name}` was declared otherwise then ({then}) than today ({today}); both times it is judged as declared today"
            )),
        }
    }
}

impl Recorded {
    /// Whether that explanation gives what was recorded; none where a step refused that asks no policy.
    fn agrees(&self, then: &Explanation) -> Option<bool> {
        match Step::ALL.into_iter().find(|step| step.name() == self.step) {
            None => Some(then.verdict.name() == self.verdict),
            Some(step) if step <= Step::Sandbox => Some(then.verdict == Verdict::Deny && then.code == self.code),
            Some(_) => None,
        }
    }
}

/// The record of a decision; that of the intent, where the record of an outcome is asked for.
fn find(path: &Path, id: u64) -> Result<Record, String> {
    let unreadable = |error: io::Error| format!("{} cannot be read: {error}", path.display());
    let wanted = |id: u64| -> Result<Record, String> {
        for record in records(path).map_err(unreadable)? {
            let record = record.map_err(unreadable)?;
            if record.seq == id {
                return Ok(record);
            }
        }
        Err(format!("{} has no record {id}; `audit show` lists them", path.display()))
    };
    let record = wanted(id)?;
    let record = match (record.event(), record.number("intent")) {
        ("outcome", Some(intent)) => wanted(intent)?,
        _ => record,
    };
    match record.event() {
        "intent" | "refused" => Ok(record),
        event => Err(format!("record {id} is no decision about a call but `{}`", visible(event))),
    }
}

/// The call of a record.
fn recalled(record: &Record) -> Result<Recalled, String> {
    let unclear = |what: &str| format!("record {}: its {what} cannot be read back", record.seq);
    let surface = |name: &str| Surface::from_name(name).ok_or_else(|| unclear("surface"));
    let mut context: Option<Context> = None;
    // The record has the last first.
    let above = record.text("delegators");
    let mut above: Vec<&str> = if above.is_empty() { Vec::new() } else { above.split(", ").collect() };
    above.reverse();
    for (agent, on) in above
        .into_iter()
        .map(|part| part.rsplit_once('@').ok_or_else(|| unclear("delegators")))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .map(|(agent, on)| (agent.to_owned(), on))
        .chain([(record.text("agent").to_owned(), record.text("surface"))])
    {
        let next = match context {
            None => Context::new().for_agent(agent),
            Some(above) => above.delegated_to(agent),
        };
        context = Some(next.through(surface(on)?));
    }
    let mut context = context.unwrap_or_default();
    let principal = record.text("principal");
    if !principal.is_empty() {
        let who = Json::parse(principal).map_err(|_| unclear("principal"))?;
        let part = |key: &str| who.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        context = context.on_behalf_of(Principal {
            user: part("user"),
            channel: part("channel"),
            chat_type: part("chat_type"),
        });
    }
    let mut notes = Vec::new();
    let arguments = match record.json.get("arguments_begin") {
        Some(_) => {
            notes.push("only the beginning of the arguments was kept: no step that looks at them is judged".to_owned());
            None
        }
        None => Some(record.text("arguments").to_owned()),
    };
    if arguments.as_ref().is_some_and(|text| text.contains("[REDACTED]")) {
        notes.push("secrets were taken out of the arguments; a rule about them may say something else".to_owned());
    }
    Ok(Recalled { name: record.text("name").to_owned(), context, arguments, notes })
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recorded { verdict, code, step } = &self.recorded;
        let code = if code.is_empty() { String::new() } else { format!(" ({} at {})", visible(code), visible(step)) };
        writeln!(f, "record {} of {}: {}{code}", self.record, visible(&self.time), visible(verdict))?;
        writeln!(f, "under the policy of then, {}:", visible(&self.policy))?;
        write!(f, "{}", self.then)?;
        f.write_str(match self.as_recorded {
            Some(true) => "that is what was recorded\n",
            Some(false) => "that is not what was recorded: the tools, the workspace or this machine are others now\n",
            None => "what refused it then asks no policy, and only that moment knew it\n",
        })?;
        if self.otherwise {
            write!(f, "under the policy of today it is decided otherwise:\n{}", self.today)?;
        } else {
            writeln!(f, "the policy of today decides the same")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {}", visible(note)))
    }
}
