//! The command line of `bwrap`: an empty world with the workspace and the system in it.

use std::path::Path;

use super::profile::{Network, Profile};
use crate::shell::Command;

/// What of `/proc` belongs to the kernel and not to a process.
const KERNEL: &[&str] = &[
    "/proc/sys",
    "/proc/sysrq-trigger",
    "/proc/irq",
    "/proc/bus",
    "/proc/fs",
    "/proc/scsi",
    "/proc/mtrr",
    "/proc/acpi",
];

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
    // one whose files are not.
    for path in KERNEL.iter().filter(|path| Path::new(path).exists()) {
        argv.extend(["--ro-bind", path, path].map(str::to_owned));
    }
    for path in profile.readable() {
        let path = path.display().to_string();
        match std::fs::read_link(&path) {
            // `/bin` is a link into `/usr` on most systems.
            Ok(target) if !target.is_absolute() && Path::new(&path).parent() == Some(Path::new("/")) => {
                argv.extend(["--symlink".to_owned(), target.display().to_string(), path]);
            }
            _ => argv.extend(["--ro-bind".to_owned(), path.clone(), path]),
        }
    }
    let workspace = profile.workspace.display().to_string();
    argv.extend(["--bind".to_owned(), workspace.clone(), workspace]);
    for path in profile.protected.iter().filter(|path| path.exists()) {
        let path = path.display().to_string();
        argv.extend(["--ro-bind".to_owned(), path.clone(), path]);
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
