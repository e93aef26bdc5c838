//! What is enforced, proved both ways: each row of `toolgen_model::enforcement` names a test here that passes, and
//! that fails when what it proves is taken away (feature `weaken`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod config;
mod gate;
mod output;
mod page;
mod policy;
#[cfg(feature = "weaken")]
mod removal;

/// Rows whose mechanism is not there yet. A row that is whole must not stand here.
const PENDING: &[&str] = &[
    "approval.single_use",
    "approval.expires",
    "approval.bound",
    "approval.always",
    "approval.parameter",
    "audit.chain",
    "audit.escape",
    "audit.outside",
    "rate.zero",
    "rate.together",
    "dir.links",
    "dir.protected",
    "dir.scope",
    "net.hosts",
    "net.address",
    "net.redirect",
    "net.proxy",
    "exec.programs",
    "exec.environment",
    "secret.declared",
    "secret.no_fallback",
    "sandbox.named_backend",
    "sandbox.environment",
    "sandbox.descriptors",
    "sandbox.kill",
];
