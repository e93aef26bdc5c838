//! The agent's half: starts the launcher, feeds and drains its streams, and knows how it all ended.

use std::io::{self, PipeReader};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};

use super::backend::Backend;
use super::drain::{Pipes, Streams, read_report};
use super::environment::Environment;
use super::error::SandboxError;
use super::firejail;
use super::job::{Job, Kind, Report};
use super::limits::Stop;
use super::profile::Profile;
use super::spare::{self, Started};
use super::tree;
use crate::captured::Captured;
use crate::shell::{Ended, Plan};

/// Starts plans in one backend. The backend must have been [selected](super::select) before: this does not look
/// for another one.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
    backend: Backend,
    firejail_args: Vec<String>,
}

/// Gives a call up from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Gives up every call that waits with this.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How a plan ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The end of its last program
    pub ended: Ended,
    /// Why it was stopped, if it was
    pub stop: Option<Stop>,
    /// Whether something still ran when the last program had ended; it was ended then
    pub left_behind: bool,
    /// What it printed
    pub stdout: Captured,
    /// What it complained
    pub stderr: Captured,
    /// How long it took
    pub elapsed: Duration,
}

/// How many plans were started.
static STARTED: AtomicU64 = AtomicU64::new(0);

impl Launcher {
    /// Launches by starting this process's own binary again; its `main` must begin with
    /// [`launcher_entry`](super::launcher_entry).
    pub fn new(backend: Backend) -> Launcher {
        Launcher::at(Path::new("/proc/self/exe"), backend)
    }

    /// Launches by another binary whose `main` begins with [`launcher_entry`](super::launcher_entry).
    pub fn at(program: &Path, backend: Backend) -> Launcher {
        Launcher { program: program.to_owned(), backend, firejail_args: Vec::new() }
    }

    /// Adds the operator's arguments for firejail.
    ///
    /// # Errors
    /// `sandbox.args` for one that does not tighten.
    pub fn firejail_args(mut self, arguments: Vec<String>) -> Result<Launcher, SandboxError> {
        firejail::check_args(&arguments)?;
        self.firejail_args = arguments;
        Ok(self)
    }

    /// What confines.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The binary that is started.
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// Starts a launcher before there is a plan for it, so that the next call with such a profile need not wait for that.
    pub fn warm(&self, profile: &Profile) {
        spare::keep(&self.program, Kind::for_profile(self.backend, profile));
    }

    /// Starts a plan. `input` is what its programs read.
    ///
    /// # Errors
    /// `sandbox.limits` and `sandbox.read_only` for a profile that cannot be; `sandbox.start` when the launcher
    /// cannot be started. Nothing runs then.
    pub fn start(
        &self,
        plan: &Plan,
        profile: &Profile,
        environment: &Environment,
        input: Vec<u8>,
    ) -> Result<Running, SandboxError> {
        profile.check()?;
        let scratch = Scratch::new().map_err(|error| SandboxError::start("a folder for temporary files", &error))?;
        let mut environment = environment.clone();
        environment.set("TMPDIR", scratch.0.clone());
        if self.backend != Backend::None {
            // The real one is out of reach, and a program that meets a closed door there may give up.
            environment.set("HOME", scratch.0.clone());
        }
        let job = Job {
            backend: self.backend,
            profile: profile.clone(),
            scratch: scratch.0.clone(),
            firejail_args: self.firejail_args.clone(),
            environment: environment.into_pairs(),
            plan: plan.clone(),
        };
        let kind = job.kind();
        let job = job.to_bytes().map_err(|error| SandboxError::start("the job", &error))?;
        let started = Instant::now();
        let mut launcher = self.launcher(&job, kind)?;
        if input.is_empty() {
            launcher.child.stdin = None;
        }
        // From the second call on there is likely to be another one.
        let again = (STARTED.fetch_add(1, Ordering::Relaxed) > 0).then(|| (self.program.clone(), kind));
        let Started { child, report, .. } = launcher;
        Ok(Running {
            child: Some(child),
            report: Some(report),
            input,
            profile: profile.clone(),
            started,
            again,
            _scratch: scratch,
        })
    }

    /// A launcher that has got the job: the spare one, or else a new one.
    fn launcher(&self, job: &[u8], kind: Kind) -> Result<Started, SandboxError> {
        if let Some(mut spare) = Started::spare(&self.program, kind) {
            match spare.take(job) {
                Ok(()) => return Ok(spare),
                Err(_) => spare.discard(),
            }
        }
        let mut started = Started::new(&self.program, kind)?;
        match started.take(job) {
            Ok(()) => Ok(started),
            Err(error) => {
                started.discard();
                let message = format!("it does not take its job ({error}); does `main` begin with launcher_entry()?");
                Err(SandboxError::start("the launcher", &message))
            }
        }
    }

    /// Starts a plan and waits for its end.
    ///
    /// # Errors
    /// Those of [`Launcher::start`] and [`Running::wait`].
    pub fn run(&self, plan: &Plan, profile: &Profile, environment: &Environment) -> Result<Outcome, SandboxError> {
        self.start(plan, profile, environment, Vec::new())?.wait(&Cancel::default())
    }
}

/// A plan that has been started. Dropping it ends every process of it.
#[derive(Debug)]
pub struct Running {
    /// The launcher; gone when it was let go
    child: Option<Child>,
    /// The launcher ends everything when this is closed
    report: Option<PipeReader>,
    input: Vec<u8>,
    profile: Profile,
    started: Instant,
    /// What is started ahead of the next call
    again: Option<(PathBuf, Kind)>,
    _scratch: Scratch,
}

impl Running {
    /// The launcher's process.
    pub fn id(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    /// Waits for the end, with the streams drained all the time.
    ///
    /// # Errors
    /// `sandbox.unavailable` when the backend could not confine, `sandbox.start` when the launcher itself
    /// failed. Nothing of the plan runs any more.
    pub fn wait(self, cancel: &Cancel) -> Result<Outcome, SandboxError> {
        self.wait_unless(|| cancel.is_set())
    }

    /// The same, until the function says that the call is given up. It is asked about twenty times a second.
    ///
    /// # Errors
    /// As of [`Running::wait`].
    pub fn wait_unless(mut self, given_up: impl Fn() -> bool) -> Result<Outcome, SandboxError> {
        let limit = usize::try_from(self.profile.limits.max_output_bytes).unwrap_or(usize::MAX);
        let mut streams = Streams { stdout: Captured::new(limit), stderr: Captured::new(limit), report: Vec::new() };
        let drained = self.drain(&mut streams, &given_up);
        let cancelled = self.report.is_none();
        if drained.is_err() {
            tree::signal(self.pid(), Signal::KILL);
        }
        let mut report: Option<Report> = serde_json::from_slice(&streams.report).ok();
        let mut child = self.child.take().ok_or_else(|| SandboxError::start("the launcher", &"it is gone"))?;
        let pid = i32::try_from(child.id()).unwrap_or_default();
        let mut status = None;
        if report.is_some() && drained.is_ok() {
            // It has nothing left to do but to leave.
            spare::let_go(child, self.again.take());
        } else {
            status = Some(child.wait());
            if let Some(pipe) = &mut self.report {
                // What was only half there before.
                let _ = read_report(pipe, &mut streams.report);
                report = serde_json::from_slice(&streams.report).ok();
            }
        }
        self.report = None;
        if report.is_none() {
            // The launcher was killed: what it has started is still in its session.
            tree::end_session(pid);
        }
        drained.map_err(|error| SandboxError::start("its streams", &error))?;
        let (ended, stop, left_behind) = match report {
            Some(Report { error: Some(error), .. }) => {
                let code =
                    if error.starts_with("sandbox.unavailable") { "sandbox.unavailable" } else { "sandbox.start" };
                return Err(SandboxError::new(code, error));
            }
            Some(report) => (report.ended, report.stop, report.left_behind),
            None if cancelled => (Ended { code: 137, signal: Some(9) }, Some(Stop::Cancelled), true),
            None => {
                let status = match status {
                    Some(Ok(status)) => status.to_string(),
                    Some(Err(error)) => error.to_string(),
                    None => "it has left".to_owned(),
                };
                let message = format!("it ended without a report ({status}); does `main` begin with launcher_entry()?");
                return Err(SandboxError::start("the launcher", &message));
            }
        };
        let (stdout, stderr, elapsed) = (streams.stdout, streams.stderr, self.started.elapsed());
        Ok(Outcome { ended, stop, left_behind, stdout, stderr, elapsed })
    }

    fn pid(&self) -> i32 {
        i32::try_from(self.id()).unwrap_or_default()
    }

    /// Feeds and drains until the launcher has reported or is gone.
    fn drain(&mut self, streams: &mut Streams, given_up: &dyn Fn() -> bool) -> io::Result<()> {
        let pid = Pid::from_raw(self.pid()).ok_or(io::ErrorKind::InvalidInput)?;
        let gone = pidfd_open(pid, PidfdFlags::empty())?;
        let child = self.child.as_mut().ok_or(io::ErrorKind::InvalidInput)?;
        let mut pipes = Pipes::new(child, &self.input)?;
        let limits = self.profile.limits;
        // The launcher keeps the time itself; this is for one that does not.
        let own_time = Duration::from_millis(limits.max_wall_time_ms.saturating_add(limits.grace_ms));
        while !pipes.turn(&gone, self.report.as_ref(), streams)? {
            if given_up() {
                self.report = None;
            }
            if self.started.elapsed() > own_time + Duration::from_secs(15) {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the launcher did not end in time"));
            }
        }
        if let Some(report) = &mut self.report {
            read_report(report, &mut streams.report)?;
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.report = None;
        // The launcher ends its processes first; it is reaped here so that it leaves nothing behind.
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }
}

/// A private folder for temporary files, removed at the end.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let base = std::env::temp_dir().canonicalize()?;
        loop {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().subsec_nanos();
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = base.join(format!("toolgen-{}-{number}-{now:x}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                result => return result.map(|()| Scratch(path)),
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
