//! Surfaces: the ways on which calls come in. Each is a feature, and each calls dispatch.

#[cfg(feature = "cli")]
pub mod cli;
