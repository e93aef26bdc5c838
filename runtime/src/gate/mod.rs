//! The gate: a call in, a [`Granted`] or a refusal out. No other place makes a [`Granted`].
//!
//! A call takes fifteen steps, each in a file of its own under `step`. The first three find the tool, look
//! whether it is offered, and decode; dispatch takes them. From the fourth on they stand here, in order:
//! [`judge`] (4 to 9) changes nothing anywhere, [`reserve`] (10, 11) takes room and writes the intent,
//! [`ask`] (12, 13) waits for a person, [`grant`] (14) lets it through, and `step::outcome::close` (15) ends it.

use toolgen_model::enforced;

use crate::call::Call;
use crate::error::ToolError;
use crate::reply::Stage;
use crate::tool::{Tool, Verdict};

pub mod approval;
pub mod explain;
mod grant;
pub(crate) mod guard;
pub mod hook;
pub(crate) mod pass;
#[cfg(feature = "policy")]
pub mod policy;
pub(crate) mod question;
mod refusal;
pub(crate) mod step;
mod subject;
pub(crate) mod trace;

pub use approval::{Answer, Approver, Asking, Desk, Question};
pub use grant::Granted;
pub use refusal::Refusal;
pub use step::Step;
pub use subject::Subject;
pub use trace::Line;

use pass::Pass;
use trace::{Silent, Trace};

/// Whether calls of the tool need nobody's word, as far as its declaration says.
#[inline]
pub(crate) fn is_open(tool: &Tool) -> bool {
    tool.verdict == Verdict::Allow && !tool.more.is_some_and(|more| more.gated)
}

/// Lets a call through whose tool needs nobody's word, in a program that plugged nothing into its gate.
///
/// # Errors
/// `PermissionDenied` for every other tool.
#[inline]
pub(crate) fn open<'call>(call: &'call Call<'call>) -> Result<Granted<'call>, ToolError> {
    if !is_open(call.tool) || call.tools.guard().is_some() {
        return Err(step::approval::unattended(call.tool.name).error());
    }
    call.start();
    Ok(Granted::new(call))
}

/// What the audit log has of a call that was not found, not offered or not read.
pub(crate) fn unread(stage: Stage, error: &ToolError) -> Refusal {
    let (step, code) = match (stage, error.error_type.as_ref()) {
        (Stage::Decode, _) => (Step::Arguments, "args.schema"),
        (_, "ToolNotFound") if error.context.is_none() => (Step::Id, "id.unknown"),
        _ => (Step::Surface, "surface.not_exposed"),
    };
    Refusal::new(step, code, error.message.clone()).next(error.suggestion.clone().unwrap_or_default())
}

/// Steps 4 to 9: what the call is allowed. It changes nothing.
///
/// # Errors
/// The refusal; the audit log has it.
pub(crate) fn judge<'call>(call: &'call Call<'call>) -> Result<Pass<'call>, Refusal> {
    let mut pass = Pass::new(call);
    match steps(&mut pass, &mut Silent) {
        Ok(()) => Ok(pass),
        Err(refusal) => Err(pass.refuse(refusal)),
    }
}

/// The same steps, for a call and for whoever explains it.
pub(crate) fn steps(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    step::base::check(pass, trace)?;
    step::ceiling::check(pass, trace)?;
    step::grant::check(pass, trace)?;
    step::rules::check(pass, trace)?;
    step::capability::check(pass, trace)?;
    step::sandbox::check(pass, trace)
}

/// The steps among them that look at no argument, for an explanation without any.
pub(crate) fn steps_without_arguments(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    step::base::check(pass, trace)?;
    step::ceiling::check(pass, trace)?;
    step::grant::check(pass, trace)
}

/// Steps 10 and 11: room in every rate, and the intent in the audit log.
///
/// # Errors
/// The refusal; what was taken is given back.
pub(crate) fn reserve(mut pass: Pass<'_>) -> Result<Pass<'_>, Refusal> {
    let taken = step::rate::check(&mut pass, &mut Silent).and_then(|()| step::intent::check(&mut pass));
    match taken {
        Ok(()) => Ok(pass),
        Err(refusal) => Err(pass.refuse(refusal)),
    }
}

/// Steps 12 and 13: the word of a person, where one must give it, and whether all is still as it was judged.
///
/// # Errors
/// The refusal; what was taken is given back.
pub(crate) async fn ask(mut pass: Pass<'_>) -> Result<Pass<'_>, Refusal> {
    match step::approval::check(&mut pass).await.and_then(|()| step::recheck::check(&pass)) {
        Ok(()) => Ok(pass),
        Err(refusal) => Err(pass.refuse(refusal)),
    }
}

/// Step 13 for a call that waits for nobody.
///
/// # Errors
/// The refusal; what was taken is given back.
pub(crate) fn recheck(pass: Pass<'_>) -> Result<Pass<'_>, Refusal> {
    match step::recheck::check(&pass) {
        Ok(()) => Ok(pass),
        Err(refusal) => Err(pass.refuse(refusal)),
    }
}

/// Step 14: the handler may run.
///
/// # Errors
/// `PermissionDenied` for a call that was not approved; the steps before leave none.
pub(crate) fn grant<'call>(pass: &Pass<'call>) -> Result<Granted<'call>, Refusal> {
    match pass.verdict() {
        Verdict::Allow => {}
        Verdict::Supervised if pass.approved.is_some() || !enforced!("gate.approval") => {}
        _ => return Err(step::approval::unattended(pass.call.tool.name)),
    }
    pass.call.start();
    Ok(Granted::new(pass.call))
}

#[cfg(test)]
mod tests;
