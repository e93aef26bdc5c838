//! Keeps other processes of the same user from reading the agent's own environment and memory.

use std::io;

use rustix::process::{DumpableBehavior, set_dumpable_behavior};

/// Makes `/proc/PID/environ` of this process unreadable to other processes of the same user; root still can.
///
/// Removing a variable does not remove it there: the kernel shows the environment that the process was started
/// with. A debugger of the same user cannot attach any more either, and no core is written.
///
/// # Errors
/// The kernel refuses.
pub fn hide_environment() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}
