//! Allocations a call: the counting program in, its rows out.
//!
//! It is a program of its own, because its allocator would slow down what is timed here.

use serde::Deserialize;

use crate::figure::Figure;
use crate::project::cargo;
use crate::report::{Report, Unit};

#[derive(Deserialize)]
struct Line {
    group: String,
    name: String,
    n: usize,
    count: f64,
}

pub(crate) fn run(report: &mut Report) -> anyhow::Result<()> {
    for line in cargo::member("bench-allocations", &[])?.lines() {
        let Line { group, name, n, count } = serde_json::from_str(line)?;
        let group = if group == "bytes" { "allocated-bytes" } else { "allocations" };
        let unit = if group == "allocations" { Unit::Count } else { Unit::Bytes };
        report.add(group, &name, n, unit, Figure::exact(count));
    }
    report.note("a reply with text owns one allocation: the text");
    Ok(())
}
