//! Handlers that are data, end to end: the manifests of this package, built into an agent, called on its command line
//! against servers and programs of the test.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod command;
mod http;
mod server;
mod service;
mod tls;
