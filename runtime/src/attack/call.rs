//! What the drivers of the gate's cases share: a program with a few tools under a policy text, made for one case.

use toolgen_policy::{Sources, load};

use super::{Answer, Decision};
use crate::reply::{Reply, Stage};
use crate::tools::Tools;
use crate::{Exec, Result, Table, tool, tools};

/// Run a command line.
#[tool(effect = destructive, open_world = true)]
fn run(
    /// The command line.
    command: &str,
    #[arg(programs("sh"))] exec: &Exec,
) -> Result<String> {
    let output = exec.command("sh")?.args(["-c", command]).run()?;
    Ok(output.stdout.text())
}

/// Run a command line, after what stands in `then.sh` was put in the place of `script.sh`.
#[tool(effect = destructive, open_world = true)]
fn run_late(
    /// The command line.
    command: &str,
    #[arg(programs("sh"))] exec: &Exec,
) -> Result<String> {
    exec.command("sh")?.args(["-c", "cp then.sh script.sh"]).run()?;
    let output = exec.command("sh")?.args(["-c", command]).run()?;
    Ok(output.stdout.text())
}

/// Something that changes the world.
#[tool(effect = write)]
fn safe() -> &'static str {
    "done"
}

/// Something that nobody may do.
#[tool(effect = destructive, default = deny)]
fn denied() -> &'static str {
    "done"
}

/// Something that reads.
#[tool(effect = read)]
fn look(
    /// At what.
    #[arg(default = "")]
    text: &str,
) -> String {
    text.to_owned()
}

/// A program with these tools.
pub(super) static TOOLS: Table = tools![run, run_late, safe, denied, look];

/// The tools under a policy text.
pub(super) fn under(policy: &str) -> std::result::Result<Tools, Answer> {
    let tools = Tools::from(&TOOLS);
    let rows = tools.rows().map_err(|error| Answer::new(Decision::Fault, error.message.clone()))?;
    let snapshot = load(&Sources::of_file("case.toml", policy), &rows).map_err(|findings| {
        let text = findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Answer::new(Decision::RejectAtBuild, text)
    })?;
    Ok(tools.under(snapshot))
}

/// What the gate made of a call.
pub(super) fn answer(reply: &Reply) -> Answer {
    let Err(error) = &reply.outcome else { return Answer::new(Decision::Allow, "ok") };
    let code = error.context.as_ref().and_then(|context| context.get("code")).and_then(|code| code.as_str());
    let reason = code.unwrap_or(error.error_type.as_ref()).to_owned();
    match (reply.stage, reason.as_str()) {
        (_, "approval.nobody") => Answer::new(Decision::Supervised, reason),
        (Stage::Call, _) if code.is_none() => Answer::new(Decision::ToolError, error.message.clone()),
        _ => Answer::new(Decision::Deny, reason),
    }
}
