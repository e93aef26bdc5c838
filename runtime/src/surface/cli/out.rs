//! Standard output, standard error and the exit code: what there is to say in, bytes out.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use crate::error::ToolError;
use crate::reply::{Reply, Stage};
use crate::visible::visible;

/// The tool failed, or its reply could not be written.
pub(super) const FAILED: u8 = 1;
/// The words or the arguments are wrong.
pub(super) const BAD_INPUT: u8 = 2;
/// A gate refused.
pub(super) const REFUSED: u8 = 3;
/// Interrupted, as shells count it: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

pub(super) fn code(code: u8) -> ExitCode {
    ExitCode::from(code)
}

/// Writes data. A reader that went away is no failure.
pub(super) fn print(data: &str) -> ExitCode {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(data.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            fail(FAILED, &format!("standard output cannot be written: {error}"))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Says something to the person; if nobody hears it, there is nothing to do.
pub(super) fn talk(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Says what is wrong.
pub(super) fn fail(exit: u8, what: &str) -> ExitCode {
    talk(&format!("error: {}\n", lines(what)));
    code(exit)
}

/// Says what a call failed with.
pub(super) fn fault(exit: u8, error: &ToolError) -> ExitCode {
    let failed = fail(exit, &error.message);
    if let Some(hint) = error.hint() {
        talk(&format!("hint: {}\n", lines(hint)));
    }
    failed
}

/// The exit code of a reply.
pub(super) fn exit(reply: &Reply) -> u8 {
    match (&reply.outcome, reply.stage) {
        (Ok(_), _) => 0,
        (Err(_), Stage::Find | Stage::Decode) => BAD_INPUT,
        // What a capability cannot take for an argument, such as a path with a zero byte.
        (Err(error), Stage::Gate | Stage::Call) if error.error_type == "InvalidArguments" => BAD_INPUT,
        (Err(_), Stage::Gate) => REFUSED,
        (Err(_), Stage::Interrupted) => INTERRUPTED,
        (Err(_), Stage::Call) => FAILED,
    }
}

/// Writes a reply: the text, or the whole as one JSON object.
pub(super) fn reply(reply: &Reply, json: bool) -> ExitCode {
    let exit = exit(reply);
    let printed = match &reply.outcome {
        Err(error) if !json => return fault(exit, error),
        _ if json => print(&(reply.to_json() + "\n")),
        _ => {
            let text = reply.text();
            let end = if text.ends_with('\n') { "" } else { "\n" };
            // What a tool gave acts on no terminal; a pipe gets the bytes as they are.
            let text = if io::stdout().is_terminal() { lines(&text) + "\n" } else { text.into_owned() + end };
            print(&text)
        }
    };
    if exit == 0 { printed } else { code(exit) }
}

/// Text for a terminal: lines and tabs stay, and nothing else in them acts on it.
pub(crate) fn lines(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(visible).collect::<Vec<_>>().join("\t");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
