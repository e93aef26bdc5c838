//! Limits as data: autonomy, commands, paths, budgets, approvals, memory, sandbox, resources.

use super::{Name, Names};
use crate::finding::Place;

/// How much happens without a person. It only tightens: no level lifts a supervised tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Autonomy {
    /// The level
    pub level: Level,
    /// Where it stands
    pub place: Place,
    /// Tools that are approved without a question, where nothing else forbids it
    pub auto_approve: Vec<Name>,
    /// Tools that are asked about at every call
    pub always_ask: Vec<Name>,
}

/// A level of autonomy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Only what reads
    Readonly,
    /// What the policy says
    #[default]
    Supervised,
    /// The same; listed commands that change something run unasked
    Full,
}

impl Level {
    /// `readonly`, `supervised` or `full`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Readonly => "readonly",
            Level::Supervised => "supervised",
            Level::Full => "full",
        }
    }
}

/// What the shell may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// Programs that may run: absent is the built-in list, empty is none, `*` is all
    pub allowed: Option<Names>,
    /// Programs that never run
    pub denied: Vec<Name>,
    /// Refuse commands of high risk; else they need an approval
    pub block_high_risk: bool,
    /// Ask before commands of medium risk
    pub ask_medium_risk: bool,
}

/// What [`Commands::allowed`] is when nobody says it.
pub const ALLOWED_COMMANDS: &[&str] =
    &["git", "npm", "cargo", "ls", "cat", "grep", "find", "echo", "pwd", "wc", "head", "tail", "date"];

impl Default for Commands {
    fn default() -> Commands {
        Commands { allowed: None, denied: Vec::new(), block_high_risk: true, ask_medium_risk: true }
    }
}

impl Commands {
    /// The programs that may run.
    pub fn allowed(&self) -> Vec<&str> {
        match &self.allowed {
            Some(names) => names.names.iter().map(|name| name.text.as_str()).collect(),
            None => ALLOWED_COMMANDS.to_vec(),
        }
    }
}

/// Where files may be touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Nothing outside of the workspace
    pub workspace_only: bool,
    /// Never these and what is below them: absent is the built-in list
    pub forbidden: Option<Names>,
}

/// What [`Paths::forbidden`] is when nobody says it.
pub const FORBIDDEN_PATHS: &[&str] = &[
    "/etc",
    "/root",
    "/home",
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/opt",
    "/boot",
    "/dev",
    "/proc",
    "/sys",
    "/var",
    "/tmp",
    "~/.ssh",
    "~/.gnupg",
    "~/.aws",
    "~/.config",
];

impl Default for Paths {
    fn default() -> Paths {
        Paths { workspace_only: true, forbidden: None }
    }
}

impl Paths {
    /// The forbidden places; `~` is the user's home.
    pub fn forbidden(&self) -> Vec<&str> {
        match &self.forbidden {
            Some(names) => names.names.iter().map(|name| name.text.as_str()).collect(),
            None => FORBIDDEN_PATHS.to_vec(),
        }
    }
}

/// So many actions in an hour, over a sliding window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Of what: a tool or an agent; empty for all together
    pub of: String,
    /// Actions an hour; 0 is none at all
    pub per_hour: u64,
    /// Where it stands
    pub place: Place,
}

/// How often, and for how much. What is absent has no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budgets {
    /// All calls that act, together
    pub actions: Option<Rate>,
    /// The calls of one tool
    pub tools: Vec<Rate>,
    /// The calls of one agent
    pub agents: Vec<Rate>,
    /// Cents a day; 0 is nothing
    pub cents_per_day: Option<(u64, Place)>,
}

/// How approvals are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// Seconds until a question that nobody answers is a denial
    pub timeout_secs: u64,
    /// Calls that are approved without a question
    pub auto_approve: Vec<AutoApprove>,
}

impl Default for Approval {
    fn default() -> Approval {
        Approval { timeout_secs: 300, auto_approve: Vec::new() }
    }
}

/// Calls of a tool that are approved without a question. Each pattern is anchored at both ends; all that are
/// given must hold, and a rule without any holds for every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutoApprove {
    /// The tool
    pub tool: Name,
    /// Of the argument `command`
    pub command: Option<Name>,
    /// Of the argument `path`
    pub path: Option<Name>,
    /// Of the argument `url`
    pub url: Option<Name>,
    /// Of the canonical text of all arguments
    pub arguments: Option<Name>,
    /// Where it stands
    pub place: Place,
}

/// How programs are confined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// Absent is `auto`
    pub enabled: Option<bool>,
    /// The backend; absent is `auto`
    pub backend: Option<Name>,
    /// Further arguments of firejail
    pub firejail_args: Vec<String>,
}

/// What a program may use up. What is absent has no limit of the operator's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Memory in MiB
    pub memory_mb: Option<(u64, Place)>,
    /// Processor time, in percent of one core
    pub cpu_percent: Option<(u64, Place)>,
    /// Open files
    pub open_files: Option<(u64, Place)>,
    /// Processor time in seconds
    pub cpu_seconds: Option<(u64, Place)>,
    /// Processes
    pub subprocesses: Option<(u64, Place)>,
}
