//! Decoding typed inputs: the program that is built from the corpus in, its rows out.
//!
//! It is a program of its own, because its build script makes types of many tools.

use serde::Deserialize;

use crate::figure::Figure;
use crate::project::cargo;
use crate::report::{Report, Unit};

#[derive(Deserialize)]
struct Line {
    group: String,
    name: String,
    n: usize,
    #[serde(flatten)]
    figure: Figure,
}

pub(crate) fn run(report: &mut Report) -> anyhow::Result<()> {
    for line in cargo::member("bench-decode", &[])?.lines() {
        let Line { group, name, n, figure } = serde_json::from_str(line)?;
        let group = match group.as_str() {
            "small" => "decode-small",
            "medium" => "decode-medium",
            _ => "decode-large",
        };
        report.add(group, &name, n, Unit::Nanoseconds, figure);
    }
    report.note("decode: n tools, 16 valid arguments each; nanoseconds a text are the mean of the tools' medians, in processor time");
    Ok(())
}
