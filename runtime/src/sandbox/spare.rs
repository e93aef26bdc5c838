//! Launchers that are started before there is a job for them, so that a call need not wait for their start.
//!
//! A spare one has a session of its own, no environment and nothing to do: it is prepared for a kind of job, waits for
//! one, and leaves after a while or when the agent does. It takes one job in its life, as every launcher does.

use std::collections::HashMap;
use std::io::{self, PipeReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};

use super::error::SandboxError;
use super::job::{Kind, LAUNCHER_NAME};

/// How long a launcher waits for a job. What it was prepared for may be another file by then: those of the system are
/// replaced when they are changed.
pub(super) const WAITS: Duration = Duration::from_secs(60);

/// A launcher that has been started.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    since: Instant,
    /// The launcher ends everything when this is closed
    pub(super) report: PipeReader,
}

/// One launcher starts at a time: the descriptor that it inherits must not reach another one.
static STARTING: Mutex<()> = Mutex::new(());
/// At most one for each binary and kind of job.
static SPARE: Mutex<Option<HashMap<(PathBuf, Kind), Started>>> = Mutex::new(None);

impl Started {
    /// Starts a launcher.
    pub(super) fn new(program: &Path, kind: Kind) -> Result<Started, SandboxError> {
        let (report, writer) = io::pipe().map_err(|error| SandboxError::start("a pipe", &error))?;
        let mut command = Command::new(program);
        command.arg0(LAUNCHER_NAME).arg(writer.as_raw_fd().to_string()).args(kind.words());
        if toolgen_model::enforced!("sandbox.environment") {
            command.env_clear();
        }
        // The launcher takes the same enforcement away as whoever starts it.
        #[cfg(feature = "weaken")]
        command.envs(toolgen_model::enforcement::weakened().map(|id| (toolgen_model::enforcement::WEAKEN, id)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let _one_at_a_time = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        fcntl_setfd(&writer, FdFlags::empty()).map_err(|error| SandboxError::start("a descriptor", &error))?;
        let child = command.spawn();
        drop(writer);
        let child = child.map_err(|error| SandboxError::start("the launcher", &error))?;
        Ok(Started { child, report, since: Instant::now() })
    }

    /// Whether it still takes a job, with time enough to read it.
    fn is_ready(&mut self) -> bool {
        self.since.elapsed() < WAITS / 2 && matches!(self.child.try_wait(), Ok(None))
    }

    /// The spare one, if there is one that still lives.
    pub(super) fn spare(program: &Path, kind: Kind) -> Option<Started> {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut started = spare.as_mut()?.remove(&(program.to_owned(), kind))?;
        if started.is_ready() {
            return Some(started);
        }
        started.discard();
        None
    }

    /// Hands the job over.
    pub(super) fn take(&mut self, job: &[u8]) -> io::Result<()> {
        let Some(stdin) = &mut self.child.stdin else { return Err(io::ErrorKind::BrokenPipe.into()) };
        stdin.write_all(job)
    }

    /// Ends a launcher that has no job.
    pub(super) fn discard(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lets a launcher leave that has reported, beside whatever else goes on, and starts a spare one of that kind before. The
/// call does not wait for either.
pub(super) fn let_go(mut child: Child, again: Option<(PathBuf, Kind)>) {
    beside(move || {
        if let Some((program, kind)) = again {
            start(program, kind);
        }
        // Else it would stay in the list of processes.
        let _ = child.wait();
    });
}

/// Starts a spare launcher, unless there is one, beside whatever else goes on.
pub(super) fn keep(program: &Path, kind: Kind) {
    let program = program.to_owned();
    beside(move || start(program, kind));
}

fn beside(work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new().name("toolgen-spare".into()).spawn(work);
}

/// Starts a spare launcher, unless there is one. Where that fails, the call that needs one says why.
fn start(program: PathBuf, kind: Kind) {
    let key = (program, kind);
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    let spare = spare.get_or_insert_default();
    if spare.get_mut(&key).is_some_and(Started::is_ready) {
        return;
    }
    if let Ok(started) = Started::new(&key.0, key.1)
        && let Some(old) = spare.insert(key, started)
    {
        old.discard();
    }
}
