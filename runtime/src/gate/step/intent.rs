//! Step 11, the intent: what is about to happen in, its record in the audit log out. A call that cannot be written is refused.

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use toolgen_model::enforced;

pub(crate) fn check(pass: &mut Pass<'_>) -> Result<(), Refusal> {
    if !enforced!("gate.intent") {
        return Ok(());
    }
    let Some(audit) = pass.guard.and_then(|guard| guard.audit.as_deref()) else { return Ok(()) };
    match audit.intent(pass.subject(), &pass.intent()) {
        Ok(record) => {
            pass.record = Some(record);
            Ok(())
        }
        Err(why) => Err(unwritable(pass.call.tool.name, why)),
    }
}

fn unwritable(name: &str, why: String) -> Refusal {
    Refusal::new(Step::Intent, "audit.unwritable", format!("Tool '{name}' cannot run: the audit log takes no records."))
        .next("Tell the operator; calling again changes nothing until the log can be written.")
        .detail(why)
}
