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
    pass.profile = match pass.guard.and_then(|guard| guard.confinement.as_deref()) {
        Some(confinement) => confinement.profile(pass.subject())?,
        None => own(pass)?,
    };
    if let Some(profile) = &pass.profile {
        trace.says(Step::Sandbox, || [Line::new(format!("programs run in {profile}"))]);
    }
    Ok(())
}

/// The jail of `Exec`, for a tool that runs programs.
#[cfg(all(feature = "exec", feature = "sandbox", target_os = "linux"))]
fn own(pass: &Pass<'_>) -> Result<Option<String>, Refusal> {
    let Some(row) = pass.subject().row().filter(|row| !row.gate.exec.is_empty()) else { return Ok(None) };
    let unavailable = |error: crate::error::ToolError| {
        Refusal::new(Step::Sandbox, "sandbox.unavailable", error.message.clone())
            .next(error.suggestion.clone().unwrap_or_default())
    };
    let root = crate::capability::place::workspace(&pass.call.tools.root()).map_err(unavailable)?;
    let jail = crate::capability::exec::jail(pass.call, &row.gate, &root).map_err(unavailable)?;
    Ok(Some(jail.name()))
}

#[cfg(not(all(feature = "exec", feature = "sandbox", target_os = "linux")))]
fn own(_: &Pass<'_>) -> Result<Option<String>, Refusal> {
    Ok(None)
}
