//! Programs that run confined: a plan of programs and a profile go in; out comes how they ended, what they
//! wrote, and whether they had to be stopped.
//!
//! One launcher serves every backend. The agent starts its own binary again under a private name; that process
//! has no other task than the one call. It confines the thread that starts the programs, watches the limits,
//! and leaves only when every descendant is gone. The agent's `main` begins with [`launcher_entry`].

mod attempt;
mod auto;
mod backend;
mod bubblewrap;
mod cgroup;
mod child;
mod confine;
mod docker;
mod doctor;
mod drain;
mod entry;
mod environment;
mod error;
mod firejail;
mod guard;
mod hide;
mod jail;
mod job;
mod landlock;
mod launcher;
mod limits;
mod none;
mod probe;
mod profile;
mod seccomp;
mod settings;
mod shield;
mod spare;
mod suite;
mod supervise;
mod tree;
mod watch;

pub use auto::{Choice, Selection, select};
pub use backend::Backend;
pub use docker::argv as docker_argv;
pub use doctor::{Report, doctor};
pub use entry::launcher_entry;
pub use environment::{BASE_NAMES, Environment, check_name};
pub use error::SandboxError;
pub use firejail::check_args as check_firejail_args;
pub use jail::{Jail, Run};
pub use launcher::{Cancel, Launcher, Outcome, Running};
pub use limits::{Limits, Stop};
pub use probe::probe;
pub use profile::{Network, Profile};
pub use settings::Settings;
pub use shield::hide_environment;
pub use suite::{Probe, Row, Verified, declared, verify};
#[cfg(feature = "attack")]
pub(crate) use {auto::select_for, landlock::enough, probe::probe_in, suite::Victim};
