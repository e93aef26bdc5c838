//! A program that does nothing, started plainly and through the launcher of each backend that this machine has.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{bail, ensure};
use toolgen_runtime::sandbox::{Backend, Environment, Launcher, Limits, Profile, probe};
use toolgen_runtime::shell::Plan;

use crate::{Rival, measure};

const PROGRAM: &str = "/bin/true";
/// Between two calls of an agent a model thinks; it is far longer than this.
const PAUSE: Duration = Duration::from_millis(10);

pub(crate) fn run(folder: &Path, rounds: usize) -> anyhow::Result<()> {
    let mut profile = Profile::new(folder)?;
    // The launcher's watch is part of what is measured, its throttle is not.
    profile.limits = Limits { max_cpu_percent: 1000, max_cpu_time_seconds: 3600, ..Limits::default() };
    let environment = Environment::from_values(|name| (name == "PATH").then(|| "/usr/bin:/bin".into()));
    let plan = Plan::single(vec![PROGRAM.to_owned()]);
    let mut rivals: Vec<Rival<'_>> = vec![("plain".to_owned(), Box::new(|| plain(folder)))];
    for backend in Backend::ALL {
        if let Err(error) = probe(backend, Path::new("/proc/self/exe")) {
            eprintln!("{backend}: {error}");
            continue;
        }
        let launcher = Launcher::new(backend);
        let (plan, profile, environment) = (&plan, &profile, &environment);
        let run = move || {
            let outcome = launcher.run(plan, profile, environment)?;
            ensure!(outcome.ended.is_success() && outcome.stop.is_none(), "{outcome:?}");
            Ok(())
        };
        rivals.push((backend.name().to_owned(), Box::new(run)));
    }
    measure("spawn", &mut rivals, rounds * 4, 1, || sleep(PAUSE))?;
    // One after the other, where the start of the next launcher is in the way as well.
    measure("spawn-at-once", &mut rivals, rounds, 8, || sleep(PAUSE))
}

fn plain(folder: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("PATH", "/usr/bin:/bin").current_dir(folder).stdin(Stdio::null());
    if !command.output()?.status.success() {
        bail!("{PROGRAM} failed");
    }
    Ok(())
}
