//! Confines the calling thread as a backend needs it before it starts anything.

use std::path::Path;

use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities, set_no_new_privs,
};

use super::backend::Backend;
use super::error::SandboxError;
use super::profile::Profile;
use super::{landlock, seccomp};

/// Restricts the calling thread, and with it everything it starts, for good.
pub(super) fn confine(backend: Backend, profile: &Profile, scratch: &Path) -> Result<(), SandboxError> {
    match backend {
        Backend::Landlock => {
            drop_privileges().map_err(|error| SandboxError::start("privileges cannot be given up", &error))?;
            landlock::restrict(profile, scratch)?;
            seccomp::restrict(profile.network)
        }
        // These take what they need and then give everything up themselves.
        Backend::Firejail | Backend::Bubblewrap | Backend::Docker | Backend::None => Ok(()),
    }
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
