//! Places of a workspace in, a process that cannot see them out: an empty folder lies on each folder, and nothing that
//! could be opened on each file.
//!
//! Landlock cannot take back a part of what it grants. So its launcher gets mounts of its own, which nobody else sees and
//! which end with it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change, mount_remount};
use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

use super::error::SandboxError;

/// What a hidden place is for whoever opens it.
const NOTHING: MountFlags =
    MountFlags::RDONLY.union(MountFlags::NOSUID).union(MountFlags::NODEV).union(MountFlags::NOEXEC);

fn refuse(what: &str, error: &dyn std::fmt::Display) -> SandboxError {
    let message = format!(
        "the policy closes places of the workspace, and Landlock needs a mount namespace to hide them, which this machine \
         does not give ({what}: {error}); firejail or bubblewrap may do it"
    );
    SandboxError::new("sandbox.unavailable", message)
}

/// Gives this process mounts of its own. It must have one thread only.
///
/// # Errors
/// `sandbox.unavailable` where the machine gives none.
pub(super) fn own_mounts() -> Result<(), SandboxError> {
    match unshare(UnshareFlags::NEWNS) {
        Ok(()) => {}
        Err(Errno::PERM) => {
            let (user, group) = (geteuid().as_raw(), getegid().as_raw());
            unshare(UnshareFlags::NEWNS | UnshareFlags::NEWUSER).map_err(|error| refuse("unshare", &error))?;
            same_user(user, group).map_err(|error| refuse("the user of the namespace", &error))?;
        }
        Err(error) => return Err(refuse("unshare", &error)),
    }
    // What is mounted outside still comes in, and nothing gets out.
    mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)
        .map_err(|error| refuse("mount", &error))
}

#[expect(deprecated, reason = "its other form is unsafe for the sake of descriptor tables, which stay shared here")]
fn unshare(flags: UnshareFlags) -> rustix::io::Result<()> {
    rustix::thread::unshare(flags)
}

/// Whoever this was outside it is inside.
fn same_user(user: u32, group: u32) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Hides the places from this process and all that it starts. One that is gone needs no hiding.
///
/// # Errors
/// `sandbox.unavailable` when one of them cannot be hidden.
pub(super) fn hide(places: &[PathBuf]) -> Result<(), SandboxError> {
    places.iter().try_for_each(|place| match cover(place) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(refuse(&place.display().to_string(), &error)),
    })
}

fn cover(place: &Path) -> rustix::io::Result<()> {
    if place.is_dir() {
        return mount("tmpfs", place, "tmpfs", NOTHING, c"mode=0555,size=4k");
    }
    mount_bind("/dev/null", place)?;
    // A device that is no device there cannot be opened.
    mount_remount(place, MountFlags::BIND | NOTHING, c"")
}
