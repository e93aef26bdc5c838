//! toolgen: the compiler for the tools of LLM agents.
//!
//! A YAML manifest or a `#[tool]` function becomes one [`ir::Tool`]; from there the road is straight:
//! check, normalize, emit.

pub mod check;
#[cfg(feature = "cli")]
pub mod command;
mod compile;
pub mod diag;
pub mod emit;
pub mod ir;
pub mod manifest;
mod normalize;
#[cfg(feature = "cli")]
pub mod out;
pub mod rust;

pub use compile::{Compiled, compile};
pub use normalize::normalize;
pub use rust::{expand, expand_tools};
