//! What the log is told: a call about to be made, one that was refused, how one ended, a policy that came into force.

use std::borrow::Cow;

use toolgen_model::Verdict;
use toolgen_model::catalog::Row;

use crate::context::Surface;
use crate::gate::Step;

/// An event, without its number and time.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// A call is about to be made
    Intent(Call<'a>),
    /// A call was refused before its intent was written
    Refused(Call<'a>),
    /// A call whose intent was written is over
    Outcome(Outcome<'a>),
    /// A policy came into force
    Policy {
        /// Its digest
        digest: Cow<'a, str>,
        /// Its epoch
        epoch: u64,
        /// What brought it, for example a file's name
        origin: Cow<'a, str>,
    },
}

/// A call, and what was decided about it. Whatever is empty is left out of the line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call<'a> {
    /// The wire name as it was asked for; any text when there is no such tool
    pub name: Cow<'a, str>,
    /// The row of the tool, where there is one: tool and action of the grant pair, the strongest effect, the digest of the
    /// contract
    pub row: Option<&'static Row>,
    /// Who asked
    pub agent: Cow<'a, str>,
    /// For whom
    pub principal: Cow<'a, str>,
    /// Who handed the call on, the last first, each as `AGENT@SURFACE`
    pub delegators: Cow<'a, str>,
    /// Through which surface
    pub surface: Surface,
    /// The verdict, where there is one
    pub verdict: Option<Verdict>,
    /// The digest of the policy
    pub policy: Cow<'a, str>,
    /// The epoch of the policy
    pub epoch: u64,
    /// The sandbox profile of the call
    pub profile: Cow<'a, str>,
    /// The arguments as they came
    pub arguments: Cow<'a, str>,
    /// For a refusal: the step of the gate
    pub step: Option<Step>,
    /// For a refusal: the stable code
    pub code: Cow<'a, str>,
    /// For a refusal: the rule and its place
    pub detail: Cow<'a, str>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// The number of its intent
    pub intent: u64,
    /// What became of it
    pub result: Ending,
    /// Who approved it; empty when nobody was asked
    pub approved_by: Cow<'a, str>,
    /// The error's kind, or the code of the refusal
    pub code: Cow<'a, str>,
    /// The error's message, or the rule of the refusal
    pub message: Cow<'a, str>,
    /// Bytes of the reply before it was cut
    pub bytes: u64,
    /// Bytes that were cut off
    pub cut: u64,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The handler answered
    Ok,
    /// The handler failed
    Failed,
    /// The gate refused it after its intent was written
    Refused,
    /// It was given up before it ended
    GivenUp,
}

impl Ending {
    /// `ok`, `failed`, `refused` or `given_up`.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Ok => "ok",
            Ending::Failed => "failed",
            Ending::Refused => "refused",
            Ending::GivenUp => "given_up",
        }
    }
}

impl Call<'_> {
    /// The same, on its own.
    #[must_use]
    pub fn into_owned(self) -> Call<'static> {
        Call {
            // A tool's own name lives as long as the program.
            name: self.row.map_or_else(|| own(self.name), |row| Cow::Borrowed(&row.name)),
            row: self.row,
            agent: own(self.agent),
            principal: own(self.principal),
            delegators: own(self.delegators),
            surface: self.surface,
            verdict: self.verdict,
            policy: own(self.policy),
            epoch: self.epoch,
            profile: own(self.profile),
            arguments: own(self.arguments),
            step: self.step,
            code: own(self.code),
            detail: own(self.detail),
        }
    }
}

impl Event<'_> {
    /// The same, on its own.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Event::Intent(call) => Event::Intent(call.into_owned()),
            Event::Refused(call) => Event::Refused(call.into_owned()),
            Event::Outcome(outcome) => Event::Outcome(Outcome {
                approved_by: own(outcome.approved_by),
                code: own(outcome.code),
                message: own(outcome.message),
                ..outcome
            }),
            Event::Policy { digest, epoch, origin } => {
                Event::Policy { digest: own(digest), epoch, origin: own(origin) }
            }
        }
    }
}

/// What lives as long as the program needs no copy.
fn own(text: Cow<'_, str>) -> Cow<'static, str> {
    if text.is_empty() { Cow::Borrowed("") } else { Cow::Owned(text.into_owned()) }
}
