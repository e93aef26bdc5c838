//! toolgen: the compiler for the tools of LLM agents.
//!
//! A YAML manifest or a `#[tool]` function becomes one [`ir::Tool`]; from there the road is straight:
//! check, normalize, emit.

pub mod check;
pub mod diag;
pub mod emit;
pub mod ir;
pub mod manifest;
mod normalize;
pub mod rust;

pub use normalize::normalize;
pub use rust::{expand, expand_tools};
