//! `AGENT call NAME [JSON | -]`: a call as a program writes it.

use std::ffi::OsString;
use std::io::{IsTerminal, Read, stdin};
use std::process::ExitCode;
use std::sync::Arc;

use super::{Cli, interrupt, out};
use crate::context::{Level, Listener};
use crate::reply::Stage;

/// The longest arguments that are read from standard input.
const MOST: u64 = 10 * 1024 * 1024;

impl Cli {
    pub(super) fn call(&self, words: &[OsString]) -> ExitCode {
        let (mut json, mut plain, mut flags) = (false, Vec::new(), true);
        for word in words {
            match word.to_str() {
                None => return self.misused("the arguments are no valid UTF-8"),
                Some("--") if flags => flags = false,
                Some("-j" | "--json") if flags => json = true,
                Some("-h" | "--help") if flags => return out::print(&self.help()),
                Some(flag) if flags && flag.len() > 1 && flag.starts_with('-') && plain.is_empty() => {
                    return self.misused(&format!("unknown option `{flag}`"));
                }
                Some(word) => plain.push(word),
            }
        }
        let (name, given) = match plain[..] {
            [] => return self.misused("`call` needs the name of a tool"),
            [name] => (name, None),
            [name, text] => (name, Some(text)),
            [_, _, extra, ..] => {
                return self.misused(&format!("`call` takes one JSON text, and `{extra}` is more; quote the text"));
            }
        };
        let arguments = match given {
            None => Ok("{}".to_owned()),
            Some("-") => input(),
            Some(text) => Ok(text.to_owned()),
        };
        match arguments {
            Err(fault) => out::fail(out::BAD_INPUT, &fault),
            Ok(arguments) => self.dispatch(name, &arguments, json, |stage| {
                if stage == Stage::Decode && given.is_none() && !stdin().is_terminal() {
                    out::talk("hint: arguments on standard input are read when `-` stands in their place\n");
                }
            }),
        }
    }

    /// Calls a tool and writes its reply.
    pub(super) fn dispatch(&self, name: &str, arguments: &str, json: bool, after: impl FnOnce(Stage)) -> ExitCode {
        let cancel = interrupt::handle();
        let context = self.context().cancelled_by(&cancel).heard_by(Arc::new(Talk));
        let reply = self.tools.call_now(&context, name, arguments);
        let exit = out::reply(&reply, json);
        after(reply.stage);
        // A handler that answered all the same does not make an interrupt undone.
        if cancel.is_cancelled() { out::code(out::INTERRUPTED) } else { exit }
    }
}

/// All of standard input.
fn input() -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = stdin().lock().take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("standard input cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST {
        return Err(format!("the arguments on standard input are longer than {MOST} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("the arguments on standard input are no valid UTF-8: byte {at} starts no character")
    })
}

/// Tells progress and log on standard error.
struct Talk;

impl Listener for Talk {
    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if std::io::stderr().is_terminal() {
            let of = total.map_or_else(String::new, |total| format!(" of {total}"));
            out::talk(&format!("{done}{of} {}\n", crate::visible::visible(message)));
        }
    }

    fn log(&self, level: Level, message: &str) {
        if level >= Level::Info {
            out::talk(&format!("{}: {}\n", level.name(), crate::visible::visible(message)));
        }
    }
}
