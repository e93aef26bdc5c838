//! What ships in an agent: the static tool table, dispatch, gates, capabilities and surfaces.

pub mod context;
pub mod error;
pub mod gate;
pub mod reply;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub mod sandbox;
#[cfg(feature = "shell")]
pub mod shell;
pub mod slot;
pub mod table;
pub mod tool;

pub use context::Context;
pub use error::{Result, ToolError};
pub use reply::{Body, Content, Reply};
pub use table::Table;
pub use tool::Verdict;

/// What generated code names. Not for people: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::gate::Granted;
    pub use crate::reply::Body;
    pub use crate::slot::Slot;
    pub use crate::table::{Table, capacity, count, flatten};
    pub use crate::tool::{
        Bound, Deferred, Entry, Field, Kind, More, Outcome, OutcomeFuture, RowText, Rules, Tool, Verdict,
    };
    pub use {schemars, serde, serde_json};
}
