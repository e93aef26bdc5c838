//! One call's programs: the operator's settings and a workspace in, plans that run confined in it out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::auto::{Selection, select_for};
use super::backend::Backend;
use super::entry::has_entered;
use super::environment::Environment;
use super::error::SandboxError;
use super::guard::Guard;
use super::launcher::{Launcher, Outcome};
use super::profile::{Network, Profile};
use super::settings::Settings;
use crate::shell::Plan;

/// Where the programs of one call run.
#[derive(Clone, Debug)]
pub struct Jail {
    launcher: Launcher,
    profile: Profile,
    selection: Selection,
}

/// One run in a jail.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where the programs start; the workspace when absent
    pub folder: Option<PathBuf>,
    /// How long they may run
    pub time: Duration,
    /// What they read
    pub input: Vec<u8>,
    /// Variables beside the nine base names
    pub variables: Vec<(String, String)>,
    /// Bytes that are kept of each stream
    pub most: usize,
}

impl Jail {
    /// The jail of a call in this process. The limits are those of the settings, and what decides about the agent is
    /// protected, whatever the profile says of that. The process is one whose `main` begins with [`launcher_entry`](super::launcher_entry).
    ///
    /// # Errors
    /// `sandbox.unavailable` when the operator named a backend that does not work here, or that cannot hide what the
    /// profile hides; `sandbox.start` when this process cannot launch itself.
    pub fn new(settings: &Settings, profile: Profile) -> Result<Jail, SandboxError> {
        if !has_entered() {
            let message = "this program cannot launch itself confined; its `main` must begin with `toolgen_runtime::main` or `sandbox::launcher_entry()`";
            return Err(SandboxError::new("sandbox.start", message));
        }
        Jail::by(Path::new("/proc/self/exe"), settings, profile)
    }

    /// The same by another binary whose `main` begins with [`launcher_entry`](super::launcher_entry).
    ///
    /// # Errors
    /// As of [`Jail::new`].
    pub fn by(program: &Path, settings: &Settings, mut profile: Profile) -> Result<Jail, SandboxError> {
        profile.limits = settings.limits;
        profile.protected = Guard::places(&profile.workspace);
        let selection = select_for(settings.choice, program, !profile.hidden.is_empty())?;
        let launcher = Launcher::at(program, selection.backend).firejail_args(settings.firejail_args.clone())?;
        Ok(Jail { launcher, profile, selection })
    }

    /// What confines.
    pub fn backend(&self) -> Backend {
        self.launcher.backend()
    }

    /// What must be said loudly: nothing confines programs.
    pub fn warning(&self) -> Option<&str> {
        self.selection.warning.as_deref()
    }

    /// What the approver reads and the audit log keeps: the backend, the network, and how much is hidden.
    pub fn name(&self) -> String {
        let network = if self.profile.network == Network::Open { ", network" } else { "" };
        let hidden = match self.profile.hidden.len() {
            0 => String::new(),
            1 => ", 1 place hidden".to_owned(),
            many => format!(", {many} places hidden"),
        };
        format!("{}{network}{hidden}", self.backend())
    }

    /// Starts a launcher ahead of the plan, for example while somebody is asked.
    pub fn warm(&self) {
        self.launcher.warm(&self.profile);
    }

    /// Runs a plan and waits for its end, or until the function says that it is given up.
    ///
    /// What decides about the agent stays as it was: where the backend cannot hold that in the first place, it
    /// is put back afterwards.
    ///
    /// # Errors
    /// `sandbox.*` and `env.*` when nothing ran, `path.protected` when a program changed what it must not.
    pub fn run(&self, plan: &Plan, run: Run, given_up: impl Fn() -> bool) -> Result<Outcome, SandboxError> {
        let mut profile = self.profile.clone();
        if let Some(folder) = run.folder {
            profile.folder = folder;
        }
        profile.limits.max_wall_time_ms = u64::try_from(run.time.as_millis()).unwrap_or(u64::MAX).max(1);
        profile.limits.max_output_bytes = run.most as u64;
        let mut environment = Environment::of_agent();
        for (name, value) in run.variables {
            environment.declare(&name, value)?;
        }
        let guard = Guard::new(&profile.workspace);
        let running = self.launcher.start(plan, &profile, &environment, run.input)?;
        let outcome = running.wait_unless(given_up);
        let changed = guard.restore();
        if let Some(place) = changed.first() {
            let message =
                format!("the program changed `{}`, which decides what may run; that was undone", place.display());
            return Err(SandboxError::new("path.protected", message));
        }
        outcome
    }
}
