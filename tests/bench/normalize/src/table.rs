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
    /// For all tools, from parsed JSON to parsed JSON; none where it cannot be taken alone
    pub(crate) seconds: Option<f64>,
    /// The same from JSON text to JSON text; toolgen's own only
    pub(crate) text: Option<f64>,
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
    let a_thousand = |seconds: f64| format!("{:.1}", seconds * 1e6 / tools as f64);
    let texts: Vec<f64> = rows.iter().filter_map(|row| row.text).collect();
    let [least, most] = [f64::min, f64::max].map(|of| a_thousand(texts.iter().copied().reduce(of).unwrap_or_default()));
    let mut text = format!(
        "What becomes of {tools} MCP tools: how many accept the same arguments after the conversion (*equal*), more \
         (*widened*), less (*narrowed*), or some of both (*crossed*), and how many were refused or failed (*none*). JSON \
         Schema lets an object have other properties unless it says no; no strict mode can send them, so that every tool \
         that is silent there counts as narrowed or crossed. *Equal if silence closes* counts the strict modes again with \
         such objects read as closed, in what came and in what was made, for every converter alike: it says what is lost \
         besides. Whether the provider takes what was made the table does not say: what schemars makes keeps \
         `additionalProperties` and `$ref`. Times are processor time from parsed JSON to parsed JSON; from JSON text to JSON \
         text, toolgen takes {least} to {most} ms.\n\n\
         | dialect | converter | equal | widened | narrowed | crossed | none | equal if silence closes | ms for 1,000 |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    for dialect in dialects {
        for Row { name, seconds, count, .. } in rows.iter().filter(|row| row.dialect == dialect) {
            let Count { equal, widened, narrowed, crossed, nothing, equal_closed } = count;
            let closed = if dialect.ends_with("strict") { equal_closed.to_string() } else { "–".to_owned() };
            let time = seconds.map_or_else(|| "–".to_owned(), a_thousand);
            let _ = writeln!(
                text,
                "| {dialect} | {name} | {equal} | {widened} | {narrowed} | {crossed} | {nothing} | {closed} | {time} |"
            );
        }
    }
    text
}
