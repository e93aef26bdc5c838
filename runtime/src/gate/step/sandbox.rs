//! Step 9, the sandbox: a call whose programs run confined in, the name of their profile out.

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};
use toolgen_model::enforced;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.sandbox") {
        return Ok(());
    }
    let Some(confinement) = pass.guard.and_then(|guard| guard.confinement.as_deref()) else { return Ok(()) };
    pass.profile = confinement.profile(pass.subject())?;
    if let Some(profile) = &pass.profile {
        trace.says(Step::Sandbox, || [Line::new(format!("programs run in {profile}"))]);
    }
    Ok(())
}
