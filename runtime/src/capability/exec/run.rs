//! One run: a command in, its output out; whatever happens, its process group is gone afterwards.

use std::io::{self, Write};
use std::process::{Child, Command as Process, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::VARIABLES;
use super::command::Command;
use super::output::{Drain, Output};
use crate::error::ToolError;

/// How long the streams may stay open after the group was killed.
const GRACE: Duration = Duration::from_millis(500);

pub(super) fn run(command: &Command<'_>) -> Result<Output, ToolError> {
    command.exec.unchanged()?;
    #[cfg(all(feature = "sandbox", target_os = "linux"))]
    if let Some(jail) = &command.exec.jail {
        return super::confined::run(command, jail);
    }
    let name = command.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let failed = |error: io::Error| ToolError::new("ToolExecutionError", format!("'{name}' cannot run: {error}"));
    let mut child = Group(process(command).spawn().map_err(failed)?);
    feed(&mut child.0, command.input.clone());
    let (stdout, stderr) =
        (Drain::start(child.0.stdout.take(), command.most), Drain::start(child.0.stderr.take(), command.most));
    let ended = wait(&mut child, command, &name);
    // Also what the program left running: the pipes close only then.
    let status = child.end().map_err(failed);
    let (stdout, stderr) = (stdout.finish(GRACE), stderr.finish(GRACE));
    ended?;
    let status = status?;
    Ok(Output { code: status.code(), signal: signal(status), stdout, stderr })
}

fn process(command: &Command<'_>) -> Process {
    let mut process = Process::new(&command.program);
    process.args(&command.arguments).current_dir(&command.folder);
    if toolgen_model::enforced!("exec.environment") {
        process.env_clear();
    }
    process.envs(VARIABLES.iter().filter_map(|name| std::env::var_os(name).map(|value| (name, value))));
    process.envs(command.variables.iter().map(|(name, value)| (name, value)));
    process.stdin(if command.input.is_empty() { Stdio::null() } else { Stdio::piped() });
    process.stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process
}

/// Writes the input on a thread of its own: the program may write before it reads.
fn feed(child: &mut Child, input: Vec<u8>) {
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read its input is within its rights.
        let _ = thread::Builder::new().name("toolgen-feed".into()).spawn(move || stdin.write_all(&input));
    }
}

/// Waits for the end, the time limit or the end of the call, whichever comes first.
fn wait(child: &mut Group, command: &Command<'_>, name: &str) -> Result<(), ToolError> {
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    while !child.has_ended() {
        if command.exec.context.interrupted() {
            return Err(ToolError::new("Interrupted", format!("'{name}' was cancelled")));
        }
        if started.elapsed() >= command.time || command.exec.context.expired() {
            let text = format!("'{name}' did not end within {} s", started.elapsed().as_secs_f64().round());
            return Err(ToolError::new("ToolTimeout", text).suggestion("Give it less to do."));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    Ok(())
}

/// A program and its process group, which ends when this is dropped.
struct Group(Child);

impl Group {
    /// Whether the program itself has ended. It is not reaped yet, so that its number stays its own.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = Pid::from_raw(self.0.id().cast_signed()) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Kills the group and reaps the program.
    fn end(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        if let Some(pid) = rustix::process::Pid::from_raw(self.0.id().cast_signed()) {
            // A group that is empty already is what is wanted.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.0.kill();
        self.0.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // `wait` gives the same status again and does nothing to a program that was reaped.
        if matches!(self.0.try_wait(), Ok(None)) {
            let _ = self.end();
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
