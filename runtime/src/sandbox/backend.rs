//! The ways to confine a program.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::SandboxError;

/// What confines a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// The kernel's Landlock, with a system call filter
    Landlock,
    /// The `firejail` program
    Firejail,
    /// The `bwrap` program
    Bubblewrap,
    /// The `docker` program with a running daemon
    Docker,
    /// Nothing but limits, a clean environment and the certain death of every descendant
    None,
}

impl Backend {
    /// All, in the order in which `auto` tries them.
    pub const ALL: [Backend; 5] =
        [Backend::Landlock, Backend::Firejail, Backend::Bubblewrap, Backend::Docker, Backend::None];

    /// The name in configurations.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Landlock => "landlock",
            Backend::Firejail => "firejail",
            Backend::Bubblewrap => "bubblewrap",
            Backend::Docker => "docker",
            Backend::None => "none",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = SandboxError;

    fn from_str(name: &str) -> Result<Backend, SandboxError> {
        Backend::ALL.into_iter().find(|backend| backend.name() == name).ok_or_else(|| {
            let message = format!(
                "expected auto, landlock, firejail, bubblewrap, docker or none; found `{}`",
                name.escape_debug()
            );
            SandboxError::new("sandbox.backend", message)
        })
    }
}
