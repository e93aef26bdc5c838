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
    use std::path::Path;

    use crate::capability::place::workspace;
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
        let Some(policy) = &pass.policy else { continue };
        let root = workspace(&pass.call.tools.root())
            .map_err(|error| Refusal::new(Step::Capability, "path.outside_root", error.message.clone()))?;
        for place in places.places() {
            if let Some(rule) = policy.closes(pass.call.tool.name, &root, place, access == "write") {
                let shown = if place.as_os_str().is_empty() { Path::new(".") } else { place };
                let text = format!("The policy closes '{}' to this call.", shown.display());
                return Err(Refusal::new(Step::Capability, "path.closed", text)
                    .next("Use another path; this one is not open to you.")
                    .detail(format!("{access}: {rule}")));
            }
        }
    }
    Ok(())
}
