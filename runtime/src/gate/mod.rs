//! The gate: a call in, a [`Granted`] or a refusal out. No other place makes a [`Granted`].

use toolgen_model::id::ToolId;

use crate::call::Call;
use crate::error::ToolError;
use crate::row;
use crate::tool::{Tool, Verdict};

pub mod approval;
mod grant;
mod question;

pub use approval::{Answer, Approver, Asking, Question};
pub use grant::Granted;

/// Whether calls of the tool need nobody's word.
#[inline]
pub(crate) fn is_open(tool: &Tool) -> bool {
    tool.verdict == Verdict::Allow && !tool.more.is_some_and(|more| more.gated)
}

/// Lets a call through whose tool needs nobody's word.
///
/// # Errors
/// `PermissionDenied` for every other tool.
#[inline]
pub(crate) fn open<'call>(call: &'call Call<'call>) -> Result<Granted<'call>, ToolError> {
    if !is_open(call.tool) {
        return Err(unattended(call.tool.name));
    }
    call.start();
    Ok(Granted::new(call))
}

/// Lets the call through, or says why not; where a person must say so, it waits for the answer.
///
/// # Errors
/// `PermissionDenied`.
pub(crate) async fn pass<'call>(call: &'call Call<'call>) -> Result<Granted<'call>, ToolError> {
    if !is_open(call.tool) {
        strict(call).await?;
    }
    call.start();
    Ok(Granted::new(call))
}

/// The gate of a tool that may not simply run.
async fn strict(call: &Call<'_>) -> Result<(), ToolError> {
    let row = &row::compiled(call.tool)?.row;
    if call.tool.more.is_some_and(|more| more.gated) && !call.tools.grants(&row.id()) {
        return Err(ungranted(&row.id()));
    }
    match call.tool.verdict {
        Verdict::Allow => Ok(()),
        Verdict::Deny => Err(denied(format!("Tool '{}' is denied by its declaration.", call.tool.name))
            .suggestion("Use another tool; this one is never permitted as it stands.")),
        Verdict::Supervised => {
            let Some(approver) = call.tools.asks() else { return Err(unattended(call.tool.name)) };
            let question = question::of(call, row);
            match approver.ask(&question).await {
                Answer::Yes => Ok(()),
                Answer::No => Err(denied(format!("The call of '{}' was refused by the person asked.", call.tool.name))
                    .suggestion("Do not repeat the call. Ask what is wanted instead.")),
                Answer::Nobody => Err(unattended(call.tool.name)),
            }
        }
    }
}

fn ungranted(id: &ToolId) -> ToolError {
    let action = id.action.as_deref().unwrap_or("call");
    denied(format!(
        "Action '{action}' on tool '{}' requires explicit permission. Grant '{}' to allow it.",
        id.tool,
        id.wire_name()
    ))
    .suggestion("Ask the operator for the grant; calling again changes nothing.")
}

fn unattended(name: &str) -> ToolError {
    denied(format!("Tool '{name}' needs the approval of a person, and nobody can be asked here."))
        .suggestion("Run it on a terminal, or use a tool that needs no approval.")
}

fn denied(message: String) -> ToolError {
    ToolError::new("PermissionDenied", message)
}
