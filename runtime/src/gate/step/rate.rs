//! Step 10, the rate: the budgets that cover a call in, room taken in all of them or in none out.

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};
use toolgen_model::enforced;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.rate") {
        return Ok(());
    }
    let Some(rate) = pass.guard.and_then(|guard| guard.rate.as_deref()) else { return Ok(()) };
    pass.ticket = Some(rate.reserve(pass.subject())?);
    trace.says(Step::Rate, || [Line::new("there is room in every budget that covers it")]);
    Ok(())
}
