//! The audit log: what was to happen and what came of it in, one line of JSON an event out, in a chain that shows
//! what was changed or cut off.
//!
//! A line is ASCII and holds no control character, so that nothing in it can act on a terminal or pass for another
//! line. It ends with the SHA-256 of the line before and of its own text; a second file, the anchor, holds the number
//! and the hash of the last line. `verify` follows the chain and compares it with the anchor.
//!
//! Everything is written under a lock of the file, so that several processes may share one log. What is half written
//! when a process dies stays where it is; the next line tells how long it is, and the chain goes on.
//! A written line outlives the process. It is not forced to the disk: a power failure may cost the last ones.

mod anchor;
mod archive;
mod chain;
mod event;
mod file;
mod journal;
mod line;
mod memory;
mod read;
mod time;
mod verify;

pub(crate) use time::now;

pub use archive::Archive;
pub use event::{Call, Ending, Event, Outcome};
pub use file::File;
pub use journal::Journal;
pub use memory::Memory;
pub use read::{Record, records};
pub use verify::{Fault, Report, verify};
