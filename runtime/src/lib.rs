//! What ships in an agent: the static tool table, dispatch, gates, capabilities and surfaces.

pub mod argument;
#[cfg(feature = "attack")]
pub mod attack;
pub mod audit;
pub mod batch;
pub mod binding;
#[cfg(any(test, feature = "attack"))]
extern crate self as toolgen_runtime;

mod call;
#[cfg(any(feature = "fs", feature = "exec", feature = "net", feature = "sandbox", feature = "vault"))]
pub mod capability;
mod captured;
pub mod config;
pub mod context;
mod decode;
mod dispatch;
pub mod error;
mod executor;
pub mod gate;
pub mod handler;
pub mod output;
mod own_file;
#[cfg(feature = "policy")]
pub mod permitted;
pub mod rate;
pub mod redact;
pub mod reply;
mod row;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub mod sandbox;
#[cfg(feature = "shell")]
pub mod shell;
pub mod slot;
pub mod state;
pub mod surface;
pub mod table;
pub mod tool;
pub mod tools;
#[cfg(feature = "vault")]
pub mod vault;
mod visible;

#[cfg(feature = "fs")]
pub use capability::dir::{Dir, Read, Write};
#[cfg(feature = "exec")]
pub use capability::exec::Exec;
#[cfg(feature = "net")]
pub use capability::net::{Net, Network};
#[cfg(feature = "vault")]
pub use capability::secret::{Credential, Secret};
pub use captured::Captured;
pub use config::Config;
pub use context::{Cancel, Context, Surface};
pub use error::{Result, ToolError};
pub use gate::{Answer, Approver, Question};
#[cfg(feature = "policy")]
pub use permitted::Permitted;
pub use reply::{Body, Content, Reply, Stage};
pub use state::State;
#[cfg(feature = "cli")]
pub use surface::cli::main;
pub use table::Table;
pub use tool::Verdict;
pub use toolgen_macros::{tool, tools};
#[cfg(feature = "policy")]
pub use toolgen_policy as policy;
pub use tools::Tools;

/// Takes in what `toolgen::build()` wrote: `static TOOLS`, the table of every tool of this crate, and
/// `mod generated`, the typed inputs and outputs of its manifests. It belongs into the root of the crate.
#[macro_export]
macro_rules! include_tools {
    () => {
        include!(concat!(env!("OUT_DIR"), "/tools.rs"));
    };
}

/// What generated code names. Not for people: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::__command_entry as command_entry;
    pub use crate::__http_entry as http_entry;
    pub use crate::__table as table;
    pub use crate::argument::{
        ByType, Is, Probe, argument, described, injected, is_injected, miscount, plain, same, state, state_type,
    };
    pub use crate::binding::{
        boolean, choice, held, inject, integer, json, number, optional, slots_differ, string, unsigned,
    };
    pub use crate::decode::input;
    pub use crate::decode::reader::{
        Choice, Comes, Expression, Items, Key, Keys, Limits, Read, Reader, Reading, Scalar, Text, add, boxed, put,
        required,
    };
    pub use crate::error::Result;
    pub use crate::gate::Granted;
    pub use crate::handler::Plan;
    pub use crate::handler::case::case;
    pub use crate::handler::command::call as command;
    pub use crate::handler::hostile::hostile;
    pub use crate::handler::http::call as http;
    pub use crate::output::{AnyReply, AnySchema, ReturnType, Returned, Whole};
    pub use crate::reply::Body;
    pub use crate::slot::Slot;
    pub use crate::table::{Table, capacity, count, flatten, index};
    pub use crate::tool::{
        Bound, Deferred, Entry, Field, Kind, More, Outcome, OutcomeFuture, RowText, Rules, Tool, Verdict,
    };
    #[cfg(feature = "jiff")]
    pub use jiff;
    pub use std::boxed::Box;
    pub use std::option::Option::{None, Some};
    pub use std::result::Result::{Err, Ok};
    pub use toolgen_model::handler::{Command, Http};
    #[cfg(feature = "url")]
    pub use url;
    #[cfg(feature = "uuid")]
    pub use uuid;
    pub use {schemars, serde, serde_json};
}
