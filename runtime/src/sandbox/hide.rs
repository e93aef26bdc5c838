//! Places of a workspace in, a process that cannot see them out: an empty folder lies on each folder, and nothing that
//! could be opened on each file.
//!
//! Landlock cannot take back a part of what it grants. So its launcher gets mounts of its own, which nobody else sees and
//! which end with it.

use std::fs;
use std::io;
use std::path::Path;

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change, mount_remount,
};
use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

use super::error::SandboxError;
use super::profile::Profile;

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

/// Hides what the profile hides from this process and all that it starts, and holds the folders that lead there in their
/// place. One that is gone needs no hiding.
///
/// # Errors
/// `sandbox.unavailable` when something cannot be hidden.
pub(super) fn hide(profile: &Profile) -> Result<(), SandboxError> {
    let check = |place: &Path, done: rustix::io::Result<()>| match done {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(refuse(&place.display().to_string(), &error)),
    };
    profile.leading().into_iter().try_for_each(|folder| check(folder, mount_bind_recursive(folder, folder)))?;
    profile.hidden.iter().try_for_each(|place| check(place, cover(place)))
}

fn cover(place: &Path) -> rustix::io::Result<()> {
    if place.is_dir() {
        return mount("tmpfs", place, "tmpfs", NOTHING, c"mode=0555,size=4k");
    }
    mount_bind("/dev/null", place)?;
    // A device that is no device there cannot be opened.
    mount_remount(place, MountFlags::BIND | NOTHING, c"")
}
