//! The approvals of a program, from the question to the one use: events in, a state out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::gate::refusal::Refusal;
use crate::gate::step::Step;

/// How far an approval came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Somebody is asked
    Pending,
    /// Somebody said yes, and the call has not begun
    Approved,
    /// The call began; it begins once
    Executed,
    /// Somebody said no, or nobody could be asked
    Denied,
    /// Nobody answered in time, or the call did not begin in time
    Expired,
    /// The call was given up while somebody was asked
    Cancelled,
}

/// After this an approval that was not used is none.
const VALID: Duration = Duration::from_secs(60);
/// So many questions a minute; more is a flood, in which a person says yes to the wrong one.
const MOST_QUESTIONS: usize = 20;
/// In this time.
const MINUTE: Duration = Duration::from_secs(60);
/// So many kinds of calls a session remembers.
const MOST_REMEMBERED: usize = 100;
/// So many approvals that are over are kept.
const MOST_KEPT: usize = 1_000;

/// The approvals of one set of tools.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    last: u64,
    all: BTreeMap<u64, Entry>,
    asked: VecDeque<Instant>,
    /// Kinds of calls that need no question, with the epoch under which that was said
    remembered: BTreeSet<(u64, String)>,
}

#[derive(Debug)]
struct Entry {
    state: State,
    digest: String,
    epoch: u64,
    agent: String,
    decided: Option<Instant>,
    by: String,
}

impl Ledger {
    /// A new question of `agent` about what has that digest.
    ///
    /// # Errors
    /// `approval.rate` when too many were asked in the last minute.
    pub(crate) fn open(&self, digest: &str, epoch: u64, agent: &str, now: Instant) -> Result<u64, Refusal> {
        let mut entries = self.entries();
        while entries.asked.front().is_some_and(|at| now.duration_since(*at) >= MINUTE) {
            entries.asked.pop_front();
        }
        if entries.asked.len() >= MOST_QUESTIONS {
            let text = format!("More than {MOST_QUESTIONS} approvals were asked for within a minute.");
            return Err(Refusal::new(Step::Approval, "approval.rate", text).next("Wait a minute, and ask for less."));
        }
        entries.asked.push_back(now);
        entries.last += 1;
        let id = entries.last;
        let (digest, agent, by) = (digest.to_owned(), agent.to_owned(), String::new());
        entries.all.insert(id, Entry { state: State::Pending, digest, epoch, agent, decided: None, by });
        while entries.all.len() > MOST_KEPT && entries.all.pop_first().is_some() {}
        Ok(id)
    }

    /// Somebody said yes.
    ///
    /// # Errors
    /// `approval.self` when it is the agent that asks, `approval.unknown` when nobody is asked under that number.
    pub(crate) fn approve(&self, id: u64, by: &str, now: Instant) -> Result<(), Refusal> {
        let mut entries = self.entries();
        let Some(entry) = entries.all.get_mut(&id).filter(|entry| entry.state == State::Pending) else {
            return Err(unknown(id));
        };
        if entry.agent == by && !by.is_empty() {
            entry.state = State::Denied;
            let text = format!("The agent '{by}' cannot approve its own call.");
            return Err(Refusal::new(Step::Approval, "approval.self", text).next("Somebody else must approve it."));
        }
        (entry.state, entry.decided) = (State::Approved, Some(now));
        by.clone_into(&mut entry.by);
        Ok(())
    }

    /// A question is over without a yes.
    pub(crate) fn close(&self, id: u64, state: State) {
        if let Some(entry) = self.entries().all.get_mut(&id).filter(|entry| entry.state == State::Pending) {
            entry.state = state;
        }
    }

    /// Uses an approval: the one time that it counts, for what was approved and nothing else.
    ///
    /// # Errors
    /// `approval.single_use`, `approval.expired`, `approval.policy_epoch` or `approval.binding`.
    pub(crate) fn redeem(&self, id: u64, digest: &str, epoch: u64, now: Instant) -> Result<(), Refusal> {
        let mut entries = self.entries();
        let Some(entry) = entries.all.get_mut(&id) else { return Err(unknown(id)) };
        match entry.state {
            State::Approved => {}
            State::Executed => {
                let text = "This approval was used already; it counts once.";
                return Err(Refusal::new(Step::Recheck, "approval.single_use", text).next("Call it again."));
            }
            _ => return Err(unknown(id)),
        }
        let late = entry.decided.is_none_or(|at| now.duration_since(at) >= VALID);
        if late {
            entry.state = State::Expired;
            let text = "The approval is too old.";
            return Err(Refusal::new(Step::Recheck, "approval.expired", text).next("Call it again."));
        }
        // Whatever comes now, this approval is used up.
        entry.state = State::Executed;
        if entry.epoch != epoch {
            return Err(super::binding::epoch_changed());
        }
        if entry.digest != digest {
            let text = "The call is not the one that was approved.";
            return Err(Refusal::new(Step::Recheck, "approval.binding", text).next("Call it again."));
        }
        Ok(())
    }

    /// How far that approval came; none when it is not known, or too long ago.
    pub(crate) fn state(&self, id: u64) -> Option<State> {
        self.entries().all.get(&id).map(|entry| entry.state)
    }

    /// Remembers a kind of call until the policy changes.
    pub(crate) fn remember(&self, kind: String, epoch: u64) {
        let mut entries = self.entries();
        entries.remembered.retain(|(known, _)| *known == epoch);
        if entries.remembered.len() < MOST_REMEMBERED {
            entries.remembered.insert((epoch, kind));
        }
    }

    /// Whether a kind of call is remembered under that epoch.
    pub(crate) fn remembers(&self, kind: &str, epoch: u64) -> bool {
        let entries = self.entries();
        !entries.remembered.is_empty() && entries.remembered.contains(&(epoch, kind.to_owned()))
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown(id: u64) -> Refusal {
    Refusal::new(Step::Approval, "approval.unknown", format!("There is no open approval {id}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(result: Result<(), Refusal>) -> String {
        result.map_or_else(|refusal| refusal.code.into_owned(), |()| "ok".to_owned())
    }

    #[test]
    fn an_approval_counts_once_for_one_thing_under_one_policy_and_not_for_long() {
        let (ledger, now) = (Ledger::default(), Instant::now());
        let open = || {
            let id = ledger.open("d", 1, "a", now).unwrap();
            ledger.approve(id, "ana", now).unwrap();
            id
        };
        let id = open();
        assert_eq!(code(ledger.redeem(id, "d", 1, now)), "ok");
        assert_eq!(code(ledger.redeem(id, "d", 1, now)), "approval.single_use");
        assert_eq!(code(ledger.redeem(open(), "e", 1, now)), "approval.binding");
        assert_eq!(code(ledger.redeem(open(), "d", 2, now)), "approval.policy_epoch");
        let id = open();
        assert_eq!(code(ledger.redeem(id, "d", 1, now + VALID)), "approval.expired");
        assert_eq!(ledger.state(id), Some(State::Expired));
        // A use that failed is a use.
        let id = open();
        assert_eq!(code(ledger.redeem(id, "e", 1, now)), "approval.binding");
        assert_eq!(code(ledger.redeem(id, "d", 1, now)), "approval.single_use");
    }

    #[test]
    fn nobody_approves_for_itself_and_what_is_over_stays_so() {
        let (ledger, now) = (Ledger::default(), Instant::now());
        let id = ledger.open("d", 1, "a", now).unwrap();
        assert_eq!(code(ledger.approve(id, "a", now)), "approval.self");
        assert_eq!(
            (code(ledger.approve(id, "ana", now)).as_str(), ledger.state(id)),
            ("approval.unknown", Some(State::Denied))
        );
        let id = ledger.open("d", 1, "a", now).unwrap();
        ledger.close(id, State::Cancelled);
        assert_eq!(code(ledger.approve(id, "ana", now)), "approval.unknown");
        assert_eq!(code(ledger.redeem(id, "d", 1, now)), "approval.unknown");
    }

    #[test]
    fn a_flood_of_questions_is_refused_until_it_is_over() {
        let (ledger, now) = (Ledger::default(), Instant::now());
        let asked = (0..100).filter(|_| ledger.open("d", 1, "a", now).is_ok()).count();
        assert_eq!(asked, MOST_QUESTIONS);
        assert!(ledger.open("d", 1, "a", now + MINUTE).is_ok());
    }

    #[test]
    fn what_a_session_remembers_ends_with_the_policy() {
        let ledger = Ledger::default();
        ledger.remember("say".into(), 1);
        assert!(ledger.remembers("say", 1) && !ledger.remembers("send", 1));
        ledger.remember("send".into(), 3);
        assert!(!ledger.remembers("say", 1) && !ledger.remembers("say", 3));
    }
}
