//! How a program of a plan is started: the seam between the runner and whoever confines it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Debug;
use std::io::{self, PipeReader, PipeWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};

use super::programs::Programs;
use super::script::Command;

/// What a program reads, or where it writes.
#[derive(Debug)]
pub enum Stdio {
    /// Nothing, or nowhere
    Null,
    /// The stream of the process that starts it
    Inherit,
    /// Reads from the pipe
    Reader(PipeReader),
    /// Writes to the pipe
    Writer(PipeWriter),
}

impl From<Stdio> for std::process::Stdio {
    fn from(stdio: Stdio) -> std::process::Stdio {
        match stdio {
            Stdio::Null => std::process::Stdio::null(),
            Stdio::Inherit => std::process::Stdio::inherit(),
            Stdio::Reader(pipe) => pipe.into(),
            Stdio::Writer(pipe) => pipe.into(),
        }
    }
}

/// A program that has been started.
pub trait Running: Debug {
    /// Waits for its end.
    ///
    /// # Errors
    /// The system refuses to wait.
    fn wait(&mut self) -> io::Result<ExitStatus>;
}

impl Running for Child {
    fn wait(&mut self) -> io::Result<ExitStatus> {
        Child::wait(self)
    }
}

/// Starts programs.
pub trait Spawner: Debug {
    /// Starts the program with its arguments, given exactly as parsed.
    ///
    /// # Errors
    /// `NotFound` when there is no such program, `PermissionDenied` when it may not be executed, or what the
    /// system says. Nothing runs then.
    fn spawn(&self, command: &Command, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> io::Result<Box<dyn Running>>;
}

/// Starts programs as plain children, with exactly the given environment.
#[derive(Debug)]
pub struct PlainSpawner<P> {
    /// Finds the files; the same that the judge was given
    pub programs: P,
    /// Where programs start
    pub folder: PathBuf,
    /// Their whole environment
    pub environment: BTreeMap<OsString, OsString>,
}

/// Why a program was not found: a file that is no program is told from one that is not there.
fn missing(name: &str) -> io::Error {
    let shown = name.escape_debug();
    if name.starts_with('/') && Path::new(name).exists() {
        return io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("`{shown}` is no program that may be executed"),
        );
    }
    io::Error::new(io::ErrorKind::NotFound, format!("there is no program `{shown}`"))
}

impl<P: Programs> PlainSpawner<P> {
    /// The command that starts the program; its name stays as written.
    ///
    /// # Errors
    /// `NotFound` when there is no such program.
    pub fn command(&self, command: &Command) -> io::Result<std::process::Command> {
        let name = command.program();
        let file = self.programs.resolve(name).ok_or_else(|| missing(name))?;
        let mut process = std::process::Command::new(file);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut process, name);
        process
            .args(command.argv.get(1..).unwrap_or_default())
            .current_dir(&self.folder)
            .env_clear()
            .envs(&self.environment)
            .envs(command.assignments.iter().map(|(name, value)| (name, value)));
        Ok(process)
    }
}

impl<P: Programs> Spawner for PlainSpawner<P> {
    fn spawn(&self, command: &Command, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> io::Result<Box<dyn Running>> {
        let child = self.command(command)?.stdin(stdin).stdout(stdout).stderr(stderr).spawn()?;
        Ok(Box::new(child))
    }
}
