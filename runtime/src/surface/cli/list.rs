//! `AGENT tools [--json]` and `AGENT catalog`: the table in, a list for people or programs out.

use std::ffi::OsString;
use std::process::ExitCode;

use toolgen_model::json::{Json, Object};

use super::{Cli, out};
use crate::error::ToolError;

impl Cli {
    pub(super) fn list(&self, words: &[OsString]) -> ExitCode {
        match words.iter().map(|word| word.to_str()).collect::<Vec<_>>()[..] {
            [] => {
                let rows = self.rows();
                out::print(&super::help::table(rows.iter().map(|(name, summary)| (name.as_str(), summary.as_str()))))
            }
            [Some("--json" | "-j")] => match self.objects() {
                Ok(text) => out::print(&text),
                Err(error) => out::fault(out::FAILED, &error),
            },
            [Some("-h" | "--help")] => out::print(&self.help()),
            _ => self.misused("`tools` takes nothing but `--json`"),
        }
    }

    pub(super) fn catalog(&self, words: &[OsString]) -> ExitCode {
        match words {
            [] => match self.tools.catalog() {
                Ok(catalog) => out::print(&catalog.to_text()),
                Err(error) => out::fault(out::FAILED, &error),
            },
            [word] if word == "-h" || word == "--help" => out::print(&self.help()),
            _ => self.misused("`catalog` takes no arguments"),
        }
    }

    /// One object a tool: what a caller needs to know.
    fn objects(&self) -> Result<String, ToolError> {
        let mut all = Vec::new();
        for tool in self.tools.offered(&self.context()) {
            let row = self.tools.row(tool)?;
            let mut object = Object::new();
            object.insert("name", row.name.as_str());
            object.insert("tool", row.tool.as_str());
            if let Some(action) = &row.action {
                object.insert("action", action.as_str());
            }
            object.insert("description", row.description.as_str());
            object.insert("verdict", row.verdict.name());
            object.insert("inputSchema", row.input.clone());
            if let Some(output) = &row.output {
                object.insert("outputSchema", output.clone());
            }
            all.push(Json::Object(object));
        }
        Ok(Json::Array(all).pretty() + "\n")
    }
}
