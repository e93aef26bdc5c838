//! Capabilities: a program that measures them in, its rows out.
//!
//! It is a program of its own, because each confined program is started by the same binary again.

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
    samples: Vec<f64>,
}

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = cargo::command(&cargo::target_folder()?);
    command.args(["run", "--release", "--quiet", "--package", "bench-capability", "--manifest-path", manifest]);
    let output = command.args(["--", &rounds.to_string()]).output().context("cargo does not start")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("bench-capability: {said}");
    }
    for line in String::from_utf8(output.stdout)?.lines() {
        let Line { group, name, n, samples } = serde_json::from_str(line)?;
        let group = ["spawn", "spawn-at-once", "read"].into_iter().find(|known| *known == group).context("a group")?;
        report.add(group, &name, n, Unit::Nanoseconds, Figure::of(&samples).context("no rounds")?);
    }
    said.lines().for_each(|line| report.note(line));
    report.note("time on the clock: on a busy machine only the least of each row says something");
    Ok(())
}
