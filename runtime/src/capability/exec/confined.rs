//! One run in a sandbox: a command or a plan in, its output out.

use std::time::Instant;

use super::command::Command;
use super::output::Output;
use crate::context::Context;
use crate::error::ToolError;
use crate::sandbox::{Jail, Outcome, Run, SandboxError, Stop};
use crate::shell::Plan;

/// Runs a command of an argument list.
pub(super) fn run(command: &Command<'_>, jail: &Jail) -> Result<Output, ToolError> {
    let unreadable = || ToolError::new("ToolExecutionError", "The program's path is no valid UTF-8");
    let program = command.program.to_str().ok_or_else(unreadable)?;
    let name = command.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut argv = vec![program.to_owned()];
    argv.extend(command.arguments.iter().cloned());
    let run = Run {
        folder: Some(command.folder.clone()),
        time: command.time,
        input: command.input.clone(),
        variables: command.variables.clone(),
        most: command.most,
    };
    plan(&Plan::single(argv), run, &name, jail, &command.exec.context)
}

/// Runs a plan; `name` is what messages call it.
pub(super) fn plan(plan: &Plan, mut run: Run, name: &str, jail: &Jail, context: &Context) -> Result<Output, ToolError> {
    if let Some(deadline) = context.deadline() {
        run.time = run.time.min(deadline.saturating_duration_since(Instant::now()));
    }
    let time = run.time;
    let outcome = jail.run(plan, run, || context.interrupted()).map_err(|error| refusal(&error))?;
    let stopped = |why: &str| ToolError::new("ToolExecutionError", format!("'{name}' was stopped: {why}"));
    match outcome.stop {
        None => Ok(output(outcome)),
        Some(Stop::Cancelled) => Err(ToolError::new("Interrupted", format!("'{name}' was cancelled"))),
        Some(Stop::Deadline) => {
            let text = format!("'{name}' did not end within {} s", time.as_secs_f64().round());
            Err(ToolError::new("ToolTimeout", text).suggestion("Give it less to do."))
        }
        Some(Stop::Memory) => Err(stopped("it used too much memory")),
        Some(Stop::CpuTime) => Err(stopped("it used too much processor time")),
        Some(Stop::Subprocesses) => Err(stopped("it started too many processes")),
    }
}

/// The words of a sandbox that cannot be had: nothing ran, or what ran was undone.
pub(super) fn refusal(error: &SandboxError) -> ToolError {
    ToolError::new("PermissionDenied", error.to_string())
        .suggestion("Tell the operator; `doctor` on the command line shows what this machine can enforce.")
}

fn output(outcome: Outcome) -> Output {
    let ended = outcome.ended;
    let code = ended.signal.is_none().then_some(ended.code);
    Output { code, signal: ended.signal, stdout: outcome.stdout, stderr: outcome.stderr }
}
