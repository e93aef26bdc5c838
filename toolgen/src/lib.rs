//! toolgen: the compiler for the tools of LLM agents.
//!
//! A YAML manifest or a `#[tool]` function becomes one [`ir::Tool`]; from there the road is straight:
//! check, normalize, emit.

#[cfg(feature = "build")]
mod build;
pub mod check;
#[cfg(feature = "cli")]
pub mod command;
#[cfg(feature = "build")]
mod compile;
pub mod diag;
pub mod emit;
#[cfg(feature = "build")]
pub mod inputs;
pub mod ir;
#[cfg(feature = "build")]
mod lock;
pub mod manifest;
mod normalize;
#[cfg(feature = "cli")]
pub mod out;
pub mod rust;

#[cfg(feature = "build")]
pub use build::Build;
#[cfg(feature = "build")]
pub use compile::{Compiled, compile};
pub use emit::rust::Formats;
pub use normalize::normalize;
pub use rust::{expand, expand_tools};

/// What a build script calls: reads the manifests in `tools/`, finds the `#[tool]` functions of the crate,
/// checks all of it, and writes the table for `include_tools!()`. [`Build`] does the same from other folders.
#[cfg(feature = "build")]
pub fn build() {
    Build::default().run();
}
