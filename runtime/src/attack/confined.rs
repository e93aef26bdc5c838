//! Cases of kind `sandbox` and `sandbox_mount`: a backend and what is asked of it in, whether it is held, refused or
//! said loudly out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use toolgen_model::json::Json;

use super::path::text;
use super::run::LAUNCHER;
use super::world::{SECRET, World};
use super::{Answer, Decision};
use crate::capability::dir::Write;
use crate::sandbox::{
    Backend, Choice, Environment, Launcher, Probe, Profile, SandboxError, Settings, check_firejail_args, enough, probe,
    probe_in, select, select_for, verify,
};
use crate::shell::with_a_shell;

/// What a profile has no word for: whoever asks for it is refused when the configuration is read.
const NOT_TO_BE_HAD: &[&str] = &[
    "binds",
    "bind",
    "mounts",
    "volumes",
    "network",
    "seccomp",
    "privileged",
    "cap_add",
    "devices",
    "pid",
    "ipc",
    "docker_args",
    "security_opt",
];

/// A backend, a command, settings or a machine.
pub(super) fn judge(input: &Json) -> Answer {
    if let Some(arguments) = texts(input, "firejail_args") {
        return match check_firejail_args(&arguments) {
            Ok(()) => Answer::new(Decision::Allow, "sandbox.args"),
            Err(error) => Answer::new(Decision::RejectAtBuild, error.to_string()),
        };
    }
    let keys = NOT_TO_BE_HAD.iter().filter(|key| !Settings::SANDBOX_KEYS.contains(*key));
    if let Some(key) = keys.into_iter().find(|key| input.get(key).is_some()) {
        return Answer::new(Decision::RejectAtBuild, format!("sandbox.{key}: there is no such setting"));
    }
    if let Some(version) = input.get("abi").and_then(Json::as_i64) {
        return refused_or(enough(version), "landlock is new enough");
    }
    if text(input, "tool").is_some() && text(input, "outside").is_some() {
        return file_tool_outside();
    }
    let backend = match text(input, "backend").unwrap_or("auto").parse::<Choice>() {
        Ok(choice) => choice,
        Err(error) => return Answer::new(Decision::Deny, error.to_string()),
    };
    if let (Some(said), Choice::Named(backend)) = (text(input, "error"), backend) {
        return with_a_broken_program(backend, said);
    }
    if let (Some(user), Choice::Named(Backend::Firejail)) = (input.get("uid").and_then(Json::as_u64), backend) {
        return firejail_as(user);
    }
    if let (Some(_), Choice::Named(backend)) = (text(input, "socket"), backend) {
        return unix_socket(backend);
    }
    let selection = match select(backend, Path::new(LAUNCHER)) {
        Ok(selection) => selection,
        Err(error) => return Answer::new(Decision::Deny, error.to_string()),
    };
    if let Some(warning) = &selection.warning {
        return Answer::new(Decision::AllowWithBanner, warning.clone());
    }
    let script = match (text(input, "command"), text(input, "read"), text(input, "write")) {
        (Some(command), ..) => command.to_owned(),
        (_, Some(path), _) => format!("cat '{path}'"),
        (.., Some(path)) => format!("echo x >> '{path}'"),
        _ => "true".to_owned(),
    };
    let calls = input.get("calls").and_then(Json::as_u64).unwrap_or(1).clamp(1, 40);
    match run(selection.backend, &script, calls) {
        Err(fault) => Answer::new(Decision::Fault, fault),
        Ok((world, _)) if text(input, "then").is_some() => {
            let free = std::fs::write(world.base().join("database"), "x").is_ok();
            let reason = "sandbox.parent_free";
            Answer::new(if free { Decision::Contained } else { Decision::Deny }, reason)
        }
        Ok((_, true)) => Answer::new(Decision::Allow, selection.backend.name()),
        Ok((_, false)) => Answer::new(Decision::Deny, "sandbox.refused"),
    }
}

/// A place of the workspace or outside of it that a program would change.
pub(super) fn mount(input: &Json) -> Answer {
    if let Some(closed) = texts(input, "closed") {
        return behind(input, &closed);
    }
    let path = ["path", "target", "write", "source", "src", "mount"].iter().find_map(|key| text(input, key));
    let Some(path) = path else { return Answer::unfit("path") };
    let choice = text(input, "backend").unwrap_or("auto").parse::<Choice>();
    let selection = match choice.and_then(|choice| select(choice, Path::new(LAUNCHER))) {
        Ok(selection) => selection,
        Err(error) => return Answer::new(Decision::Deny, error.to_string()),
    };
    let world = match World::new(text(input, "root").unwrap_or("/ws")) {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    if let Some(script) = text(input, "setup")
        && let Err(why) = world.set_up(script)
    {
        return Answer::new(Decision::Fault, why);
    }
    let place = world.path(path);
    let script = format!("mkdir -p \"$(dirname '{place}')\"; echo x > '{place}'");
    let settings = Settings { choice: Choice::Named(selection.backend), ..Settings::default() };
    match super::run::confined_as(&settings, &world.workspace(), Vec::new(), &script, Duration::from_secs(10)) {
        Err(error) if error.starts_with("path.protected") => Answer::new(Decision::Contained, error),
        Err(error) => Answer::new(Decision::Deny, error),
        Ok(_) if !world.is_untouched() => Answer::new(Decision::Allow, "something outside was changed"),
        Ok(outcome) if outcome.ended.is_success() => Answer::new(Decision::Allow, "sandbox.inside"),
        Ok(_) => Answer::new(Decision::Contained, "sandbox.refused"),
    }
}

/// What a program gets to see of a workspace in which the policy closes places; a place that ends with `/` is a folder
/// with a secret in it, another one is the secret.
fn behind(input: &Json, closed: &[String]) -> Answer {
    let Some(command) = text(input, "command") else { return Answer::unfit("command") };
    let choice = text(input, "backend").unwrap_or("auto").parse::<Choice>();
    let selection = match choice.and_then(|choice| select_for(choice, Path::new(LAUNCHER), true)) {
        Ok(selection) => selection,
        Err(error) => return Answer::new(Decision::Deny, error.to_string()),
    };
    let world = match World::new("/ws") {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    let planted = closed.iter().map(|place| {
        let file = world.path(&if place.ends_with('/') { format!("{place}key") } else { place.clone() });
        world.plant(Path::new(&file)).map(|()| Path::new(&world.path(place)).components().collect())
    });
    let hidden: Vec<PathBuf> = match planted.collect::<std::io::Result<_>>() {
        Ok(hidden) => hidden,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    if let Some(script) = text(input, "setup")
        && let Err(why) = world.set_up(script)
    {
        return Answer::new(Decision::Fault, why);
    }
    let settings = Settings { choice: Choice::Named(selection.backend), ..Settings::default() };
    let script = world.script(command);
    match super::run::confined_as(&settings, &world.workspace(), hidden, &script, Duration::from_secs(10)) {
        Err(error) => Answer::new(Decision::Deny, error),
        Ok(outcome) if outcome.stdout.text().contains(SECRET) => Answer::new(Decision::Allow, "the secret was read"),
        Ok(outcome) if outcome.ended.is_success() => Answer::new(Decision::Allow, "sandbox.inside"),
        Ok(_) => Answer::new(Decision::Contained, "sandbox.hidden"),
    }
}

/// Runs a script in a backend that often; gives whether it ended well.
fn run(backend: Backend, script: &str, calls: u64) -> Result<(World, bool), String> {
    let world = World::new("/ws").map_err(|error| error.to_string())?;
    let mut profile = Profile::new(&world.workspace()).map_err(|error| error.to_string())?;
    profile.limits.max_wall_time_ms = 10_000;
    let mut good = true;
    for _ in 0..calls {
        let launcher = Launcher::at(Path::new(LAUNCHER), backend);
        let outcome = launcher.run(&with_a_shell(script), &profile, &Environment::of_agent());
        let outcome = outcome.map_err(|error| error.to_string())?;
        good &= outcome.ended.is_success() && !outcome.stdout.text().contains(SECRET);
    }
    Ok((world, good))
}

fn file_tool_outside() -> Answer {
    let written = World::new("/ws").map_err(|error| error.to_string()).map(|world| {
        let outside = world.path("/home/u/.bashrc");
        world.dir::<Write>().and_then(|dir| dir.write(&outside, "x"))
    });
    match written {
        Ok(Err(error)) => Answer::new(Decision::Deny, format!("path.outside_root: {}", error.message)),
        Ok(Ok(())) => Answer::new(Decision::Allow, "it was written"),
        Err(fault) => Answer::new(Decision::Fault, fault),
    }
}

/// A backend whose program fails as the case says.
fn with_a_broken_program(backend: Backend, said: &str) -> Answer {
    let name = match backend {
        Backend::Bubblewrap => "bwrap",
        other => other.name(),
    };
    let stub = World::new("/stub").and_then(|world| {
        let file = world.workspace().join(name);
        std::fs::write(&file, format!("#!/bin/sh\ncat <<'END' >&2\n{}\nEND\nexit 1\n", said.replace('\n', " ")))?;
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        Ok(world)
    });
    match stub {
        Ok(world) => {
            let path = format!("{}:/usr/bin:/bin", world.workspace().display());
            refused_or(probe_in(backend, Path::new(LAUNCHER), &path), "the backend works")
        }
        Err(error) => Answer::new(Decision::Fault, error.to_string()),
    }
}

/// Firejail as another user, as far as this one may become that.
fn firejail_as(user: u64) -> Answer {
    use std::os::unix::process::CommandExt;
    let user = u32::try_from(user).unwrap_or(u32::MAX);
    if let Err(error) = probe(Backend::Firejail, Path::new(LAUNCHER)) {
        return Answer::new(Decision::Deny, error.to_string());
    }
    let mut command = Command::new("firejail");
    command.args(["--quiet", "--noprofile", "true"]).uid(user).gid(user).current_dir("/").env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Answer::new(Decision::Allow, "firejail works for that user"),
        Ok(status) => Answer::new(Decision::Deny, format!("sandbox.unavailable: {status}")),
        Err(error) => Answer::new(Decision::Deny, format!("sandbox.unavailable: {error}")),
    }
}

/// Whether a socket outside is out of reach, by the probe suite.
fn unix_socket(backend: Backend) -> Answer {
    match verify(backend, Path::new(LAUNCHER)) {
        Err(error) => Answer::new(Decision::Deny, error.to_string()),
        Ok(verified) => {
            let held = verified.iter().any(|found| found.row.probe == Probe::UnixSocket && found.found);
            let decision = if held { Decision::Contained } else { Decision::Allow };
            Answer::new(decision, "sandbox.unix_socket")
        }
    }
}

fn refused_or(result: Result<(), SandboxError>, good: &str) -> Answer {
    match result {
        Ok(()) => Answer::new(Decision::Allow, good),
        Err(error) => Answer::new(Decision::Deny, error.to_string()),
    }
}

fn texts(input: &Json, key: &str) -> Option<Vec<String>> {
    let items = input.get(key)?.as_array()?;
    Some(items.iter().filter_map(Json::as_str).map(str::to_owned).collect())
}
