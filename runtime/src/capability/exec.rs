//! Programs that the tool's gate row names, with an argument list and never through a shell.
//!
//! The program runs in the workspace with the nine variables of [`VARIABLES`] and nothing else of the agent's
//! environment. With feature `sandbox` it runs confined, as the operator configured it, and nothing that it starts
//! outlives the call. Without it, it runs in a process group of its own, which ends with the call; a grandchild
//! that makes a session of its own is out of the group's reach.

use std::fmt;
use std::path::PathBuf;

use super::place::workspace;
use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::context::Context;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::gate::approval::binding::Seal;
use crate::slot::Slot;
use crate::tool::Kind;

mod command;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
mod confined;
mod find;
mod output;
mod run;
#[cfg(feature = "shell")]
mod script;

#[cfg(all(feature = "sandbox", target_os = "linux"))]
use crate::sandbox::{Jail, Network, Profile, Settings};
pub use command::Command;
pub use output::Output;
#[cfg(feature = "shell")]
pub use script::Script;

/// The variables that a program gets, where the agent has them.
pub const VARIABLES: [&str; 9] = ["PATH", "HOME", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "USER", "SHELL", "TMPDIR"];

/// The programs that this call may run. A handler takes it by reference: `exec: &Exec`.
pub struct Exec {
    root: PathBuf,
    programs: Vec<String>,
    context: Context,
    seal: Option<Seal>,
    /// The scripts that were judged for this call
    #[cfg(feature = "shell")]
    scripts: Vec<script::Allowed>,
    /// Where programs run; none only in tests of the plain road
    #[cfg(all(feature = "sandbox", target_os = "linux"))]
    jail: Option<Jail>,
}

impl Exec {
    /// Looks right before a program starts whether all is still as somebody approved it.
    fn unchanged(&self) -> Result<(), ToolError> {
        self.seal.as_ref().map_or(Ok(()), |seal| seal.check().map_err(|refusal| refusal.error()))
    }

    /// A program with its arguments, to run with [`Command::run`].
    ///
    /// # Errors
    /// `PermissionDenied` when the gate row does not name the program, `FileNotFound` when it is not in
    /// `PATH`.
    pub fn command(&self, program: &str) -> Result<Command<'_>, ToolError> {
        if !self.programs.iter().any(|allowed| allowed == program) && toolgen_model::enforced!("exec.programs") {
            let text = format!("This call has no permission to run '{program}'");
            return Err(ToolError::new("PermissionDenied", text));
        }
        Ok(Command::new(self, find::program(program)?))
    }

    fn mint(granted: &Granted<'_>) -> Result<Exec, ToolError> {
        let row = granted.row()?;
        if row.gate.exec.is_empty() {
            let text = format!("Tool '{}' has no permission to run programs", row.name);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let call = granted.call();
        let root = workspace(&call.tools.root())?;
        #[cfg(feature = "shell")]
        let scripts = crate::shell::judged(&row.gate, call.input(), &root, &call.tools.configuration(), None)
            .map_err(|text| ToolError::new("InitError", text))?
            .into_iter()
            .map(|(text, judgement)| script::Allowed { text: text.to_owned(), judgement })
            .collect();
        #[cfg(all(feature = "sandbox", target_os = "linux"))]
        let jail = jail(call, &row.gate, &root)?;
        // With every call: a warning that is said once is soon forgotten.
        #[cfg(all(feature = "sandbox", target_os = "linux"))]
        if let Some(warning) = jail.warning() {
            granted.context().log(crate::context::Level::Warning, warning);
        }
        Ok(Exec {
            root,
            programs: row.gate.exec.clone(),
            context: granted.context().clone(),
            seal: granted.seal(),
            #[cfg(feature = "shell")]
            scripts,
            #[cfg(all(feature = "sandbox", target_os = "linux"))]
            jail: Some(jail),
        })
    }
}

/// The jail of a call, as the operator configured it, without what the policy closes.
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub(crate) fn jail(
    call: &crate::call::Call,
    gate: &toolgen_model::GateRow,
    root: &std::path::Path,
) -> Result<Jail, ToolError> {
    let jail = || {
        let mut profile = Profile::new(root)?;
        if !gate.net.is_empty() {
            profile.network = Network::Open;
        }
        profile.hidden = call.found.policy.as_ref().map_or_else(Vec::new, |policy| policy.hidden(call.tool.name, root));
        Jail::new(&Settings::of(&call.tools.configuration())?, profile)
    };
    jail().map_err(|error| confined::refusal(&error))
}

impl<'call> Injected<'call> for &'call Exec {
    fn inject(granted: &Granted<'call>) -> Result<&'call Exec, ToolError> {
        granted.hand_out(Exec::mint)
    }
}

impl<'call> Probe<&'call Exec> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The programs of this call.
    ///
    /// # Errors
    /// When the gate row does not allow it.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Exec, Misfit> {
        Ok(granted.hand_out(Exec::mint)?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}

impl fmt::Debug for Exec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exec").field("programs", &self.programs).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
