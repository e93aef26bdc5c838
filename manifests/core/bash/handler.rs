//! `bash`: a command line in, what it printed out. It is judged before it runs, and runs in the sandbox.

use std::time::Duration;

use toolgen_runtime::{Captured, Exec, Result, ToolError, tool};

/// After this the command and its process group are killed.
const SECONDS: u64 = 120;
/// The most of a failed command's output that its error holds.
const MOST_BYTES: usize = 40_000;

/// Run a command line in the workspace, in a sandbox: no network, and no files outside of the workspace but the
/// system's. Plain commands with `&&`, `||`, `;` and `|` run as they are; anything else is read by bash. Prefer the
/// file tools for reading and writing files.
#[tool(
    title = "Bash",
    group = "core",
    effect = destructive,
    open_world = true,
    default = supervised,
    confirm = "Run in the workspace: ${input.command}",
    registry = default
)]
pub(crate) fn bash(
    /// The command line.
    #[arg(length(1..=100000), positional = 1)]
    command: &str,
    #[arg(programs("shell(command)"))] exec: &Exec,
) -> Result<String> {
    let output = exec.script(command)?.timeout(Duration::from_secs(SECONDS)).run();
    let output = output.map_err(|error| match error.error_type.as_ref() {
        "ToolTimeout" => ToolError::new("ToolTimeout", format!("Timeout ({SECONDS}s)"))
            .suggestion("Run something shorter, or in the background."),
        _ => error,
    })?;
    let text = format!("{}{}", output.stdout.text(), output.stderr.text());
    // Before the text, where no later cut can take it away.
    let kept = |name: &str, stream: &Captured| match stream.is_cut() {
        true => format!("[{name} had {} bytes; {} of them are left out]\n", stream.total(), stream.omitted()),
        false => String::new(),
    };
    let text = format!("{}{}{}", kept("stdout", &output.stdout), kept("stderr", &output.stderr), text.trim());
    match (output.code, output.signal) {
        (Some(0), _) => Ok(text),
        (Some(code), _) => Err(failed(&format!("exit code {code}"), &text)),
        (None, signal) => Err(failed(&format!("killed by signal {}", signal.unwrap_or_default()), &text)),
    }
}

/// The error of a command that failed, with as much of what it printed as an error may hold: why it failed mostly
/// stands at the end.
fn failed(how: &str, text: &str) -> ToolError {
    let text = Captured::of(text, MOST_BYTES).text();
    ToolError::new("ToolExecutionError", format!("{how}\n{text}").trim_end().to_owned())
}
