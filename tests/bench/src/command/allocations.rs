//! Allocations a call: the counting program in, its rows out.
//!
//! It is a program of its own, because its allocator would slow down what is timed here.

use anyhow::{Context, bail};
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
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = cargo::command(&cargo::target_folder()?);
    command.args(["run", "--release", "--quiet", "--package", "bench-allocations", "--manifest-path", manifest]);
    let output = command.output().context("cargo does not start")?;
    if !output.status.success() {
        bail!("bench-allocations: {}", String::from_utf8_lossy(&output.stderr));
    }
    for line in String::from_utf8(output.stdout)?.lines() {
        let Line { group, name, n, count } = serde_json::from_str(line)?;
        let group = if group == "bytes" { "allocated-bytes" } else { "allocations" };
        let unit = if group == "allocations" { Unit::Count } else { Unit::Bytes };
        report.add(group, &name, n, unit, Figure::exact(count));
    }
    report.note("a reply with text owns one allocation: the text");
    Ok(())
}
