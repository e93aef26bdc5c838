//! Handlers that are data: what the compiler writes into a program and the runtime carries out.

mod command;
mod text;

pub use command::{Argument, Command, Format, Group};
pub use text::{Part, Reference, Template};
