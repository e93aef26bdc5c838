//! Confined programs on every backend that this machine has: what they reach, what they use, and that they end.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking and report by printing"
)]

mod choice;
mod conformance;
mod container;
mod docker;
mod environment;
mod grounds;
mod kill;
mod limits;
mod plan;
