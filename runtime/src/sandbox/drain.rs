//! The pipes of a launcher: what is to be read is written into one, what comes out of the others is kept within
//! bounds, until the launcher is gone.

use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::captured::Captured;

/// How long nothing may happen before the caller is asked whether it still wants to wait.
const TURN: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
/// Reads of one pipe before the others have their turn.
const READS: usize = 16;

/// What came out.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) stdout: Captured,
    pub(super) stderr: Captured,
    pub(super) report: Vec<u8>,
}

/// The pipes that are still open.
#[derive(Debug)]
pub(super) struct Pipes<'a> {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What is still to be written
    input: &'a [u8],
    buffer: Vec<u8>,
}

impl<'a> Pipes<'a> {
    /// Takes the pipes of the process.
    pub(super) fn new(child: &mut Child, input: &'a [u8]) -> io::Result<Pipes<'a>> {
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        stdin.as_ref().map(never_wait).transpose()?;
        stdout.as_ref().map(never_wait).transpose()?;
        stderr.as_ref().map(never_wait).transpose()?;
        Ok(Pipes { stdin, stdout, stderr, input, buffer: vec![0; 64 * 1024] })
    }

    /// Waits a moment and moves what can be moved. True when the launcher is gone, or has reported that nothing
    /// runs any more, and everything that was written has been read.
    pub(super) fn turn(
        &mut self,
        gone: &OwnedFd,
        report: Option<&PipeReader>,
        streams: &mut Streams,
    ) -> io::Result<bool> {
        let mut polled = vec![PollFd::new(gone, PollFlags::IN)];
        let ends = 1 + report.iter().count();
        polled.extend(report.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        match poll(&mut polled, Some(&TURN)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let is_gone = polled.iter().take(ends).any(|end| !end.revents().is_empty());
        drop(polled);
        self.feed();
        loop {
            let more = pull(&mut self.stdout, &mut self.buffer, &mut streams.stdout)
                | pull(&mut self.stderr, &mut self.buffer, &mut streams.stderr);
            if !(is_gone && more) {
                return Ok(is_gone);
            }
        }
    }

    fn feed(&mut self) {
        let Some(pipe) = &mut self.stdin else { return };
        match pipe.write(self.input) {
            Ok(written) => self.input = &self.input[written..],
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => return,
            // Nobody reads it: that is the program's business.
            Err(_) => self.input = &[],
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
    }
}

/// Reads what is there, within reason; true when there may be more.
fn pull<R: Read>(pipe: &mut Option<R>, buffer: &mut [u8], captured: &mut Captured) -> bool {
    for _ in 0..READS {
        let Some(open) = pipe else { return false };
        match open.read(buffer) {
            Ok(0) => *pipe = None,
            Ok(length) => captured.push(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
            Err(_) => *pipe = None,
        }
    }
    true
}

/// Reads what the launcher has reported.
pub(super) fn read_report(pipe: &mut PipeReader, report: &mut Vec<u8>) -> io::Result<()> {
    never_wait(&*pipe)?;
    match pipe.read_to_end(report) {
        Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
        _ => Ok(()),
    }
}

fn never_wait(pipe: &impl AsFd) -> io::Result<()> {
    Ok(fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?)
}
