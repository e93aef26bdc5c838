//! The command line of an agent: its words in, a call's reply and an exit code out.
//!
//! ```text
//! AGENT TOOL [ACTION] --flag value …
//! AGENT call NAME [JSON | -]
//! AGENT tools [--json]
//! AGENT catalog
//! AGENT config [--show-origin]
//! AGENT explain TOOL[.ACTION] [--agent A] [--surface S] [--args JSON]
//! AGENT explain --audit ID | --shell TEXT | --path PATH | --url URL
//! AGENT audit verify|show
//! AGENT doctor [--json]
//! AGENT vault set | get | list | rotate
//! AGENT permissions check | migrate [FILE]
//! ```
//! Before all of it, or behind the name of a tool that has no such flag: `--agent NAME`, `--set KEY=VALUE`,
//! `--config FILE`.
//!
//! Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 the tool failed, 2 bad
//! input, 3 refused by a gate, 130 interrupted.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use crate::context::{Context, Surface};
use crate::gate::approval::Terminal;
use crate::tools::Tools;

mod audit;
mod call;
mod config;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
mod doctor;
mod explain;
mod help;
mod interrupt;
mod list;
mod mechanisms;
mod out;
mod permissions;
mod settings;
mod tool;
#[cfg(feature = "vault")]
mod vault;

#[cfg(feature = "attack")]
pub(crate) use out::lines;

/// Words that are no tools. A tool that is called like one is reached by `call`.
const BUILT_IN: [&str; 9] =
    ["audit", "call", "catalog", "config", "doctor", "explain", "permissions", "tools", "vault"];

/// Runs the command line of this process and gives its exit code.
///
/// Configuration and policy are read from `toolgen.toml` in the current directory and in the user's folder, and from
/// the environment; what cannot be read, or names something unknown, stops the program. Supervised calls ask on the
/// terminal, unless the program brought its own approver.
///
/// With feature `sandbox` this must be the first thing that the program does: the process is started again
/// under another name to run confined programs.
pub fn main(tools: impl Into<Tools>) -> ExitCode {
    #[cfg(all(feature = "sandbox", target_os = "linux"))]
    {
        crate::sandbox::launcher_entry();
        // Where the kernel refuses, other processes of this user can read what they could read before.
        let _ = crate::sandbox::hide_environment();
    }
    let mut words = std::env::args_os();
    let program = words.next();
    let tools = tools.into();
    let name = program.as_deref().map(Path::new).and_then(Path::file_stem).map(|name| name.to_string_lossy());
    let program = name.map_or_else(|| tools.table().package.to_owned(), |name| name.into_owned());
    let words: Vec<OsString> = words.collect();
    let (mut before, rest) = match settings::before(&words) {
        Ok(read) => read,
        Err(fault) => return out::fail(out::BAD_INPUT, &fault),
    };
    let rest = match settings::behind(&tools, rest, &mut before) {
        Ok(rest) => rest,
        Err(fault) => return out::fail(out::BAD_INPUT, &fault),
    };
    let agent = before.agent.clone();
    // It mends the files without which the rest does not start.
    if let Some((word, rest)) = rest.split_first()
        && word == "permissions"
    {
        return Cli { tools, program, agent }.permissions(rest);
    }
    // What the tools are hangs on no configuration, and whoever checks one asks this.
    if let Some((word, rest)) = rest.split_first()
        && word == "catalog"
    {
        return Cli { tools, program, agent }.catalog(rest);
    }
    let tools = match settings::applied(tools, Path::new("."), &before) {
        Ok(tools) => tools.approver_if_none(Terminal::new().for_one_call()),
        Err(fault) => return out::fail(out::BAD_INPUT, &fault),
    };
    Cli { tools, program, agent }.run(&rest)
}

/// One run of the command line.
struct Cli {
    tools: Tools,
    /// What the program is called
    program: String,
    /// The agent that calls; empty is the program's own
    agent: String,
}

impl Cli {
    fn run(&self, words: &[OsString]) -> ExitCode {
        let Some((first, rest)) = words.split_first() else {
            out::talk(&self.help());
            return out::code(out::BAD_INPUT);
        };
        match first.to_str() {
            Some("-h" | "--help") => out::print(&self.help()),
            Some("-V" | "--version") => {
                out::print(&format!("{} {}\n", self.tools.table().package, self.tools.table().version))
            }
            Some("audit") => self.audit(rest),
            Some("call") => self.call(rest),
            Some("catalog") => self.catalog(rest),
            Some("config") => self.config(rest),
            Some("explain") => self.explain(rest),
            #[cfg(all(feature = "sandbox", target_os = "linux"))]
            Some("doctor") => self.doctor(rest),
            Some("tools") => self.list(rest),
            #[cfg(feature = "vault")]
            Some("vault") => self.vault(rest),
            Some(flag) if flag.starts_with('-') && flag.len() > 1 => self.misused(&format!("unknown option `{flag}`")),
            Some(_) => self.tool(words),
            None => self.misused("the name of the tool is no valid UTF-8"),
        }
    }

    /// Who calls, and how.
    fn context(&self) -> Context {
        Context::new().for_agent(self.agent.clone()).through(Surface::Cli)
    }

    fn misused(&self, what: &str) -> ExitCode {
        out::fail(out::BAD_INPUT, &format!("{what}; see `{} --help`", self.program))
    }
}

#[cfg(test)]
mod tests;
