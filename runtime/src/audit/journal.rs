//! The audit log as the gate writes it: intents, outcomes and refusals of calls in, events of the log out.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use toolgen_model::Verdict;
use toolgen_model::effect::Effect;

use toolgen_model::json::Json;

use super::archive::{Archive, digest};
use super::{Call, Ending, Event, File, Memory, Outcome};
use crate::context::Principal;
use crate::gate::hook::{self, Audit, Intent, Record};
use crate::gate::{Refusal, Subject};
use crate::redact::Redactor;
use crate::reply::{Body, Content, Reply};

/// The number of a record that could not be written.
const UNWRITTEN: u64 = 0;

/// Where events go, and what is taken out of them before.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    redactor: Arc<Redactor>,
    /// The policy in force
    policy: RwLock<Arc<InForce>>,
}

/// A policy as it is kept and named; nothing where nobody said which one it is.
#[derive(Debug, Default)]
struct InForce {
    text: String,
    digest: String,
    /// Set once the text lies beside the log
    kept: OnceLock<()>,
}

#[derive(Debug)]
enum Log {
    File(File),
    Memory(Memory),
}

impl Journal {
    /// One that writes into a file.
    pub fn file(file: File, redactor: Arc<Redactor>) -> Journal {
        Journal { log: Log::File(file), redactor, policy: RwLock::default() }
    }

    /// One that keeps its events.
    pub fn memory(redactor: Arc<Redactor>) -> Journal {
        Journal { log: Log::Memory(Memory::new()), redactor, policy: RwLock::default() }
    }

    /// The lines of a log that is kept in memory; none of one in a file.
    pub fn text(&self) -> Option<String> {
        match &self.log {
            Log::File(_) => None,
            Log::Memory(memory) => Some(memory.text(&|text| self.redactor.text(text))),
        }
    }

    /// The same under the policy of that text: its digest stands in every record of a call in a file, and the text lies
    /// in the [`Archive`] beside the file before the first of them is written.
    #[must_use]
    pub fn under(self, policy: &str) -> Journal {
        self.enforce(policy);
        self
    }

    fn enforce(&self, policy: &str) -> Arc<InForce> {
        // Nothing secret belongs into a policy; what does stand there is not kept.
        let text = match Json::parse(policy) {
            Ok(mut json) => {
                if self.redactor.json(&mut json) {
                    json.canonical()
                } else {
                    policy.to_owned()
                }
            }
            Err(_) => self.redactor.text(policy).unwrap_or_else(|| policy.to_owned()),
        };
        let next = Arc::new(InForce { digest: digest(&text), text, kept: OnceLock::new() });
        *self.policy.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&next);
        next
    }

    fn in_force(&self) -> Arc<InForce> {
        Arc::clone(&self.policy.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn append(&self, event: Event<'_>) -> std::io::Result<u64> {
        match &self.log {
            Log::File(file) => {
                self.in_force().keep(file)?;
                file.append(&event, &|text| self.redactor.text(text))
            }
            Log::Memory(memory) => Ok(memory.append(event.into_owned())),
        }
    }

    /// A call without its decision.
    fn call<'a>(&self, subject: Subject<'a>) -> Call<'a> {
        let context = subject.context();
        let mut call = Call {
            name: subject.name().into(),
            agent: context.agent().into(),
            principal: context.principal().map(principal).unwrap_or_default().into(),
            surface: context.surface(),
            row: subject.row(),
            arguments: subject.text().into(),
            ..Call::default()
        };
        let mut above = context.delegators().peekable();
        if above.peek().is_some() {
            let mut text = String::new();
            for delegator in above {
                let comma = if text.is_empty() { "" } else { ", " };
                let _ = write!(text, "{comma}{}@{}", delegator.agent, delegator.surface.name());
            }
            call.delegators = Cow::Owned(text);
        }
        if let Log::File(_) = &self.log {
            call.policy = self.in_force().digest.clone().into();
        }
        call
    }
}

impl Audit for Journal {
    fn intent(&self, subject: Subject<'_>, intent: &Intent) -> Result<Record, String> {
        let mut call = self.call(subject);
        call.verdict = Some(intent.verdict);
        call.epoch = intent.epoch;
        call.profile = intent.profile.as_deref().unwrap_or_default().into();
        let effect = call.row.and_then(|row| row.effects.effect);
        let harmless = effect == Some(Effect::Read) && intent.verdict == Verdict::Allow;
        match self.append(Event::Intent(call)) {
            Ok(seq) => Ok(Record(seq)),
            // What only reads and needs nobody's word goes on; everything else waits until it can be written.
            Err(_) if harmless => Ok(Record(UNWRITTEN)),
            Err(error) => Err(self.fault(&error)),
        }
    }

    fn outcome(&self, _: Subject<'_>, record: Record, outcome: &hook::Outcome<'_>) {
        if record == Record(UNWRITTEN) {
            return;
        }
        let mut event = Outcome {
            intent: record.0,
            result: Ending::GivenUp,
            approved_by: Cow::Borrowed(""),
            code: Cow::Borrowed(""),
            message: Cow::Borrowed(""),
            bytes: 0,
            cut: 0,
        };
        match outcome {
            hook::Outcome::Ran(reply, approved_by) => {
                event.result = if reply.is_ok() { Ending::Ok } else { Ending::Failed };
                event.approved_by = approved_by.unwrap_or_default().into();
                let size = size(reply) as u64;
                (event.bytes, event.cut) =
                    reply.cut.map_or((size, 0), |cut| (cut.original as u64, (cut.original - cut.kept) as u64));
                if let Err(error) = &reply.outcome {
                    event.code = error.error_type.as_ref().into();
                    event.message = error.message.as_str().into();
                }
            }
            hook::Outcome::Refused(refusal) => {
                event.result = Ending::Refused;
                event.code = refusal.code.as_ref().into();
                event.message = detail(refusal);
            }
            hook::Outcome::GivenUp => {}
        }
        // The effect is there; that its end is not written shows in the log as an intent without one.
        let _ = self.append(Event::Outcome(event));
    }

    fn policy(&self, policy: &str, epoch: u64, origin: &str) -> Result<(), String> {
        let digest = self.enforce(policy).digest.clone();
        let event = Event::Policy { digest: digest.into(), epoch, origin: origin.into() };
        self.append(event).map(drop).map_err(|error| self.fault(&error))
    }

    fn refused(&self, subject: Subject<'_>, refusal: &Refusal, epoch: u64) {
        let mut call = self.call(subject);
        call.verdict = Some(Verdict::Deny);
        call.epoch = epoch;
        call.step = Some(refusal.step);
        call.code = refusal.code.as_ref().into();
        call.detail = detail(refusal);
        // Nothing happened, so that nothing is lost but the word of it.
        let _ = self.append(Event::Refused(call));
    }
}

impl InForce {
    /// Puts the text beside the log, once: what the log names can be read there.
    fn keep(&self, log: &File) -> std::io::Result<()> {
        if self.digest.is_empty() || self.kept.get().is_some() {
            return Ok(());
        }
        Archive::beside(log.path()).keep(&self.text)?;
        let _ = self.kept.set(());
        Ok(())
    }
}

impl Journal {
    fn fault(&self, error: &std::io::Error) -> String {
        match &self.log {
            Log::File(file) => format!("{} cannot be written: {error}", file.path().display()),
            Log::Memory(_) => error.to_string(),
        }
    }
}

/// What is known of a principal, as an object: nothing that somebody is called passes for something else.
fn principal(who: &Principal) -> String {
    let parts = [("user", &who.user), ("channel", &who.channel), ("chat_type", &who.chat_type)];
    let known = parts.iter().filter(|(_, value)| !value.is_empty());
    Json::Object(known.map(|(key, value)| ((*key).to_owned(), Json::from(value.as_str()))).collect()).to_string()
}

fn detail(refusal: &Refusal) -> Cow<'_, str> {
    if refusal.detail.is_empty() { refusal.message.as_str().into() } else { refusal.detail.as_str().into() }
}

/// Bytes of text in a reply.
fn size(reply: &Reply) -> usize {
    match &reply.outcome {
        Ok(Body::Text(text) | Body::Json(text)) => text.len(),
        Ok(Body::Content(parts)) => {
            parts.iter().map(|part| if let Content::Text(text) = part { text.len() } else { 0 }).sum()
        }
        Ok(Body::Empty) => 0,
        Err(error) => error.message.len(),
    }
}

#[cfg(test)]
mod tests;
