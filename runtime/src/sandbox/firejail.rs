//! The command line of `firejail`, and which of the operator's own arguments may be added to it.

use std::path::{Path, PathBuf};

use super::error::SandboxError;
use super::profile::{Network, Profile, SYSTEM};
use crate::shell::Command;

/// Folders at the root that firejail itself fills, or that the system's programs are in.
const KEPT: &[&str] =
    &["/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/dev", "/proc", "/tmp"];

/// Arguments that can only take something away. Everything else could open what the profile closes.
const TIGHTEN: &[&str] = &[
    "--caps.drop=",
    "--seccomp",
    "--seccomp.drop=",
    "--blacklist=",
    "--read-only=",
    "--noexec=",
    "--rlimit-",
    "--net=none",
    "--nodbus",
    "--nodvd",
    "--nogroups",
    "--noinput",
    "--nonewprivs",
    "--noprinters",
    "--noroot",
    "--nosound",
    "--notv",
    "--nou2f",
    "--novideo",
    "--no3d",
    "--noautopulse",
    "--private-cache",
    "--private-dev",
    "--private-tmp",
    "--disable-mnt",
    "--machine-id",
    "--memory-deny-write-execute",
    "--restrict-namespaces",
    "--shell=none",
    "--x11=none",
    "--timeout=",
    "--nice=",
    "--ipc-namespace",
    "--protocol=",
    "--quiet",
    "--nowheel",
    "--apparmor",
    "--dbus-user=none",
    "--dbus-system=none",
    "--hostname=",
    "--seccomp.block-secondary",
];

/// Checks the operator's `firejail_args`.
///
/// # Errors
/// `sandbox.args` for an argument that is not known only to tighten.
pub fn check_args(arguments: &[String]) -> Result<(), SandboxError> {
    let tightens = |argument: &String| {
        let allowed = TIGHTEN
            .iter()
            .any(|known| if known.ends_with(['=', '-']) { argument.starts_with(known) } else { argument == known });
        allowed && !argument.contains(char::is_control)
    };
    match arguments.iter().find(|argument| !tightens(argument)) {
        None => Ok(()),
        Some(argument) => {
            let message = format!("`firejail_args` may only tighten; `{}` is not known to", argument.escape_debug());
            Err(SandboxError::new("sandbox.args", message))
        }
    }
}

/// The whole command line.
pub(super) fn argv(
    profile: &Profile,
    scratch: &Path,
    more: &[String],
    program: &str,
    command: &Command,
) -> Vec<String> {
    let mut argv: Vec<String> = [
        "firejail",
        "--quiet",
        "--noprofile",
        "--caps.drop=all",
        "--nonewprivs",
        "--seccomp",
        "--private-dev",
        "--nosound",
        "--no3d",
        "--novideo",
        "--notv",
        "--nodvd",
        "--nou2f",
        "--noinput",
        "--nogroups",
        "--machine-id",
        "--disable-mnt",
        "--dbus-user=none",
        "--dbus-system=none",
        "--deterministic-exit-code",
        "--deterministic-shutdown",
        "--restrict-namespaces",
    ]
    .map(str::to_owned)
    .to_vec();
    if profile.network == Network::None {
        argv.push("--net=none".to_owned());
        argv.push("--protocol=inet".to_owned());
    } else {
        argv.push("--protocol=inet,inet6".to_owned());
    }
    argv.extend(hidden(profile, scratch));
    argv.extend(more.iter().cloned());
    argv.extend(["TMPDIR", "HOME"].map(|name| format!("--env={name}={}", scratch.display())));
    argv.extend(command.assignments.iter().map(|(name, value)| format!("--env={name}={value}")));
    argv.extend(["--".to_owned(), program.to_owned()]);
    argv.extend(command.argv.iter().skip(1).cloned());
    argv
}

/// What closes the rest of the file system: a folder at the root is hidden, or only the places in it are shown
/// that the profile names.
fn hidden(profile: &Profile, scratch: &Path) -> Vec<String> {
    let writable = [profile.workspace.as_path(), scratch];
    let mut shown: Vec<PathBuf> = writable.iter().map(|path| path.to_path_buf()).collect();
    shown.extend(profile.readable().into_iter().filter(|path| !SYSTEM.iter().any(|system| path.starts_with(system))));
    let mut argv = vec!["--read-only=/".to_owned()];
    for root in entries("/") {
        if root == Path::new("/run") {
            // Firejail itself lives in one of its folders.
            let inside = entries("/run").into_iter().filter(|path| path != Path::new("/run/firejail"));
            argv.extend(inside.map(|path| format!("--blacklist={}", path.display())));
        } else if !KEPT.iter().any(|kept| root == Path::new(kept)) && !shown.iter().any(|path| path.starts_with(&root))
        {
            argv.push(format!("--blacklist={}", root.display()));
        }
    }
    if !shown.iter().any(|path| path.starts_with("/tmp")) {
        argv.push("--private-tmp".to_owned());
    }
    argv.extend(shown.iter().map(|path| format!("--whitelist={}", path.display())));
    argv.extend(shown.iter().skip(writable.len()).map(|path| format!("--read-only={}", path.display())));
    argv.push("--read-only=/etc".to_owned());
    argv.extend(writable.iter().map(|path| format!("--read-write={}", path.display())));
    for folder in profile.leading() {
        // What is as it should be already gets no mount of its own.
        argv.extend(["--read-only", "--read-write"].map(|option| format!("{option}={}", folder.display())));
    }
    let protected = profile.protected.iter().filter(|path| path.exists());
    argv.extend(protected.map(|path| format!("--read-only={}", path.display())));
    argv.extend(profile.hidden.iter().map(|path| format!("--blacklist={}", path.display())));
    argv
}

fn entries(folder: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_may_only_tighten() {
        let check = |arguments: &[&str]| {
            check_args(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
        };
        assert!(check(&["--nosound", "--blacklist=/opt", "--rlimit-nproc=5", "--net=none"]).is_ok());
        for argument in [
            "--noprofile",
            "--whitelist=/",
            "--read-write=/etc",
            "--ignore=seccomp",
            "--net=eth0",
            "--profile=x",
            "--allow-debuggers",
            "--keep-fd=3",
            "--caps.keep=sys_admin",
            "--nosound=x",
            "ls",
            "--",
            "--join=1",
            "--noblacklist=/root",
            "--env=A=b",
            "--bind=/,/x",
        ] {
            assert_eq!(check(&[argument]).map_err(|error| error.code), Err("sandbox.args"), "{argument}");
        }
    }
}
