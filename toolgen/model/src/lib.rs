//! The data that every part of toolgen agrees on. No front end, no emitter and no I/O lives here.
//!
//! The compiler writes a [`Catalog`](catalog::Catalog) of [`Row`](catalog::Row)s, the runtime reads
//! single rows out of its static table, and both use the same schema engine and the same names.

pub mod catalog;
pub mod config;
pub mod effect;
pub mod enforcement;
pub mod field;
pub mod flag;
pub mod gate;
pub mod handler;
pub mod hash;
pub mod id;
pub mod json;
pub mod nearest;
pub mod pattern;
pub mod schema;
pub mod validate;

pub use catalog::{Catalog, Row};
pub use config::Config;
pub use effect::Effect;
pub use gate::{GateRow, Verdict};
pub use id::ToolId;
pub use json::Json;
