//! Step 8, the capability dry run: the places, programs and hosts of a call in, a refusal when one lies outside
//! its scope out.
//!
//! Nothing is opened: the handler's capabilities are minted later and hold the same again.

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::trace::Trace;
use toolgen_model::enforced;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.capability") {
        return Ok(());
    }
    #[cfg(feature = "fs")]
    files(pass, trace)?;
    let _ = (pass, trace);
    Ok(())
}

/// What `Dir<Read>` and `Dir<Write>` would cover.
#[cfg(feature = "fs")]
fn files(pass: &Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    use crate::capability::scope::Scope;
    use crate::gate::step::Step;
    use crate::gate::trace::Line;
    let Some(row) = pass.subject().row() else { return Ok(()) };
    for (access, entries) in [("read", &row.gate.read), ("write", &row.gate.write)] {
        if entries.is_empty() {
            continue;
        }
        let places = Scope::of(pass.call, entries).map_err(|error| {
            Refusal::new(Step::Capability, "path.outside_root", error.message.clone())
                .next(error.suggestion.clone().unwrap_or_default())
        })?;
        trace.says(Step::Capability, || [Line::new(format!("may {access} {places}"))]);
    }
    Ok(())
}
