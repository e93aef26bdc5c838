//! Step 7, the rules about arguments: the call's typed arguments in, a stricter verdict or a refusal out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::Trace;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.argument_rules") {
        return Ok(());
    }
    let Some(policy) = pass.policy.clone() else { return Ok(()) };
    let (verdict, line) = policy.judge(pass.subject())?;
    pass.tighten(verdict);
    let detail = line.as_ref().map(|line| format!("{} ({})", line.text, line.at.as_deref().unwrap_or("no place")));
    trace.says(Step::Rules, || line);
    if verdict == Verdict::Deny {
        let text = format!("This call of '{}' is denied by a rule about its arguments.", pass.call.tool.name);
        return Err(Refusal::new(Step::Rules, "policy.arguments", text)
            .next("Call it with other arguments.")
            .detail(detail.unwrap_or_default()));
    }
    Ok(())
}
