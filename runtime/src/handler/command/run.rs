//! An invocation in, its end out, through the capability of the call.

use std::time::Duration;

use toolgen_model::handler::Command;

use super::argv::Invocation;
use super::output::Ended;
use crate::binding::Injected;
use crate::capability::exec::Exec;
use crate::error::ToolError;
use crate::gate::Granted;

/// The most bytes of output that are kept when the manifest does not say.
const KEPT: u64 = 1 << 20;

pub(super) fn run(command: &Command, invocation: &Invocation, granted: &Granted<'_>) -> Result<Ended, ToolError> {
    let exec = <&Exec>::inject(granted)?;
    let mut process = exec
        .command(&invocation.program)?
        .args(invocation.args.iter().cloned())
        .input(invocation.stdin.clone())
        .keep(usize::try_from(command.max_bytes.unwrap_or(KEPT)).unwrap_or(usize::MAX));
    for (name, value) in &invocation.env {
        process = process.env(name, value);
    }
    if let Some(folder) = &invocation.cwd {
        process = process.folder(folder)?;
    }
    if let Some(ms) = command.timeout_ms {
        process = process.timeout(Duration::from_millis(ms));
    }
    let output = process.run()?;
    Ok(Ended { code: output.code, signal: output.signal, stdout: output.stdout, stderr: output.stderr })
}
