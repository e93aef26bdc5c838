//! Where the agent's binary goes when it was started as its own launcher.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::job::{Kind, LAUNCHER_NAME, PROBE_NAME};
use super::{attempt, supervise};

/// Whether this process can launch itself.
static ENTERED: AtomicBool = AtomicBool::new(false);

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
        _ => ENTERED.store(true, Ordering::Relaxed),
    }
}

/// Whether `main` began with [`launcher_entry`].
pub(super) fn has_entered() -> bool {
    ENTERED.load(Ordering::Relaxed)
}

/// 125 says that nothing was started and nobody could be told why.
fn launch(mut words: impl Iterator<Item = OsString>) -> i32 {
    let mut word = || words.next().and_then(|word| word.into_string().ok());
    let descriptor = word().and_then(|word| word.parse::<u32>().ok());
    let [backend, network, hides] = [word(), word(), word()].map(Option::unwrap_or_default);
    let kind = Kind::of(&backend, &network, &hides);
    // The agent left this descriptor open on purpose; opened anew it closes when a program starts.
    let (Some(Ok(report)), Some(kind)) = (descriptor.map(reopen), kind) else { return 125 };
    if toolgen_model::enforced!("sandbox.descriptors") {
        close_fds::set_fds_cloexec(3, &[]);
    }
    // Without a buffer: what follows the job belongs to the programs.
    let Ok(input) = std::io::stdin().as_fd().try_clone_to_owned() else { return 125 };
    supervise::supervise(kind, File::from(input), report)
}

fn reopen(descriptor: u32) -> std::io::Result<File> {
    OpenOptions::new().write(true).open(format!("/proc/self/fd/{descriptor}"))
}
