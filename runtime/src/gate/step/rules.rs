//! Step 7, the rules about arguments: the call's typed arguments in, a stricter verdict or a refusal out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.argument_rules") {
        return Ok(());
    }
    let Some(policy) = pass.policy.clone() else { return Ok(()) };
    let verdict = policy.judge(pass.subject())?;
    pass.tighten(verdict);
    if verdict != Verdict::Allow {
        trace.says(Step::Rules, || [Line::new("a rule about the arguments").verdict(verdict)]);
    }
    if verdict == Verdict::Deny {
        let text = format!("This call of '{}' is denied by a rule about its arguments.", pass.call.tool.name);
        return Err(Refusal::new(Step::Rules, "policy.arguments", text).next("Call it with other arguments."));
    }
    Ok(())
}
