//! Why nothing runs: a stable code and what to do.

use std::fmt;

/// A sandbox that cannot be had, or that was asked for wrongly. Nothing ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxError {
    /// `sandbox.` or `env.` and what is wrong
    pub code: &'static str,
    /// What was found and what to do
    pub message: String,
}

impl SandboxError {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> SandboxError {
        SandboxError { code, message: message.into() }
    }

    /// The program could not be started at all.
    pub(super) fn start(what: &str, error: &dyn fmt::Display) -> SandboxError {
        SandboxError::new("sandbox.start", format!("{what}: {error}"))
    }
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for SandboxError {}
