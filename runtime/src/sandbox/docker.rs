//! The command line of `docker`: a throw-away container with the workspace in it.

use std::ffi::OsString;

use super::profile::{Network, Profile};
use crate::shell::Command;

/// The image when none is configured.
const IMAGE: &str = "alpine:latest";

/// The whole command line. Only names of variables stand on it, never values of the environment.
pub fn argv<'a>(profile: &Profile, variables: impl Iterator<Item = &'a OsString>, command: &Command) -> Vec<String> {
    let limits = &profile.limits;
    let workspace = profile.workspace.display().to_string();
    let mut argv: Vec<String> = [
        "docker",
        "run",
        "--rm",
        "--init",
        "--pull",
        "never",
        "--interactive",
        "--read-only",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        "--ipc",
        "none",
        "--tmpfs",
        "/tmp:rw,nosuid,nodev,size=64m",
    ]
    .map(str::to_owned)
    .to_vec();
    let network = if profile.network == Network::Open { "bridge" } else { "none" };
    argv.extend(["--network".to_owned(), network.to_owned()]);
    argv.extend(["--memory".to_owned(), format!("{}m", limits.max_memory_mb)]);
    argv.extend(["--memory-swap".to_owned(), format!("{}m", limits.max_memory_mb)]);
    argv.extend(["--cpus".to_owned(), format!("{}.{:02}", limits.max_cpu_percent / 100, limits.max_cpu_percent % 100)]);
    argv.extend(["--pids-limit".to_owned(), (limits.max_subprocesses + 1).to_string()]);
    argv.extend(["--ulimit".to_owned(), format!("nofile={}", limits.max_open_files)]);
    argv.extend([
        "--ulimit".to_owned(),
        format!("cpu={}", limits.max_cpu_time_seconds),
        "--ulimit".to_owned(),
        "core=0".to_owned(),
    ]);
    argv.extend(["--volume".to_owned(), format!("{workspace}:{workspace}")]);
    argv.extend(["--workdir".to_owned(), profile.folder.display().to_string()]);
    for path in profile.leading() {
        argv.extend(["--volume".to_owned(), format!("{0}:{0}", path.display())]);
    }
    for path in profile.protected.iter().filter(|path| path.exists()) {
        argv.extend(["--volume".to_owned(), format!("{0}:{0}:ro", path.display())]);
    }
    for path in &profile.hidden {
        match path.is_dir() {
            true => argv.extend(["--tmpfs".to_owned(), format!("{}:ro,size=4k", path.display())]),
            false => argv.extend(["--volume".to_owned(), format!("/dev/null:{}:ro", path.display())]),
        }
    }
    for path in &profile.read_only {
        argv.extend(["--volume".to_owned(), format!("{0}:{0}:ro", path.display())]);
    }
    // The container has folders of its own for these.
    let own = ["PATH", "HOME", "SHELL", "TMPDIR", "USER"];
    for name in variables.filter_map(|name| name.to_str()).filter(|name| !own.contains(name)) {
        argv.extend(["--env".to_owned(), name.to_owned()]);
    }
    for (name, value) in &command.assignments {
        argv.extend(["--env".to_owned(), format!("{name}={value}")]);
    }
    argv.push(IMAGE.to_owned());
    argv.extend(command.argv.iter().cloned());
    argv
}
