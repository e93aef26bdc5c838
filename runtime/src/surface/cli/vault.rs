//! `AGENT vault set | get | list | rotate`: names on the command line and values on standard input in, the encrypted
//! file out. No value is ever on a command line, where everybody could read it.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use zeroize::Zeroizing;

use super::{Cli, out};
use crate::vault::{Place, SHARED, Vault, VaultError};

/// How it is used.
const USAGE: &str = "\
Usage: vault set [SECTION/]NAME    the value is read from standard input, or asked for without showing it
       vault get [SECTION/]NAME    the value, on standard output
       vault list                  the names, one a line
       vault rotate                encrypts everything with a new key

A name without a section is in `shared`, where credentials are looked up.
Exit codes: 0 done, 1 the vault refuses, 2 bad input.
";

/// The longest value that is read.
const MOST: u64 = 1 << 20;

impl Cli {
    pub(super) fn vault(&self, words: &[OsString]) -> ExitCode {
        let Some(words) = words.iter().map(|word| word.to_str()).collect::<Option<Vec<&str>>>() else {
            return self.misused("the arguments are no valid UTF-8");
        };
        if words.iter().any(|word| matches!(*word, "-h" | "--help")) {
            return out::print(USAGE);
        }
        let place = match Place::of(&self.tools.configuration()) {
            Ok(place) => place,
            Err(error) => return refused(&error),
        };
        match words[..] {
            ["set", name] => set(&place, name),
            ["get", name] => get(&place, name),
            ["list"] => list(&place),
            ["rotate"] => match Vault::rotate(&place) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => refused(&error),
            },
            ["set", _, ..] => self.misused("`vault set` takes one name; the value is read from standard input"),
            [] => {
                out::talk(USAGE);
                out::code(out::BAD_INPUT)
            }
            _ => self.misused("`vault` has `set NAME`, `get NAME`, `list` and `rotate`"),
        }
    }
}

fn set(place: &Place, name: &str) -> ExitCode {
    let (section, name) = name.split_once('/').unwrap_or((SHARED, name));
    let value = match value(name) {
        Ok(value) => value,
        Err(fault) => return out::fail(out::BAD_INPUT, &fault),
    };
    match Vault::set(place, section, name, &value) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refused(&error),
    }
}

fn get(place: &Place, name: &str) -> ExitCode {
    let (section, name) = name.split_once('/').unwrap_or((SHARED, name));
    match Vault::open(place) {
        Err(error) => refused(&error),
        Ok(vault) => match vault.as_ref().and_then(|vault| vault.get(section, name)) {
            Some(value) => out::print(&format!("{value}\n")),
            None => out::fail(out::FAILED, &format!("there is no `{name}` in the section `{section}` of the vault")),
        },
    }
}

fn list(place: &Place) -> ExitCode {
    match Vault::open(place) {
        Err(error) => refused(&error),
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(vault)) => {
            let lines = vault.names().map(|(section, name)| match section {
                SHARED => format!("{name}\n"),
                section => format!("{section}/{name}\n"),
            });
            out::print(&lines.collect::<String>())
        }
    }
}

fn refused(error: &VaultError) -> ExitCode {
    out::fail(out::FAILED, &error.to_string())
}

/// The value: all of standard input without the line's end, or what a person types.
fn value(name: &str) -> Result<Zeroizing<String>, String> {
    let stdin = io::stdin();
    let fault = |error: io::Error| format!("the value cannot be read: {error}");
    let mut value = Zeroizing::new(String::new());
    if stdin.is_terminal() {
        out::talk(&format!("Value of {}: ", crate::visible::visible(name)));
        let shown = unseen()?;
        let read = stdin.lock().read_line(&mut value);
        drop(shown);
        out::talk("\n");
        read.map_err(fault)?;
    } else {
        stdin.lock().take(MOST).read_to_string(&mut value).map_err(fault)?;
    }
    let end = value.trim_end_matches(['\r', '\n']).len();
    value.truncate(end);
    Ok(value)
}

/// Whether the terminal shows what is typed; as before when this is dropped.
struct Shown(rustix::termios::Termios);

impl Drop for Shown {
    fn drop(&mut self) {
        // There is nothing left to do where the terminal refuses.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.0);
    }
}

/// Stops the terminal from showing what is typed, and throws away what was typed before.
fn unseen() -> Result<Shown, String> {
    let fault = |error: rustix::io::Errno| format!("the terminal cannot be kept from showing the value: {error}");
    let before = tcgetattr(io::stdin()).map_err(fault)?;
    let mut hidden = before.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    tcsetattr(io::stdin(), OptionalActions::Flush, &hidden).map_err(fault)?;
    Ok(Shown(before))
}
