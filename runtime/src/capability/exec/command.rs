//! A program, its arguments and its limits, before it runs.

use std::path::PathBuf;
use std::time::Duration;

use super::output::{MOST, Output};
use super::{Exec, run};
use crate::capability::place::place;
use crate::error::ToolError;

/// How long a program may run when nobody said.
pub(super) const TIME: Duration = Duration::from_secs(120);

/// A program that is going to run.
#[derive(Debug)]
pub struct Command<'exec> {
    pub(super) exec: &'exec Exec,
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) input: Vec<u8>,
    pub(super) time: Duration,
    pub(super) variables: Vec<(String, String)>,
    pub(super) most: usize,
}

impl<'exec> Command<'exec> {
    pub(super) fn new(exec: &'exec Exec, program: PathBuf) -> Command<'exec> {
        let folder = exec.root.clone();
        Command {
            exec,
            program,
            arguments: Vec::new(),
            folder,
            input: Vec::new(),
            time: TIME,
            variables: Vec::new(),
            most: MOST,
        }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<String>) -> Command<'exec> {
        self.arguments.push(argument.into());
        self
    }

    /// The same with more arguments.
    #[must_use]
    pub fn args<S: Into<String>>(mut self, arguments: impl IntoIterator<Item = S>) -> Command<'exec> {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// The same with bytes on its standard input, which is empty otherwise.
    #[must_use]
    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Command<'exec> {
        self.input = bytes.into();
        self
    }

    /// The same with another time limit than 120 seconds. The call's own deadline holds anyway.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Command<'exec> {
        self.time = time;
        self
    }

    /// The same with one more variable in its environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Command<'exec> {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// The same with another number of bytes that are kept of each stream than 1 MiB, at most 16 MiB: half of them from
    /// its beginning, half from its end. What is written between is counted and dropped.
    #[must_use]
    pub fn keep(mut self, bytes: usize) -> Command<'exec> {
        self.most = bytes.min(16 * MOST);
        self
    }

    /// The same in a directory of the workspace.
    ///
    /// # Errors
    /// `PermissionDenied` when it leads outside.
    pub fn folder(mut self, path: &str) -> Result<Command<'exec>, ToolError> {
        self.folder = self.exec.root.join(place(&self.exec.root, path)?);
        Ok(self)
    }

    /// Runs it and waits for its end. What it exits with is in the output.
    ///
    /// # Errors
    /// `ToolTimeout` after the time limit, `Interrupted` when the call is cancelled, `ToolExecutionError`
    /// when it does not start. The whole process group is killed then.
    pub fn run(self) -> Result<Output, ToolError> {
        run::run(&self)
    }
}
