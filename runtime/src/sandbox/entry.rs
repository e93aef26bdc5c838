//! Where the agent's binary goes when it was started as its own launcher.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::path::Path;

use super::job::{Job, LAUNCHER_NAME, PROBE_NAME, unflatten};
use super::{attempt, supervise};

/// The first line of an agent's `main`. Returns at once, unless the agent started this process to launch a
/// confined program: then the process does only that and ends here.
///
/// The private name gives nobody more than they had: whoever starts the binary under it runs a program that
/// they could run themselves, and confined at that.
pub fn launcher_entry() {
    let mut words = std::env::args_os();
    let name = words.next().unwrap_or_default();
    match Path::new(&name).file_name().and_then(|name| name.to_str()) {
        Some(LAUNCHER_NAME) => std::process::exit(launch(words)),
        Some(PROBE_NAME) => std::process::exit(attempt::attempt_all(words)),
        _ => {}
    }
}

/// 125 says that nothing was started and nobody could be told why.
fn launch(mut words: impl Iterator<Item = OsString>) -> i32 {
    let Some(job) = words.next().and_then(|header| serde_json::from_str::<Job>(header.to_str()?).ok()) else {
        return 125;
    };
    // The agent left this descriptor open on purpose; opened anew it closes when a program starts.
    let Ok(report) = reopen(job.report) else { return 125 };
    close_fds::set_fds_cloexec(3, &[]);
    let mut words = words.map(|word| word.to_string_lossy().into_owned());
    match unflatten(&job.steps, &mut words) {
        Some(plan) => supervise::supervise(job, plan, report),
        None => 125,
    }
}

fn reopen(descriptor: i32) -> std::io::Result<File> {
    OpenOptions::new().write(true).open(format!("/proc/self/fd/{descriptor}"))
}
