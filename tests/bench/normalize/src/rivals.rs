//! Python's libraries: an interpreter and tools in, their times and relations out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use toolgen_model::Json;

use crate::judge::{Count, Judgement, judge};
use crate::table::Row;
use crate::tools::Tool;

pub(crate) fn rows(python: &Path, tools: &[Tool]) -> anyhow::Result<Vec<Row>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/rivals.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} does not start", python.display()))?;
    let schemas: String = tools.iter().map(|tool| format!("{}\n", tool.schema())).collect();
    let mut input = child.stdin.take().context("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(schemas.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("the writer failed"))??;
    if !output.status.success() {
        bail!("{script} ended with {}", output.status);
    }
    let (mut rows, mut count) = (Vec::new(), Count::default());
    for line in String::from_utf8(output.stdout)?.lines() {
        let line = Json::parse(line)?;
        let text = |key: &str| line.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        if let Some(why) = line.get("missing") {
            eprintln!("{} is not measured: {why}", text("package"));
        } else if let Some(seconds) = line.get("seconds").and_then(|seconds| seconds.as_number()?.as_f64()) {
            let (name, dialect, count) = (text("name"), text("dialect"), std::mem::take(&mut count));
            rows.push(Row { name, dialect, seconds: Some(seconds), text: None, count });
        } else {
            let index = line.get("index").and_then(Json::as_u64).and_then(|index| usize::try_from(index).ok());
            let tool = index.and_then(|index| tools.get(index)).context("an index of no tool")?;
            count.add(match line.get("schema") {
                Some(schema) => judge(&tool.row.input, Some(schema), text("dialect") == "gemini-openapi"),
                None => Judgement::NOTHING,
            });
        }
    }
    Ok(rows)
}
