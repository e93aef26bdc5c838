//! What is enforced, proved both ways: each row of `toolgen_model::enforcement` names a test here that passes, and
//! that fails when what it proves is taken away (feature `weaken`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod approval;
mod audit;
mod config;
mod dir;
mod gate;
mod net;
mod output;
mod page;
mod policy;
mod rate;
#[cfg(feature = "weaken")]
mod removal;
