//! Configuration and policy files in, a checked [`Snapshot`] out: typed values with their origin, the rules of
//! the policy, and the compiled [`Table`] of verdicts over (tool, agent, surface).
//!
//! Nothing here calls a tool, asks a person or opens a socket. The gate of the runtime evaluates what this
//! package compiles; `toolgen check --policy` prints what it finds.

pub mod animaworks;
mod archive;
pub mod argument;
mod check;
pub mod domain;
pub mod finding;
pub mod group;
mod key;
pub mod live;
mod load;
pub mod lock;
mod merge;
mod node;
pub mod policy;
pub mod source;
pub mod table;
pub mod universe;

pub use argument::Arguments;
pub use finding::{Finding, Place, Severity};
pub use key::keys;
pub use live::Live;
pub use load::{Snapshot, load};
pub use policy::Policy;
pub use source::{File, Layer, Sources};
pub use table::{Cell, Table};
pub use toolgen_model::config::{Config, Origin, Setting};
pub use universe::Universe;
