//! Starts the programs of a plan inside the launcher, each through its backend, and knows which of them are
//! waited for.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::backend::Backend;
use super::job::Job;
use super::{bubblewrap, docker, firejail};
use crate::shell::{Command, PlainSpawner, Programs, Running, SearchPath, Spawner, Stdio};

/// Which children are waited for, and whether new ones may start.
#[derive(Clone, Debug, Default)]
pub(super) struct Children(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    waited_for: HashSet<i32>,
    closed: bool,
}

impl Children {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No program starts after this.
    pub(super) fn close(&self) {
        self.lock().closed = true;
    }

    /// The children that are waited for now.
    pub(super) fn waited_for(&self) -> HashSet<i32> {
        self.lock().waited_for.clone()
    }

    /// Runs the function while no child can start or be forgotten.
    pub(super) fn with_waited_for<T>(&self, function: impl FnOnce(&HashSet<i32>) -> T) -> T {
        function(&self.lock().waited_for)
    }
}

/// The spawner inside the launcher.
#[derive(Debug)]
pub(super) struct Confined {
    pub(super) job: Arc<Job>,
    pub(super) children: Children,
    plain: PlainSpawner<SearchPath>,
}

impl Confined {
    pub(super) fn new(job: Arc<Job>, children: Children) -> Confined {
        let variables = job.environment.iter();
        let environment: BTreeMap<OsString, OsString> =
            variables.map(|(name, value)| (name.into(), value.clone())).collect();
        let path = environment.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        let plain = PlainSpawner {
            programs: SearchPath::new(std::env::split_paths(&path).collect::<Vec<PathBuf>>()),
            folder: job.profile.folder.clone(),
            environment,
        };
        Confined { job, children, plain }
    }

    fn command(&self, command: &Command) -> io::Result<std::process::Command> {
        let job = &self.job;
        let mut process = self.plain.command(command)?;
        let wrapped = match job.backend {
            Backend::Landlock | Backend::None => return Ok(process),
            // The client resolves nothing of ours: the program is looked up in the container.
            Backend::Docker => docker::argv(&job.profile, self.plain.environment.keys(), command),
            Backend::Bubblewrap | Backend::Firejail => {
                let file = process.get_program().to_string_lossy().into_owned();
                if job.backend == Backend::Bubblewrap {
                    bubblewrap::argv(&job.profile, &file, command)
                } else {
                    firejail::argv(&job.profile, &job.scratch, &job.firejail_args, &file, command)
                }
            }
        };
        let (program, arguments) = wrapped.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let program = self.plain.programs.resolve(program).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, format!("the sandbox program `{program}` is gone"))
        })?;
        process = std::process::Command::new(program);
        // Assignments are for the program inside; here they could change the sandbox itself.
        process.args(arguments).current_dir(&self.plain.folder).env_clear().envs(&self.plain.environment);
        Ok(process)
    }
}

impl Spawner for Confined {
    fn spawn(&self, command: &Command, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> io::Result<Box<dyn Running>> {
        let mut process = self.command(command)?;
        // A group of its own can be ended in one step, which even a fork bomb does not survive.
        process.stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
        let mut state = self.children.lock();
        if state.closed {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the call has been stopped"));
        }
        let child = process.spawn()?;
        let pid = i32::try_from(child.id()).unwrap_or_default();
        state.waited_for.insert(pid);
        Ok(Box::new(Waited { child, pid, children: self.children.clone() }))
    }
}

#[derive(Debug)]
struct Waited {
    child: Child,
    pid: i32,
    children: Children,
}

impl Running for Waited {
    fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait();
        self.children.lock().waited_for.remove(&self.pid);
        status
    }
}
