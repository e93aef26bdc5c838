//! The table of a README: rows in, Markdown between two markers out.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::judge::Count;

/// One converter and dialect.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) dialect: String,
    /// For all tools
    pub(crate) seconds: f64,
    pub(crate) count: Count,
}

const START: &str = "<!-- normalizers: written by `tests/bench`, command `normalize` -->";
const END: &str = "<!-- /normalizers -->";

/// Puts the table between the markers of `file`.
pub(crate) fn write(file: &Path, rows: &[Row], tools: usize) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let (before, rest) = text.split_once(START).with_context(|| format!("{} has no `{START}`", file.display()))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{} has no `{END}`", file.display()))?;
    fs::write(file, format!("{before}{START}\n{}{END}{after}", table(rows, tools)))?;
    Ok(())
}

fn table(rows: &[Row], tools: usize) -> String {
    let mut dialects: Vec<&str> = Vec::new();
    for row in rows {
        if !dialects.contains(&row.dialect.as_str()) {
            dialects.push(&row.dialect);
        }
    }
    let mut text = format!(
        "{tools} MCP tools: how many schemas accept the same after the conversion, more, less, or some of both, and how many were refused or failed. \
         A strict mode closes every object: where a tool left one open, that counts as narrowed. Times are processor time, on a busy machine.\n\n\
         | dialect | converter | equal | widened | narrowed | crossed | none | ms for 1,000 |\n|---|---|--:|--:|--:|--:|--:|--:|\n"
    );
    for dialect in dialects {
        for Row { name, seconds, count, .. } in rows.iter().filter(|row| row.dialect == dialect) {
            let Count { equal, widened, narrowed, crossed, crashed } = count;
            let _ = writeln!(
                text,
                "| {dialect} | {name} | {equal} | {widened} | {narrowed} | {crossed} | {crashed} | {:.1} |",
                seconds * 1e6 / tools as f64
            );
        }
    }
    text
}
