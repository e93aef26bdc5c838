//! What ships in an agent: the static tool table, dispatch, gates, capabilities and surfaces.

mod call;
pub mod config;
pub mod context;
mod decode;
mod dispatch;
pub mod error;
mod executor;
pub mod gate;
pub mod reply;
mod row;
pub mod slot;
pub mod table;
pub mod tool;
pub mod tools;
mod visible;

pub use config::Config;
pub use context::{Cancel, Context, Surface};
pub use error::{Result, ToolError};
pub use gate::{Answer, Approver, Question};
pub use reply::{Body, Content, Reply, Stage};
pub use table::Table;
pub use tool::Verdict;
pub use tools::Tools;

/// What generated code names. Not for people: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::gate::Granted;
    pub use crate::reply::Body;
    pub use crate::slot::Slot;
    pub use crate::__table as table;
    pub use crate::table::{Table, capacity, count, flatten, index};
    pub use crate::tool::{
        Bound, Deferred, Entry, Field, Kind, More, Outcome, OutcomeFuture, RowText, Rules, Tool, Verdict,
    };
    pub use {schemars, serde, serde_json};
}
