//! Cases of kind `exec`: a script in, whether it was held within its limits and nothing of it was left out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toolgen_model::json::Json;

use super::path::text;
use super::world::World;
use super::{Answer, Decision};
use crate::sandbox::{Jail, Outcome, Profile, Run, Settings, Stop};
use crate::shell::with_a_shell;

/// The launcher: this program itself, whose `main` begins with `launcher_entry`.
pub(super) const LAUNCHER: &str = "/proc/self/exe";

/// Runs a script in the backend that `auto` chooses.
pub(super) fn confined(workspace: &Path, script: &str, time: Duration) -> Result<Outcome, String> {
    confined_as(&Settings::default(), workspace, Vec::new(), script, time)
}

/// The same with the operator's settings, and without what is hidden.
pub(super) fn confined_as(
    settings: &Settings,
    workspace: &Path,
    hidden: Vec<PathBuf>,
    script: &str,
    time: Duration,
) -> Result<Outcome, String> {
    let mut settings = settings.clone();
    // The kernel itself then refuses what a bomb wants to start.
    settings.limits.own_cgroup = true;
    settings.limits.max_cpu_percent = 400;
    let profile = Profile { hidden, ..Profile::new(workspace).map_err(|error| error.to_string())? };
    let jail = Jail::by(Path::new(LAUNCHER), &settings, profile).map_err(|error| error.to_string())?;
    let (folder, input, variables) = (None, Vec::new(), Vec::new());
    let run = Run { folder, time, input, variables, most: 1 << 20 };
    jail.run(&with_a_shell(script), run, || false).map_err(|error| error.to_string())
}

/// A script with a time limit.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(command) = text(input, "command") else { return Answer::unfit("command") };
    let seconds = input.get("timeout_s").and_then(Json::as_u64).unwrap_or(5).clamp(1, 30);
    let world = match World::new("/ws") {
        Ok(world) => world,
        Err(error) => return Answer::new(Decision::Fault, error.to_string()),
    };
    let outcome = match confined(&world.workspace(), command, Duration::from_secs(seconds)) {
        Ok(outcome) => outcome,
        Err(error) => return Answer::new(Decision::Fault, error),
    };
    let left = survivors(&world.workspace());
    if !left.is_empty() {
        return Answer::new(Decision::Allow, format!("processes are left: {}", left.join("; ")));
    }
    match outcome.stop {
        Some(stop) => Answer::new(Decision::Contained, stop.code()),
        None if outcome.left_behind => Answer::new(Decision::Contained, "proc.killed: what was left behind"),
        None if outcome.ended.is_success() => Answer::new(Decision::Allow, "proc.exit_0"),
        None => Answer::new(Decision::Contained, format!("{}: exit code {}", held(&outcome), outcome.ended.code)),
    }
}

/// What ended a script that no limit of ours stopped.
fn held(outcome: &Outcome) -> &'static str {
    match outcome.ended.signal {
        Some(24) => Stop::CpuTime.code(),
        Some(_) => "proc.killed",
        None => "proc.refused",
    }
}

/// Processes that still stand in the workspace: the number, state and parent of each.
fn survivors(workspace: &Path) -> Vec<String> {
    let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let inside =
        folders.filter(|path| std::fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd.starts_with(workspace)));
    let shown = inside.map(|path| {
        let status = std::fs::read_to_string(path.join("status")).unwrap_or_default();
        let fields =
            status.lines().filter(|line| ["Pid:", "State:", "PPid:"].iter().any(|name| line.starts_with(name)));
        fields.collect::<Vec<_>>().join(" ").replace('\t', " ")
    });
    shown.collect()
}
