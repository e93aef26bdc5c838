//! `handler: {command: …}`: one program with an argument list. A call in, what its output says out.

use toolgen_model::handler::Command;
use toolgen_model::json::Json;

use super::{Plan, Values};
use crate::error::ToolError;
use crate::gate::Granted;
use crate::tool::Outcome;

mod argv;
mod output;
#[cfg(feature = "exec")]
mod run;

pub use argv::{Invocation, invocation};
pub use output::Ended;

/// Answers a call: works out the invocation, runs it and reads its output.
///
/// # Errors
/// `InvalidArguments` when an argument cannot be put where it belongs, and what the run gives.
pub fn call(plan: &Plan<Command>, granted: &Granted<'_>) -> Outcome {
    let command = plan.get()?;
    let invocation = invocation(command, &Values::of(granted))?;
    let ended = match granted.call().tools.mock() {
        Some(mock) => mocked(mock.send(invocation.to_json())),
        None => run(command, &invocation, granted)?,
    };
    output::outcome(command, &ended, granted.row()?.output.as_ref(), |bytes| keep(&invocation, bytes, granted))
}

#[cfg(feature = "exec")]
fn run(command: &Command, invocation: &Invocation, granted: &Granted<'_>) -> Result<Ended, ToolError> {
    run::run(command, invocation, granted)
}

/// Without the capability nothing runs; the entry of such a build is [`Entry::Data`](crate::tool::Entry).
#[cfg(not(feature = "exec"))]
fn run(_: &Command, _: &Invocation, _: &Granted<'_>) -> Result<Ended, ToolError> {
    Err(ToolError::new("NotEnabled", "this program was built without `exec`, so that it runs no commands"))
}

/// Writes the output into the file that the plan names, and gives its path.
#[cfg(feature = "fs")]
fn keep(invocation: &Invocation, bytes: &[u8], granted: &Granted<'_>) -> Result<String, ToolError> {
    use crate::binding::Injected;
    use crate::capability::dir::{Dir, Write};
    let path = invocation.file.clone().unwrap_or_default();
    if granted.call().tools.mock().is_none() {
        <&Dir<Write>>::inject(granted)?.write(&path, bytes)?;
    }
    Ok(path)
}

#[cfg(not(feature = "fs"))]
fn keep(_: &Invocation, _: &[u8], _: &Granted<'_>) -> Result<String, ToolError> {
    Err(ToolError::new("NotEnabled", "this program was built without `fs`, so that it writes no files"))
}

/// The end that `mock:` of a case describes: `{exitCode, stdout, stderr}`, `json` in place of `stdout`.
fn mocked(answer: &Json) -> Ended {
    let text = |key: &str| answer.get(key).map(super::values::plain).unwrap_or_default();
    let stdout = if answer.get("json").is_some() { text("json") } else { text("stdout") };
    let code = answer.get("exitCode").and_then(Json::as_i64).and_then(|code| i32::try_from(code).ok());
    Ended { code: Some(code.unwrap_or(0)), signal: None, stdout: stdout.into(), stderr: text("stderr").into() }
}

/// The entry of a tool whose handler is a command; documented only where nothing can run it.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "exec")]
macro_rules! __command_entry {
    ($text:expr) => {{
        fn call<'call>(
            granted: $crate::__private::Granted<'call>,
            _: &'call mut [$crate::__private::Slot<'call>],
        ) -> $crate::__private::Outcome {
            static PLAN: $crate::__private::Plan<$crate::__private::Command> = $crate::__private::Plan::new($text);
            $crate::__private::command(&PLAN, &granted)
        }
        $crate::__private::Entry::Sync(call)
    }};
}

/// The entry of a tool whose handler is a command; documented only where nothing can run it.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "exec"))]
macro_rules! __command_entry {
    ($text:expr) => {
        $crate::__private::Entry::Data
    };
}

#[cfg(test)]
mod tests;
