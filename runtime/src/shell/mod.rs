//! The shell tool's half that decides: a script goes in; out come its parsed programs, a verdict on each of
//! them with the reasons, and, for what may run, its execution without a shell.
//!
//! A *plain* script is words, simple quotes and the connectors `&& || ; |` and newline. It is judged program
//! by program, and exactly the argument lists that were judged are executed. Everything else is *opaque*: its
//! meaning depends on a shell, so it is at best supervised and only a sandboxed `sh -c` may run it.

mod argument;
#[cfg(feature = "exec")]
mod call;
mod closed;
mod config;
mod explain;
mod grammar;
mod judge;
mod lexer;
mod parse;
mod paths;
mod policy;
mod programs;
mod risk;
mod run;
mod scan;
mod script;
mod spawn;
mod verdict;
mod words;

pub use argument::{ArgumentError, check_argument};
#[cfg(feature = "exec")]
pub(crate) use call::judged;
pub use closed::Closed;
pub use config::{agent_path, with_a_shell};
pub use explain::{Explanation, Segment, explain};
pub use judge::judge;
pub use parse::{MAX_COMMANDS, MAX_SCRIPT_BYTES, parse};
pub use paths::Workspace;
pub use policy::{Autonomy, Policy, Rule, RuleError};
pub use programs::{Programs, SearchPath};
pub use run::{Ended, Input, Streams, run};
pub use script::{Command, Connector, Opaque, Place, Plan, Script, Step, Why};
pub use spawn::{PlainSpawner, Running, Spawner, Stdio};
pub use verdict::{Finding, Judgement};
