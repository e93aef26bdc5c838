//! Step 12, the approval: a supervised call in, a word of whoever is asked out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::{Answer, question};

pub(crate) async fn check(pass: &mut Pass<'_>) -> Result<(), Refusal> {
    if pass.verdict() != Verdict::Supervised || !enforced!("gate.approval") {
        return Ok(());
    }
    let name = pass.call.tool.name;
    let Some(approver) = pass.call.tools.asks() else {
        if enforced!("gate.headless") {
            return Err(unattended(name));
        }
        pass.approved_by = Some("nobody".to_owned());
        return Ok(());
    };
    let Some(row) = pass.subject().row() else { return Err(unattended(name)) };
    match approver.ask(&question::of(pass.call, row)).await {
        Answer::Yes => {
            pass.approved_by = Some("the person asked".to_owned());
            Ok(())
        }
        Answer::No => Err(Refusal::new(
            Step::Approval,
            "approval.refused",
            format!("The call of '{name}' was refused by the person asked."),
        )
        .next("Do not repeat the call. Ask what is wanted instead.")),
        Answer::Nobody => Err(unattended(name)),
    }
}

/// The refusal where nobody can be asked.
pub(crate) fn unattended(name: &str) -> Refusal {
    let text = format!("Tool '{name}' needs the approval of a person, and nobody can be asked here.");
    Refusal::new(Step::Approval, "approval.nobody", text)
        .next("Run it on a terminal, or use a tool that needs no approval.")
}
