//! A plan goes in; its programs run, pipelines and connectors included, and how the last one ended comes out.
//! No shell is involved.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

use super::script::{Command, Connector, Plan};
use super::spawn::{Running, Spawner, Stdio};

/// What the first program of each pipeline reads.
#[derive(Debug, Default)]
pub enum Input {
    /// Nothing
    #[default]
    Null,
    /// The input of the process that runs the plan
    Inherit,
    /// What comes out of the pipe
    Pipe(PipeReader),
}

/// The three streams of a plan.
#[derive(Debug, Default)]
pub struct Streams {
    /// What the first program of each pipeline reads
    pub stdin: Input,
    /// Where the last program of each pipeline writes; inherited when absent
    pub stdout: Option<PipeWriter>,
    /// Where every program complains; inherited when absent
    pub stderr: Option<PipeWriter>,
}

/// How a plan ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The exit code: that of the last program that ran; 127 when it was not found, 126 when it could not be
    /// executed, 128 and the signal's number when a signal ended it
    pub code: i32,
    /// The signal that ended it, if any
    pub signal: Option<i32>,
}

impl Ended {
    fn of(status: ExitStatus) -> Ended {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Ended { code: 128 + signal, signal: Some(signal) };
        }
        Ended { code: status.code().unwrap_or(1), signal: None }
    }

    /// Whether the shell would call it a success.
    pub fn is_success(self) -> bool {
        self.code == 0
    }
}

/// Runs the plan and waits for every program of it. An empty plan is a success.
///
/// # Errors
/// A pipe could not be made, or the system refuses to wait. A program that cannot be started is no error: it
/// ends with 127 or 126 and a line on `stderr`, as in a shell.
pub fn run(plan: &Plan, spawner: &dyn Spawner, streams: &Streams) -> io::Result<Ended> {
    let mut ended = Ended::default();
    for step in &plan.steps {
        let runs = match step.when {
            Connector::Always => true,
            Connector::IfOk => ended.is_success(),
            Connector::IfFailed => !ended.is_success(),
        };
        if runs {
            ended = pipeline(&step.pipeline, spawner, streams)?;
        }
    }
    Ok(ended)
}

/// Starts all programs of a pipeline, then waits for all: the last one decides.
fn pipeline(commands: &[Command], spawner: &dyn Spawner, streams: &Streams) -> io::Result<Ended> {
    let mut started: Vec<Result<Box<dyn Running>, Ended>> = Vec::new();
    let mut input = match &streams.stdin {
        Input::Pipe(pipe) => Stdio::Reader(pipe.try_clone()?),
        Input::Inherit => Stdio::Inherit,
        Input::Null => Stdio::Null,
    };
    for (index, command) in commands.iter().enumerate() {
        let (output, next) = if index + 1 < commands.len() {
            let (reader, writer) = io::pipe()?;
            (Stdio::Writer(writer), Stdio::Reader(reader))
        } else {
            (writer(streams.stdout.as_ref())?, Stdio::Null)
        };
        let stdin = std::mem::replace(&mut input, next);
        let result = spawner.spawn(command, stdin, output, writer(streams.stderr.as_ref())?);
        started.push(match result {
            Ok(running) => Ok(running),
            Err(error) => Err(complain(command, &error, streams.stderr.as_ref())),
        });
    }
    let mut ended = Ended::default();
    for program in started {
        ended = match program {
            Ok(mut running) => Ended::of(running.wait()?),
            Err(ended) => ended,
        };
    }
    Ok(ended)
}

fn writer(pipe: Option<&PipeWriter>) -> io::Result<Stdio> {
    Ok(match pipe {
        Some(pipe) => Stdio::Writer(pipe.try_clone()?),
        None => Stdio::Inherit,
    })
}

/// Says why a program was not started; gives the code that a shell would.
fn complain(command: &Command, error: &io::Error, stderr: Option<&PipeWriter>) -> Ended {
    let line = format!("{}: {error}\n", command.program().escape_debug());
    // Nobody may be reading any more, and then there is nobody to tell.
    let _ = match stderr {
        Some(mut pipe) => pipe.write_all(line.as_bytes()),
        None => io::stderr().write_all(line.as_bytes()),
    };
    Ended { code: if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 }, signal: None }
}
