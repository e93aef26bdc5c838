//! The checks: tools of both front ends in, findings out. One rule family a file.

use crate::diag::Sink;
use crate::ir::Tool;

#[cfg(feature = "build")]
pub(crate) mod invisible;
#[cfg(feature = "build")]
pub(crate) mod keyword;

/// Checks `tools`, those of all files and of both front ends at once.
pub fn check(_tools: &[Tool], _sink: &mut Sink) {}
