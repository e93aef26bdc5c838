//! The MCP tools that are beside the checkout, or else those that are part of it: files in, rows out.

use std::fs;
use std::path::Path;

use anyhow::Context;
use toolgen_model::schema::input::{Shape, read as read_tool};
use toolgen_model::{Json, Row, json::Object};

/// One tool: as it was written, and in canonical form.
pub(crate) struct Tool {
    pub(crate) written: Json,
    pub(crate) row: Row,
}

impl Tool {
    /// The schema of its arguments as it was written; one that says nothing where there is none.
    pub(crate) fn schema(&self) -> Json {
        self.written.get("inputSchema").cloned().unwrap_or_else(|| Json::Object(Object::new()))
    }
}

pub(crate) fn read() -> anyhow::Result<Vec<Tool>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places =
        ["../../../../shared/corpora/mcp-tools", "../../../../../shared/corpora/mcp-tools", "../../corpus/mcp-tools"];
    let file = places.iter().map(|place| here.join(place).join("tools.jsonl")).find(|file| file.exists());
    let file = file.context("no tools: tests/corpus/mcp-tools is gone")?;
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let mut tools = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let line = Json::parse(line)?;
        let written = line.get("tool").cloned().unwrap_or(line);
        let Ok(tool) = read_tool(&written, Shape::Mcp, false) else { continue };
        // What has no canonical form has no relation to anything.
        if let Ok(row) = tool.row() {
            tools.push(Tool { written, row });
        }
    }
    Ok(tools)
}
