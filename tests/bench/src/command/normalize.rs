//! What becomes of schemas: the program that converts and judges them in, its rows out.
//!
//! It is a program of its own, because the dispatch of calls needs neither its crates nor Python.

use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use crate::figure::Figure;
use crate::project::cargo;
use crate::report::{Report, Unit};

/// What is handed on to that program.
pub(crate) struct Options {
    /// An interpreter that has the Python libraries
    pub(crate) python: Option<PathBuf>,
    /// The file whose table is written
    pub(crate) readme: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Line {
    name: String,
    dialect: String,
    n: usize,
    seconds_a_thousand: Option<f64>,
    equal: usize,
}

pub(crate) fn run(report: &mut Report, options: &Options) -> anyhow::Result<()> {
    let mut arguments = Vec::new();
    for (name, value) in [("--python", &options.python), ("--readme", &options.readme)] {
        if let Some(value) = value {
            // Not resolved: an interpreter of a virtual environment is a link that must be called by its own name.
            let value = std::path::absolute(value)?;
            arguments.extend([name.to_owned(), value.to_str().context("a path that is no text")?.to_owned()]);
        }
    }
    for line in cargo::member("bench-normalize", &arguments)?.lines() {
        let Line { name, dialect, n, seconds_a_thousand, equal } = serde_json::from_str(line)?;
        let name = format!("{dialect}: {name}");
        if let Some(seconds) = seconds_a_thousand {
            report.add("normalize", &name, n, Unit::Nanoseconds, Figure::exact(seconds * 1e9));
        }
        report.add("normalize-equal", &name, n, Unit::Count, Figure::exact(equal as f64));
    }
    report.note(
        "normalize: processor time for 1,000 tools, from parsed JSON to parsed JSON; the README's table says more",
    );
    Ok(())
}
