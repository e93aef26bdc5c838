//! Step 13, the recheck: what the call was judged by in, a refusal when the policy or an operand is another by now out.

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use toolgen_model::enforced;

pub(crate) fn check(pass: &Pass<'_>) -> Result<(), Refusal> {
    if !enforced!("gate.recheck") {
        return Ok(());
    }
    if pass.guard.is_some_and(|guard| guard.epoch() != pass.epoch) {
        let text = format!("The policy changed while the call of '{}' was on its way.", pass.call.tool.name);
        return Err(Refusal::new(Step::Recheck, "approval.policy_epoch", text).next("Call it again."));
    }
    Ok(())
}
