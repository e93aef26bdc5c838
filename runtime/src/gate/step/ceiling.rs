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
    let Some(policy) = pass.policy else { return Ok(()) };
    trace.says(Step::Ceiling, || pass.reasons(Step::Ceiling));
    if pass.ruling.is_some_and(|ruling| ruling.refuses_at(Step::Ceiling)) {
        return Err(refused(tool.name, "an agent that may call this one may not call it itself"));
    }
    let mut below = asked.agent();
    for above in asked.delegators() {
        let (agent, surface) = (above.agent.as_ref(), above.surface);
        if policy.lifts_ceiling(agent, below) {
            trace.says(Step::Ceiling, || [Line::new(format!("{agent:?} lets {below:?} act on its own account"))]);
            return Ok(());
        }
        let verdict = policy.rules_on(tool, agent, surface).verdict;
        trace.says(Step::Ceiling, || {
            let line = Line::new(format!("{agent:?} on `{}` handed it on", surface.name())).verdict(verdict);
            let reasons = policy.reasons(tool, agent, surface).into_iter().map(|(_, line)| line);
            std::iter::once(line).chain(reasons.filter(|line| line.verdict == Some(Verdict::Deny)))
        });
        pass.tighten(verdict);
        if verdict == Verdict::Deny {
            let detail = format!("agent {agent:?} on surface `{}` may not call it itself", surface.name());
            return Err(refused(tool.name, &detail));
        }
        below = agent;
    }
    Ok(())
}

fn refused(tool: &str, detail: &str) -> Refusal {
    let text = format!("Tool '{tool}' is not permitted to whoever delegated this call.");
    Refusal::new(Step::Ceiling, "delegate.ceiling", text)
        .next("Report back that the task needs a tool that you may not use.")
        .detail(detail)
}
