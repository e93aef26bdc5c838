//! Shell scripts: the text that a call's gate row lets through in, its programs run in the sandbox out.
//!
//! A plain script runs as the argument lists that were judged, without a shell. Only an opaque one is handed to a
//! shell, and only inside the sandbox.

use std::time::Duration;

use super::Exec;
use super::output::Output;
use crate::error::ToolError;
use crate::shell::{self, Judgement, Plan};

/// The scripts that a call may run: one argument, as the gate has judged it.
#[derive(Debug)]
pub(super) struct Allowed {
    pub(super) text: String,
    pub(super) judgement: Judgement,
}

/// A script that is going to run.
#[derive(Debug)]
pub struct Script<'exec> {
    exec: &'exec Exec,
    plan: Plan,
    time: Duration,
}

impl Exec {
    /// The script of this call, to run with [`Script::run`]. The gate row must name the argument that it stands
    /// in, as `programs("shell(command)")` does.
    ///
    /// # Errors
    /// `PermissionDenied` for another script than the one that was judged, and for one that the operator's policy
    /// denies.
    pub fn script(&self, text: &str) -> Result<Script<'_>, ToolError> {
        let denied = |text: String| ToolError::new("PermissionDenied", text);
        let Some(allowed) = self.scripts.iter().find(|allowed| allowed.text == text) else {
            return Err(denied("This call has no permission to run this script".to_owned()));
        };
        if let Some(text) = allowed.judgement.denial() {
            return Err(denied(format!("The script is denied: {text}"))
                .suggestion("Do it another way; `explain --shell` on the command line shows what decides."));
        }
        let plan = match shell::parse(text) {
            shell::Script::Plain(plan) => plan,
            shell::Script::Opaque(_) => shell::with_a_shell(text),
        };
        Ok(Script { exec: self, plan, time: super::command::TIME })
    }
}

impl Script<'_> {
    /// The same with another time limit than 120 seconds. The call's own deadline holds anyway.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Runs it in the workspace and waits for its end.
    ///
    /// # Errors
    /// As of [`Command::run`](super::Command::run); `PermissionDenied` where there is no sandbox to run it in.
    #[cfg(all(feature = "sandbox", target_os = "linux"))]
    pub fn run(self) -> Result<Output, ToolError> {
        self.exec.unchanged()?;
        let Some(jail) = &self.exec.jail else {
            return Err(ToolError::new("PermissionDenied", "sandbox.unavailable: scripts run in a sandbox only"));
        };
        let (folder, input, variables) = (None, Vec::new(), Vec::new());
        let run = crate::sandbox::Run { folder, time: self.time, input, variables, most: super::output::MOST };
        super::confined::plan(&self.plan, run, "The script", jail, &self.exec.context)
    }

    /// Scripts run in a sandbox only, and there is none.
    ///
    /// # Errors
    /// Always `PermissionDenied`.
    #[cfg(not(all(feature = "sandbox", target_os = "linux")))]
    pub fn run(self) -> Result<Output, ToolError> {
        let (commands, time) = (self.plan.commands().count(), self.time.as_secs());
        let text = format!(
            "sandbox.unavailable: a script of {commands} programs and {time} s needs a sandbox, and this program has none"
        );
        let _ = &self.exec.context;
        Err(ToolError::new("PermissionDenied", text))
    }
}
