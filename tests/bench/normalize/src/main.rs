//! Tools in; how long toolgen, Rust crates and Python's libraries take for their conversion, and what becomes of the
//! schemas, out, as one JSON object a line. `--readme FILE` writes the table between the markers of that file.
//!
//! `--python PATH` is an interpreter with the libraries of `rivals.py`; without it, those are not measured.

use std::path::PathBuf;

use anyhow::{Context, bail};
use serde_json::json;

mod clock;
mod crates;
mod judge;
mod own;
mod rivals;
mod table;
mod tools;

/// How many tools a time is for.
const TOOLS: f64 = 1000.0;

fn main() -> anyhow::Result<()> {
    let mut arguments = pico_args::Arguments::from_env();
    let python: Option<PathBuf> = arguments.opt_value_from_str("--python")?;
    let readme: Option<PathBuf> = arguments.opt_value_from_str("--readme")?;
    if let Some(extra) = arguments.finish().first() {
        bail!("`{}` is no argument; there are --python and --readme", extra.to_string_lossy());
    }
    let tools = tools::read()?;
    let mut rows = own::rows(&tools);
    rows.extend(crates::rows(&tools)?);
    if let Some(python) = python {
        rows.extend(rivals::rows(&python, &tools).context("the Python libraries")?);
    }
    for row in &rows {
        let a_thousand = |seconds: Option<f64>| seconds.map(|seconds| seconds * TOOLS / tools.len() as f64);
        let count = &row.count;
        println!(
            "{}",
            json!({"group": "normalize", "name": row.name, "dialect": row.dialect, "n": tools.len(),
                "seconds_a_thousand": a_thousand(row.seconds), "text_seconds_a_thousand": a_thousand(row.text),
                "equal": count.equal, "widened": count.widened, "narrowed": count.narrowed, "crossed": count.crossed,
                "none": count.nothing, "equal_closed": count.equal_closed})
        );
    }
    if let Some(readme) = readme {
        table::write(&readme, &rows, tools.len())?;
    }
    Ok(())
}
