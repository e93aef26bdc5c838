//! The shell's parser, judge and runner, from outside: against bash, against tables, against properties.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking and report by printing"
)]

mod differential;
mod judge;
mod run;
mod stubs;
