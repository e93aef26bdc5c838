//! Tests that span packages live in `tests/tests`; here is what several of them share.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

pub mod corpora;
pub mod instances;
pub mod random_schema;
pub mod wire;
