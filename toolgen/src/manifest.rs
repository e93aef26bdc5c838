//! The manifest front end: the text of a file in, an [`ir::Manifest`](crate::ir::Manifest) and findings out.
//!
//! `event` → `tree` → lowering, one file a block. Parsing never fails: there is always a manifest.

#[cfg(feature = "build")]
mod block;
#[cfg(feature = "build")]
mod cases;
#[cfg(feature = "build")]
mod cli;
#[cfg(feature = "build")]
mod credentials;
#[cfg(feature = "build")]
mod event;
#[cfg(feature = "build")]
mod execution;
#[cfg(feature = "build")]
mod handler;
#[cfg(feature = "build")]
mod lower;
#[cfg(feature = "build")]
mod parse;
#[cfg(feature = "build")]
mod permission;
#[cfg(feature = "build")]
mod reader;
pub(crate) mod reference;
#[cfg(feature = "build")]
mod report;
#[cfg(feature = "build")]
mod scalar;
#[cfg(feature = "build")]
mod schema;
#[cfg(feature = "build")]
mod strict;
#[cfg(feature = "build")]
mod tool;
#[cfg(feature = "build")]
mod tree;
#[cfg(feature = "build")]
mod unit;
#[cfg(feature = "build")]
mod url;

#[cfg(feature = "build")]
pub use parse::{LARGEST, parse};

/// The rules of this front end, file by file.
#[cfg(feature = "build")]
pub(crate) const RULES: &[&[crate::diag::Rule]] = &[
    parse::RULES,
    strict::RULES,
    scalar::RULES,
    reader::RULES,
    unit::RULES,
    tool::RULES,
    schema::RULES,
    credentials::RULES,
    permission::RULES,
    handler::RULES,
    handler::rust::RULES,
    handler::http::RULES,
    handler::command::RULES,
    handler::mcp::RULES,
    handler::auth::RULES,
    url::RULES,
];
