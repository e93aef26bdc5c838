//! A configured backend goes in, one that really works here comes out, or the reason why there is none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use toolgen_model::enforced;

use super::backend::Backend;
use super::error::SandboxError;
use super::none;
use super::probe::probe_for;

/// What the operator asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The first that works
    #[default]
    Auto,
    /// This one, or nothing runs
    Named(Backend),
}

impl FromStr for Choice {
    type Err = SandboxError;

    fn from_str(name: &str) -> Result<Choice, SandboxError> {
        if name == "auto" { Ok(Choice::Auto) } else { name.parse().map(Choice::Named) }
    }
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Selection {
    /// The backend
    pub backend: Backend,
    /// What must be said loudly: nothing confines programs
    pub warning: Option<String>,
    /// Those that were tried before and why they do not work
    pub missing: Vec<(Backend, String)>,
}

/// Chooses a backend by running its probe; what was found is kept for the life of the process.
///
/// # Errors
/// `sandbox.unavailable` when a backend was named and does not work here. Nothing runs then: another one, or
/// none, is the operator's decision.
pub fn select(choice: Choice, launcher: &Path) -> Result<Selection, SandboxError> {
    select_for(choice, launcher, false)
}

/// The same for programs that must not see all of their workspace, when `hides` says so.
pub(crate) fn select_for(choice: Choice, launcher: &Path, hides: bool) -> Result<Selection, SandboxError> {
    let candidates = match choice {
        Choice::Named(backend) if enforced!("sandbox.named_backend") => vec![backend],
        Choice::Named(backend) => vec![backend, Backend::None],
        Choice::Auto => Backend::ALL.to_vec(),
    };
    let mut missing = Vec::new();
    for backend in candidates {
        match remembered(backend, launcher, hides) {
            Ok(()) => {
                let warning = (backend == Backend::None).then(|| none::WARNING.to_owned());
                return Ok(Selection { backend, warning, missing });
            }
            Err(error) if choice == Choice::Named(backend) && enforced!("sandbox.named_backend") => {
                let message = format!(
                    "the backend `{backend}` was named and does not work here: {}. Install it, name another one, or use `auto`",
                    error.message
                );
                return Err(SandboxError::new("sandbox.unavailable", message));
            }
            Err(error) => missing.push((backend, error.message)),
        }
    }
    Err(SandboxError::new("sandbox.unavailable", "no program can be started at all"))
}

fn remembered(backend: Backend, launcher: &Path, hides: bool) -> Result<(), SandboxError> {
    type Known = HashMap<(Backend, bool, PathBuf), Result<(), SandboxError>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    known.entry((backend, hides, launcher.to_owned())).or_insert_with(|| probe_for(backend, launcher, hides)).clone()
}
