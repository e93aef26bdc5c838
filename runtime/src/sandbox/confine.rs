//! Confines the calling thread as a backend needs it before it starts anything, in two steps: what no job changes, and
//! what the profile of one says.

use std::path::Path;

use ::landlock::RulesetCreated;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities, set_no_new_privs,
};

use super::backend::Backend;
use super::error::SandboxError;
use super::job::Kind;
use super::profile::{Network, Profile};
use super::{hide, landlock, seccomp};

/// A thread that is prepared for a kind of job.
pub(super) enum Prepared {
    /// Without privileges and behind a system call filter; the rules of the system's files
    Landlock(RulesetCreated),
    /// The same, once the places of the job are hidden, which takes the privileges
    Hiding(Network),
    /// These take what they need and then give everything up themselves
    AsItIs,
}

/// Takes from the calling thread for good what no job of that kind needs.
pub(super) fn prepare(kind: Kind) -> Result<Prepared, SandboxError> {
    match kind.backend {
        Backend::Landlock if kind.hides => Ok(Prepared::Hiding(kind.network)),
        Backend::Landlock => close(kind.network).map(Prepared::Landlock),
        Backend::Firejail | Backend::Bubblewrap | Backend::Docker | Backend::None => Ok(Prepared::AsItIs),
    }
}

impl Prepared {
    /// Restricts the calling thread, and with it everything it starts, for good.
    pub(super) fn enter(self, profile: &Profile, scratch: &Path) -> Result<(), SandboxError> {
        match self {
            Prepared::Landlock(rules) => landlock::restrict(rules, profile, scratch),
            Prepared::Hiding(network) => {
                hide::hide(profile)?;
                landlock::restrict(close(network)?, profile, scratch)
            }
            Prepared::AsItIs => Ok(()),
        }
    }
}

/// Gives up privileges, installs the filter and opens the rules of the system's files.
fn close(network: Network) -> Result<RulesetCreated, SandboxError> {
    drop_privileges().map_err(|error| SandboxError::start("privileges cannot be given up", &error))?;
    seccomp::restrict(network)?;
    landlock::rules(network)
}

/// Gives up every capability, also those that starting a program as root would bring back.
fn drop_privileges() -> std::io::Result<()> {
    set_no_new_privs(true)?;
    let present = capabilities(None)?;
    if present.permitted.contains(CapabilitySet::SETPCAP) {
        for capability in CapabilitySet::all().iter() {
            // Older kernels do not know the newest ones.
            let _ = remove_capability_from_bounding_set(capability);
        }
    }
    let _ = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(())
}
