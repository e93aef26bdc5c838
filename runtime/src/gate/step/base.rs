//! Step 4, the base verdict: the declaration and the policy of the tool, its group and the default in, a verdict out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.base") {
        return Ok(());
    }
    let tool = pass.call.tool;
    let verdict = pass.ruling.map_or(tool.verdict, |ruling| ruling.verdict);
    pass.tighten(verdict);
    match &pass.policy {
        Some(_) => trace.says(Step::Base, || pass.reasons(Step::Base)),
        None => trace.says(Step::Base, || [Line::new("the declaration").verdict(verdict).at(tool.origin)]),
    }
    if pass.ruling.is_some_and(|ruling| !ruling.refuses_at(Step::Base)) || verdict != Verdict::Deny {
        return Ok(());
    }
    let by = if pass.policy.is_some() { "the operator's policy" } else { "its declaration" };
    Err(Refusal::new(Step::Base, "policy.deny", format!("Tool '{}' is denied by {by}.", tool.name))
        .next("Use another tool; this one is never permitted as it stands."))
}
