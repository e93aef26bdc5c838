//! Why a secret cannot be had or kept: a stable code and what to do.

use std::fmt;

use crate::error::ToolError;

/// A vault that cannot be used. No value is ever in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaultError {
    /// `vault.` and what is wrong
    pub code: &'static str,
    /// What was found and what to do
    pub message: String,
}

impl VaultError {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> VaultError {
        VaultError { code, message: message.into() }
    }
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for VaultError {}

impl From<VaultError> for ToolError {
    fn from(error: VaultError) -> ToolError {
        ToolError::new("ToolConfigError", error.to_string())
            .suggestion("Only the operator can mend that; calling again changes nothing.")
    }
}
