//! Whether a backend works here: it is made to run a program, which must read what it may and must not read
//! what it may not.

use std::path::{Path, PathBuf};

use super::backend::Backend;
use super::environment::Environment;
use super::error::SandboxError;
use super::launcher::Launcher;
use super::limits::Limits;
use super::profile::Profile;
use super::suite::Grounds;
use crate::shell::{Command, Connector, Plan, Programs, SearchPath, Step};

/// Where the programs of a probe are found.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Runs the probe of a backend.
///
/// # Errors
/// `sandbox.unavailable` with what happened instead.
pub fn probe(backend: Backend, launcher: &Path) -> Result<(), SandboxError> {
    probe_for(backend, launcher, false)
}

/// The same, and whether it can hide a place of the workspace when `hides` says so.
pub(super) fn probe_for(backend: Backend, launcher: &Path, hides: bool) -> Result<(), SandboxError> {
    probe_with(backend, launcher, SYSTEM_PATH, hides)
}

/// The same with the backend's program out of other folders, written as in `PATH`.
#[cfg(feature = "attack")]
pub(crate) fn probe_in(backend: Backend, launcher: &Path, path: &str) -> Result<(), SandboxError> {
    probe_with(backend, launcher, path, false)
}

fn probe_with(backend: Backend, launcher: &Path, path: &str, hides: bool) -> Result<(), SandboxError> {
    let unavailable = |message: String| SandboxError::new("sandbox.unavailable", message);
    if let Some(program) = program_of(backend)
        && SearchPath::new(std::env::split_paths(path)).resolve(program).is_none()
    {
        return Err(unavailable(format!("there is no program `{program}` in {path}")));
    }
    let grounds = Grounds::new().map_err(|error| SandboxError::start("a folder for the probe", &error))?;
    let mut profile = Profile::new(&grounds.workspace())?;
    profile.limits = Limits { max_wall_time_ms: 10_000, ..Limits::default() };
    // One launch for all: the next program runs only when the first could read.
    let cat = |when, file: PathBuf| {
        let argv = vec!["cat".to_owned(), file.display().to_string()];
        Step { when, pipeline: vec![Command { assignments: Vec::new(), argv }] }
    };
    let mut plan = Plan { steps: vec![cat(Connector::Always, grounds.inside())] };
    if backend != Backend::None {
        if hides {
            profile.hidden = grounds.hide().map_err(|error| SandboxError::start("a folder for the probe", &error))?;
            plan.steps.extend(grounds.hidden_files().map(|file| cat(Connector::Always, file)));
        }
        plan.steps.push(cat(if hides { Connector::Always } else { Connector::IfOk }, grounds.secret()));
    }
    let environment = Environment::from_values(|name| if name == "PATH" { Some(path.into()) } else { base(name) });
    let found = Launcher::at(launcher, backend).run(&plan, &profile, &environment)?;
    let (read, said) = (found.stdout.text(), found.stderr.text());
    if read.contains(Grounds::SECRET) || (backend != Backend::None && found.ended.is_success()) {
        return Err(unavailable("a program can read files that it must not see".to_owned()));
    }
    if read != Grounds::INSIDE {
        let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing was said");
        let code = found.ended.code;
        return Err(unavailable(format!("a program cannot read its workspace (exit code {code}): {said}")));
    }
    Ok(())
}

/// What a probe's programs get.
pub(super) fn base(name: &str) -> Option<std::ffi::OsString> {
    match name {
        "PATH" => Some(SYSTEM_PATH.into()),
        "LC_ALL" => Some("C".into()),
        "HOME" => Some("/nonexistent".into()),
        _ => None,
    }
}

fn program_of(backend: Backend) -> Option<&'static str> {
    match backend {
        Backend::Firejail => Some("firejail"),
        Backend::Bubblewrap => Some("bwrap"),
        Backend::Docker => Some("docker"),
        Backend::Landlock | Backend::None => None,
    }
}
