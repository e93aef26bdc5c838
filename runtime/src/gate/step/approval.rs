//! Step 12, the approval: a supervised call in, a word of whoever is asked out.

use std::time::Instant;

use toolgen_model::Verdict;
use toolgen_model::catalog::Row;
use toolgen_model::enforced;

use crate::executor::race;
use crate::gate::approval::Approved;
use crate::gate::approval::binding::Binding;
use crate::gate::approval::ledger::{Ledger, State};
use crate::gate::hook::PATIENCE;
use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::{Answer, question};

pub(crate) async fn check(pass: &mut Pass<'_>) -> Result<(), Refusal> {
    if pass.verdict() != Verdict::Supervised || !enforced!("gate.approval") {
        return Ok(());
    }
    let name = pass.call.tool.name;
    let Some(row) = pass.subject().row() else { return Err(unattended(name)) };
    if let Some(by) = unasked(pass, row) {
        pass.approved = Some(Approved { by, id: None, binding: Binding::of(pass, row) });
        return Ok(());
    }
    let Some(approver) = pass.call.tools.asks() else {
        if enforced!("gate.headless") {
            return Err(unattended(name));
        }
        pass.approved = Some(Approved { by: String::new(), id: None, binding: Binding::of(pass, row) });
        return Ok(());
    };
    let (ledger, binding) = (pass.call.tools.ledger(), Binding::of(pass, row));
    let id = ledger.open(&binding.digest, pass.epoch, pass.call.asked().agent(), Instant::now())?;
    // Whatever ends the wait ends the question.
    let _open = Open { ledger, id };
    let patience = pass.policy.as_ref().map_or(PATIENCE, |policy| policy.patience());
    let question = question::of(pass, row, &binding, id, patience.as_secs());
    let waiting = pass.call.asked().clone().within(patience);
    let answer = match race(approver.ask(&question), &waiting).await {
        Some(Ok(answer)) => answer,
        // A fault of whoever asks is no yes.
        Some(Err(_)) => Answer::Nobody,
        None if !enforced!("approval.expires") => Answer::Yes,
        None => {
            ledger.close(id, State::Expired);
            let text = format!("Nobody answered in time whether '{name}' may run.");
            return Err(
                Refusal::new(Step::Approval, "approval.expired", text).next("Ask again when somebody is there.")
            );
        }
    };
    match answer {
        Answer::Yes | Answer::Always => {
            ledger.approve(id, approver.name(), Instant::now())?;
            // Nothing of a plain yes is kept.
            if (answer == Answer::Always || !enforced!("approval.single_use")) && question.can_remember {
                ledger.remember(Binding::kind(pass, row), pass.epoch);
            }
            pass.approved = Some(Approved { by: approver.name().to_owned(), id: Some(id), binding });
            Ok(())
        }
        Answer::No => {
            ledger.close(id, State::Denied);
            let text = format!("The call of '{name}' was refused by the person asked.");
            Err(Refusal::new(Step::Approval, "approval.refused", text)
                .next("Do not repeat the call. Ask what is wanted instead."))
        }
        Answer::Nobody => {
            ledger.close(id, State::Denied);
            Err(unattended(name))
        }
    }
}

/// Who approves without being asked: a rule of the operator, or an answer for the session. Neither does for a script
/// that cannot be read, or that runs other programs.
pub(crate) fn unasked(pass: &Pass<'_>, row: &Row) -> Option<String> {
    if !question::can_remember(row, pass.call.input()) {
        return None;
    }
    if let Some(rule) = pass.policy.as_ref().and_then(|policy| policy.approves(pass.subject())) {
        return Some(rule);
    }
    let remembered = pass.call.tools.ledger().remembers(&Binding::kind(pass, row), pass.epoch);
    remembered.then(|| "an answer for this session".to_owned())
}

/// A question that is open until it is dropped.
struct Open<'l> {
    ledger: &'l Ledger,
    id: u64,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.ledger.close(self.id, State::Cancelled);
    }
}

/// The refusal where nobody can be asked.
pub(crate) fn unattended(name: &str) -> Refusal {
    let text = format!("Tool '{name}' needs the approval of a person, and nobody can be asked here.");
    Refusal::new(Step::Approval, "approval.nobody", text)
        .next("Run it on a terminal, or use a tool that needs no approval.")
}
