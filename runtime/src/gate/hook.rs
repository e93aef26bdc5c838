//! The mechanisms that a program plugs into the gate: each is one trait, and the gate says when it is asked.
//!
//! A gate without any of them knows the verdict of the declaration and asks the approver; that is the road of
//! [`Tools`](crate::Tools) as it is made from a table.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toolgen_model::Verdict;
use toolgen_model::json::{Json, Object};

use super::refusal::Refusal;
use super::step::Step;
use super::subject::Subject;
use super::trace::Line;
use crate::context::Surface;
use crate::rate::Limits;
use crate::reply::Reply;
use crate::tool::Tool;

/// Steps 2 and 4 to 7, and the rules of step 12: what the operator wrote.
pub trait Policy: Send + Sync {
    /// What it says of the tool for that agent on that surface, whatever the arguments are.
    fn rules_on(&self, tool: &'static Tool, agent: &str, surface: Surface) -> Ruling;

    /// Whether `agent` may do on its own account what `delegator`, who hands it the call, may not do itself.
    fn lifts_ceiling(&self, _delegator: &str, _agent: &str) -> bool {
        false
    }

    /// What the rules about arguments and principals say of the call. It can only tighten.
    ///
    /// # Errors
    /// The refusal, with the rule and its place.
    fn judge(&self, _subject: Subject<'_>) -> Result<(Verdict, Option<Line>), Refusal> {
        Ok((Verdict::Allow, None))
    }

    /// Why the tool may not touch a place, nor what is below it: the rule and where it stands. The place is relative to
    /// the workspace `root`, or absolute, and neither has a link in it.
    fn closes(&self, _tool: &str, _root: &Path, _place: &Path, _writes: bool) -> Option<String> {
        None
    }

    /// The places of the workspace that [`closes`](Policy::closes) to the tool and that exist: programs that it runs do
    /// not see them.
    fn hidden(&self, _tool: &str, _root: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The rule that approves the call without asking anybody, where there is one.
    fn approves(&self, _subject: Subject<'_>) -> Option<String> {
        None
    }

    /// How long an approval is waited for.
    fn patience(&self) -> Duration {
        PATIENCE
    }

    /// The value of a condition (`when:`), where the policy's files set it.
    fn setting(&self, _key: &str) -> Option<Json> {
        None
    }

    /// How the policy came to [`Policy::rules_on`], rule by rule, each under the step that it belongs to.
    fn reasons(&self, _tool: &'static Tool, _agent: &str, _surface: Surface) -> Vec<(Step, Line)> {
        Vec::new()
    }
}

/// How long an approval is waited for where no policy says it.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// What a policy says of a tool, an agent and a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict of the declaration and the policy
    pub verdict: Verdict,
    /// Where it decides: [`Step::Surface`] for what is not offered there, [`Step::Base`], [`Step::Ceiling`] or
    /// [`Step::Grant`]
    pub step: Step,
}

impl Ruling {
    /// Whether the tool is refused at `step`.
    pub(crate) fn refuses_at(self, step: Step) -> bool {
        self.verdict == Verdict::Deny && self.step == step
    }
}

/// Step 10: how often, and for how much.
pub trait Rate: Send + Sync {
    /// Takes the call out of every budget that covers it, or out of none.
    ///
    /// # Errors
    /// Which budget is used up, and when there is room again.
    fn reserve(&self, subject: Subject<'_>) -> Result<Ticket, Refusal>;

    /// Other limits from now on. What was counted stays counted.
    fn set_limits(&self, _limits: &Limits) {}

    /// Gives back what a call took that was refused after all.
    fn give_back(&self, subject: Subject<'_>, ticket: Ticket);
}

/// What [`Rate::reserve`] took; what the number means is the business of whoever gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(pub u64);

/// Steps 11 and 15: what was to happen, and what did.
pub trait Audit: Send + Sync {
    /// Writes that the call is about to be made, before anybody is asked and before it has any effect.
    ///
    /// # Errors
    /// Why it cannot be written; the call is refused then.
    fn intent(&self, subject: Subject<'_>, intent: &Intent) -> Result<Record, String>;

    /// Writes how it ended.
    fn outcome(&self, subject: Subject<'_>, record: Record, outcome: &Outcome<'_>);

    /// Writes that the policy of that text is in force from now on, and what brought it.
    ///
    /// # Errors
    /// Why it cannot be written; the policy is in force all the same.
    fn policy(&self, _text: &str, _epoch: u64, _origin: &str) -> Result<(), String> {
        Ok(())
    }

    /// Writes that a call was refused before its intent was written.
    fn refused(&self, subject: Subject<'_>, refusal: &Refusal, epoch: u64);
}

/// The number of an intent in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record(pub u64);

/// What the gate knows when it writes an intent.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// The verdict of steps 4 to 9
    pub verdict: Verdict,
    /// The policy's epoch
    pub epoch: u64,
    /// The sandbox profile of the call, where it has one
    pub profile: Option<String>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'o> {
    /// The handler answered, with its reply as the model gets it; who approved it, where somebody did
    Ran(&'o Reply, Option<&'o str>),
    /// The gate refused it after its intent was written
    Refused(&'o Refusal),
    /// It was given up while somebody was asked, or the program ended it
    GivenUp,
}

/// Step 15: what no reply may say.
pub trait Redact: Send + Sync {
    /// The text without secrets; none when there is nothing in it to take out. JSON text comes here
    /// too: a secret is found in it as JSON escapes it, and the replacement needs no escape.
    fn text(&self, text: &str) -> Option<String>;

    /// Takes that secret out from now on: whoever hands one to a handler says so first.
    ///
    /// # Errors
    /// Why it cannot be kept out of replies; it is not handed out then.
    fn learn(&self, _name: &str, _value: &str) -> Result<(), String> {
        Ok(())
    }

    /// The value without secrets, in keys as in values.
    fn json(&self, value: Json) -> Json {
        match value {
            Json::String(text) => Json::String(self.text(&text).map_or(text, Into::into)),
            Json::Array(items) => Json::Array(items.into_iter().map(|item| self.json(item)).collect()),
            Json::Object(entries) => {
                let mut clean = Object::new();
                for (key, value) in entries.iter() {
                    clean.insert(self.text(key).unwrap_or_else(|| key.to_owned()), self.json(value.clone()));
                }
                Json::Object(clean)
            }
            other => other,
        }
    }
}

/// Step 9: where programs of a call run.
pub trait Confinement: Send + Sync {
    /// The name of the profile in which the call's programs would run, none when it runs none. Approvals
    /// are bound to it.
    ///
    /// # Errors
    /// Why this machine cannot give it.
    fn profile(&self, subject: Subject<'_>) -> Result<Option<String>, Refusal>;
}
