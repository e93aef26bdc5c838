//! A call on its way through the gate: what the steps found so far, and what is given back when it ends early.

use toolgen_model::{Verdict, enforced};

use super::approval::Approved;
use super::guard::Guard;
use super::hook::{Intent, Outcome, Policy, Record, Ruling, Ticket};
use super::refusal::Refusal;
use super::step::Step;
use super::subject::Subject;
use super::trace::Line;
use crate::call::Call;

/// A call on its way. Whoever drops it before its end gives back what it took and says so in the log.
pub(crate) struct Pass<'call> {
    pub(crate) call: &'call Call<'call>,
    pub(crate) guard: Option<&'call Guard>,
    pub(crate) policy: Option<&'call dyn Policy>,
    /// What the policy says of it, where there is one
    pub(crate) ruling: Option<Ruling>,
    pub(crate) epoch: u64,
    /// The verdict so far
    verdict: Verdict,
    pub(crate) profile: Option<String>,
    pub(crate) ticket: Option<Ticket>,
    pub(crate) record: Option<Record>,
    /// The approval, where one was needed
    pub(crate) approved: Option<Approved>,
    /// Whether the handler was reached
    pub(crate) ran: bool,
}

impl<'call> Pass<'call> {
    pub(crate) fn new(call: &'call Call<'call>) -> Pass<'call> {
        let (guard, found, verdict) = (call.tools.guard(), call.found, Verdict::Allow);
        let (policy, ruling, epoch) = (found.policy.as_deref(), found.ruling, found.epoch);
        let (profile, ticket, record, approved, ran) = (None, None, None, None, false);
        Pass { call, guard, policy, ruling, epoch, verdict, profile, ticket, record, approved, ran }
    }

    /// The verdict so far.
    pub(crate) fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Makes the verdict that one, if it is stricter: nothing loosens it.
    pub(crate) fn tighten(&mut self, verdict: Verdict) {
        self.verdict = self.verdict.max(verdict);
    }

    /// What the policy says at `step`, rule by rule.
    pub(crate) fn reasons(&self, step: Step) -> Vec<Line> {
        let asked = self.call.asked();
        let all = self.policy.iter().flat_map(|policy| policy.reasons(self.call.tool, asked.agent(), asked.surface()));
        all.filter(|(at, _)| *at == step).map(|(_, line)| line).collect()
    }

    pub(crate) fn subject(&self) -> Subject<'call> {
        Subject::of(self.call)
    }

    pub(crate) fn intent(&self) -> Intent {
        Intent { verdict: self.verdict, epoch: self.epoch, profile: self.profile.clone() }
    }

    /// The call ends here: what it took goes back, and the log has why.
    pub(crate) fn refuse(mut self, refusal: Refusal) -> Refusal {
        self.give_back();
        if let Some(audit) = self.guard.and_then(|guard| guard.audit.as_deref()) {
            match self.record.take() {
                Some(record) => audit.outcome(self.subject(), record, &Outcome::Refused(&refusal)),
                None => audit.refused(self.subject(), &refusal, self.epoch),
            }
        }
        refusal
    }

    fn give_back(&mut self) {
        if !enforced!("rate.back") {
            return;
        }
        if let (Some(ticket), Some(rate)) = (self.ticket.take(), self.guard.and_then(|guard| guard.rate.as_deref())) {
            rate.give_back(self.subject(), ticket);
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if !self.ran {
            self.give_back();
        }
        if let (Some(record), Some(audit)) = (self.record.take(), self.guard.and_then(|guard| guard.audit.as_deref())) {
            audit.outcome(self.subject(), record, &Outcome::GivenUp);
        }
    }
}
