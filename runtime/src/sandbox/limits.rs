//! How much a call may use, and how it is known that it used more.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

/// What one call may use at most. Zero is refused: a program that may use nothing cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Resident memory of all its programs together, in MiB
    pub max_memory_mb: u64,
    /// Processor time of all its programs together, in percent of one processor
    pub max_cpu_percent: u64,
    /// Open files of each program
    pub max_open_files: u64,
    /// Processor time of all its programs together, in seconds
    pub max_cpu_time_seconds: u64,
    /// Processes at the same time
    pub max_subprocesses: u64,
    /// Time on the clock, in milliseconds
    pub max_wall_time_ms: u64,
    /// Milliseconds between asking to end and ending
    pub grace_ms: u64,
    /// Run each call in a control group of its own, where the agent may make one: the kernel then refuses more
    /// processes instead of this stopping them. Joining and leaving one costs 10 to 30 ms a call
    pub own_cgroup: bool,
    /// Bytes that are kept of each stream: half from its beginning, half from its end
    pub max_output_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_memory_mb: 512,
            max_cpu_percent: 80,
            max_open_files: 256,
            max_cpu_time_seconds: 60,
            max_subprocesses: 10,
            max_wall_time_ms: 120_000,
            grace_ms: 200,
            own_cgroup: false,
            max_output_bytes: 1024 * 1024,
        }
    }
}

/// Why a call was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Its time on the clock was over
    Deadline,
    /// The agent gave it up, or is gone
    Cancelled,
    /// Too much memory
    Memory,
    /// Too much processor time
    CpuTime,
    /// Too many processes
    Subprocesses,
}

impl Stop {
    /// The code for audits and models.
    pub fn code(self) -> &'static str {
        match self {
            Stop::Deadline | Stop::Cancelled => "proc.killed",
            Stop::Memory => "res.memory",
            Stop::CpuTime => "res.cpu",
            Stop::Subprocesses => "proc.pids_limit",
        }
    }
}

impl Limits {
    /// The first limit that is zero.
    pub(super) fn zero(&self) -> Option<&'static str> {
        let named = [
            (self.max_memory_mb, "max_memory_mb"),
            (self.max_cpu_percent, "max_cpu_percent"),
            (self.max_open_files, "max_open_files"),
            (self.max_cpu_time_seconds, "max_cpu_time_seconds"),
            (self.max_subprocesses, "max_subprocesses"),
            (self.max_wall_time_ms, "max_wall_time_ms"),
        ];
        named.into_iter().find(|(value, _)| *value == 0).map(|(_, name)| name)
    }

    /// Sets what the kernel holds for each process; children inherit it.
    ///
    /// Memory and the number of processes are watched over the whole tree instead: the kernel's limits count
    /// address space, which many programs only reserve, and all processes of a user, root excepted.
    pub(super) fn apply(&self) -> io::Result<()> {
        let set = |resource, soft, hard| -> io::Result<()> {
            // What is already tighter stays; only root may raise a hard limit.
            let present = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
            let hard = present.min(hard);
            Ok(setrlimit(resource, Rlimit { current: Some(hard.min(soft)), maximum: Some(hard) })?)
        };
        set(Resource::Nofile, self.max_open_files, self.max_open_files)?;
        set(Resource::Cpu, self.max_cpu_time_seconds, self.max_cpu_time_seconds.saturating_add(1))?;
        set(Resource::Core, 0, 0)?;
        if !rustix::process::geteuid().is_root() {
            // It counts all tasks of the user. The limit proper is watched; this bounds what a bomb can do
            // between two looks.
            let bound = tasks().saturating_add(self.max_subprocesses).saturating_add(64);
            set(Resource::Nproc, bound, bound)?;
        }
        Ok(())
    }
}

/// All tasks of the machine: the second number of the fourth field.
fn tasks() -> u64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let field = text.split(' ').nth(3).and_then(|field| field.split('/').nth(1)).and_then(|number| number.parse().ok());
    field.unwrap_or(4096)
}
