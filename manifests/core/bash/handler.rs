//! `bash`: a command line in, what it printed out.

use std::time::Duration;

use toolgen_runtime::{Exec, Result, ToolError, tool};

/// After this the command and its process group are killed.
const SECONDS: u64 = 120;

/// Run a command line with bash in the workspace. Prefer the file tools for reading and writing files.
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
    #[arg(programs("bash"))] exec: &Exec,
) -> Result<String> {
    let output = exec.command("bash")?.args(["-c", command]).timeout(Duration::from_secs(SECONDS)).run();
    let output = output.map_err(|error| match error.error_type.as_ref() {
        "ToolTimeout" => ToolError::new("ToolTimeout", format!("Timeout ({SECONDS}s)"))
            .suggestion("Run something shorter, or in the background."),
        _ => error,
    })?;
    let mut text = format!("{}{}", output.stdout.text(), output.stderr.text()).trim().to_owned();
    let ended = match (output.code, output.signal) {
        (Some(0), _) => None,
        (Some(code), _) => Some(format!("(exit code {code})")),
        (None, signal) => Some(format!("(killed by signal {})", signal.unwrap_or_default())),
    };
    if let Some(ended) = ended {
        text = format!("{text}\n{ended}").trim_start().to_owned();
    }
    Ok(text)
}
