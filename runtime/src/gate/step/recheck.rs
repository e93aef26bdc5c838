//! Step 13, the recheck: what the call was judged by in, a refusal when the policy or an operand is another by now out.

use std::time::Instant;

use toolgen_model::enforced;

#[cfg(feature = "exec")]
use crate::gate::approval::binding::Seal;
use crate::gate::approval::binding::{Binding, epoch_changed, operand_changed};
use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;

pub(crate) fn check(pass: &Pass<'_>) -> Result<(), Refusal> {
    if !enforced!("gate.recheck") {
        return Ok(());
    }
    let epoch = pass.guard.map_or(pass.epoch, |guard| guard.epoch());
    if epoch != pass.epoch {
        return Err(epoch_changed());
    }
    let (Some(approved), Some(row)) = (&pass.approved, pass.subject().row()) else { return Ok(()) };
    let now = if enforced!("approval.bound") { Binding::of(pass, row) } else { approved.binding.clone() };
    let changed = approved.binding.operands.iter().find(|operand| !now.operands.contains(operand));
    if let Some(operand) = changed.or_else(|| now.operands.iter().find(|it| !approved.binding.operands.contains(it))) {
        return Err(operand_changed(&operand.path));
    }
    if let Some(id) = approved.id {
        pass.call.tools.ledger().redeem(id, &now.digest, epoch, Instant::now())?;
    }
    #[cfg(feature = "exec")]
    {
        let counter = pass.guard.map(|guard| guard.counter());
        let _ = pass.call.sealed.set(Seal::new(&approved.binding, counter));
    }
    Ok(())
}
