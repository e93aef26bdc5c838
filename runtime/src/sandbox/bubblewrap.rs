//! The command line of `bwrap`: an empty world with the workspace and the system in it.

use std::path::Path;

use super::profile::{Network, Profile};
use crate::shell::Command;

/// What of `/proc` belongs to the kernel and not to a process, beside what `bwrap` closes itself.
const KERNEL: &[&str] = &["/proc/sys", "/proc/fs", "/proc/scsi", "/proc/mtrr", "/proc/acpi"];

/// The whole command line. The environment must have been cleared already: `bwrap` keeps what it was started
/// with readable in `/proc/1/environ`, whatever its options say.
pub(super) fn argv(profile: &Profile, program: &str, command: &Command) -> Vec<String> {
    let mut argv: Vec<String> = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        .map(str::to_owned)
        .to_vec();
    if profile.network == Network::Open {
        argv.push("--share-net".to_owned());
    }
    // First, for what is shown may lie in them.
    argv.extend(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"].map(str::to_owned));
    // Without this root could still change the kernel's settings: `bwrap` takes a folder that is not writable for
    // one whose files are not. Each mount costs time, and nobody else can write there.
    let root = rustix::process::geteuid().is_root();
    for path in KERNEL.iter().filter(|path| root && Path::new(path).exists()) {
        argv.extend(["--ro-bind", path, path].map(str::to_owned));
    }
    for path in profile.readable() {
        let real = path.canonicalize().ok().filter(|real| *real != path && real.starts_with("/usr"));
        let path = path.display().to_string();
        match real {
            // `/bin` is a link into `/usr` on most systems, and `/etc/localtime` is one. A link costs no mount.
            Some(real) => argv.extend(["--symlink".to_owned(), real.display().to_string(), path]),
            None => argv.extend(["--ro-bind".to_owned(), path.clone(), path]),
        }
    }
    let workspace = profile.workspace.display().to_string();
    argv.extend(["--bind".to_owned(), workspace.clone(), workspace]);
    for path in profile.leading() {
        let path = path.display().to_string();
        argv.extend(["--bind".to_owned(), path.clone(), path]);
    }
    for path in profile.protected.iter().filter(|path| path.exists()) {
        let path = path.display().to_string();
        argv.extend(["--ro-bind".to_owned(), path.clone(), path]);
    }
    // Last, so that nothing that was shown before shows through.
    for path in &profile.hidden {
        let text = path.display().to_string();
        match path.is_dir() {
            true => argv.extend(["--tmpfs".to_owned(), text.clone(), "--remount-ro".to_owned(), text]),
            false => argv.extend(["--ro-bind".to_owned(), "/dev/null".to_owned(), text]),
        }
    }
    argv.extend(["--chdir".to_owned(), profile.folder.display().to_string()]);
    argv.extend(["--remount-ro", "/", "--setenv", "TMPDIR", "/tmp", "--setenv", "HOME", "/tmp"].map(str::to_owned));
    for (name, value) in &command.assignments {
        argv.extend(["--setenv".to_owned(), name.clone(), value.clone()]);
    }
    argv.extend(["--".to_owned(), program.to_owned()]);
    argv.extend(command.argv.iter().skip(1).cloned());
    argv
}
