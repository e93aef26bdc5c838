//! Step 5, the ceiling: those who handed the call on in, the strictest of their own verdicts out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.ceiling") {
        return Ok(());
    }
    let (tool, asked) = (pass.call.tool, pass.call.asked());
    let Some(policy) = pass.policy.clone() else { return Ok(()) };
    let mut below = asked.agent();
    for above in asked.delegators() {
        if policy.lifts_ceiling(&above.agent, below) {
            trace.says(Step::Ceiling, || {
                [Line::new(format!("{:?} lets {below:?} act on its own account", above.agent))]
            });
            return Ok(());
        }
        let ruling = policy.rules_on(tool, &above.agent, above.surface);
        let verdict = if ruling.offered { ruling.verdict } else { Verdict::Deny };
        trace.says(Step::Ceiling, || {
            [Line::new(format!("{:?} on `{}` has handed it on", above.agent, above.surface.name())).verdict(verdict)]
        });
        pass.tighten(verdict);
        if verdict == Verdict::Deny {
            let text = format!("Tool '{}' is not permitted to whoever delegated this call.", tool.name);
            return Err(Refusal::new(Step::Ceiling, "delegate.ceiling", text)
                .next("Report back that the task needs a tool that you may not use.")
                .detail(format!(
                    "agent {:?} on surface `{}` may not call it itself",
                    above.agent,
                    above.surface.name()
                )));
        }
        // A grant goes down with the call only when each above has it.
        if !ruling.granted
            && let Some(ruling) = &mut pass.ruling
        {
            ruling.granted = false;
        }
        below = &above.agent;
    }
    Ok(())
}
