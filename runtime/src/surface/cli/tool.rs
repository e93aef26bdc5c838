//! `AGENT TOOL [ACTION] --flag value …`: a call as a person writes it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use toolgen_clap::{JSON, arguments, command};
use toolgen_model::catalog::Row;

use super::{Cli, out};
use crate::error::ToolError;
use crate::tool::Tool;

impl Cli {
    pub(super) fn tool(&self, words: &[OsString]) -> ExitCode {
        let word = |at: usize| words.get(at).and_then(|word| word.to_str());
        let first = word(0).unwrap_or_default();
        let joined = word(1).map(|second| format!("{first}_{second}"));
        let table = self.tools.table();
        let (name, used) = match joined {
            _ if table.get(first).is_some() => (first.to_owned(), 1),
            Some(joined) if table.get(&joined).is_some() => (joined, 2),
            _ => return self.no_tool(first, word(1)),
        };
        match self.tools.find_for(&self.context(), &name).and_then(|tool| Ok((tool, self.tools.row(tool)?))) {
            Ok((tool, row)) => self.run_tool(tool, row, words.get(used..).unwrap_or_default()),
            Err(error) => out::fault(out::BAD_INPUT, &error),
        }
    }

    fn run_tool(&self, tool: &Tool, row: &Row, words: &[OsString]) -> ExitCode {
        let path = row.action.as_ref().map_or_else(|| row.tool.clone(), |action| format!("{} {action}", row.tool));
        let command = command(row).bin_name(format!("{} {path}", self.program)).no_binary_name(true);
        let matches = match command.try_get_matches_from(words) {
            Ok(matches) => matches,
            Err(error) if error.kind() == ErrorKind::DisplayHelp => return out::print(&error.render().to_string()),
            Err(error) => {
                out::talk(&error.render().to_string());
                return out::code(out::BAD_INPUT);
            }
        };
        match arguments(row, &matches) {
            Ok(arguments) => self.dispatch(tool.name, &arguments.to_string(), matches.get_flag(JSON), |_| {}),
            Err(misuse) => out::fail(out::BAD_INPUT, &misuse.to_string()),
        }
    }

    /// A word that is no tool: one with actions, or a mistake.
    fn no_tool(&self, first: &str, second: Option<&str>) -> ExitCode {
        let prefix = format!("{first}_");
        let context = self.context();
        let rows = self.tools.offered(&context).filter(|tool| tool.name.starts_with(&prefix));
        let rows: Vec<&Row> =
            rows.filter_map(|tool| self.tools.row(tool).ok()).filter(|row| row.tool == first).collect();
        if rows.is_empty() {
            let error = self.tools.find(first).err();
            return out::fault(
                out::BAD_INPUT,
                &error.unwrap_or_else(|| ToolError::new("ToolNotFound", "Unknown tool")),
            );
        }
        let title = format!("Usage: {} {first} ACTION …\n\nActions:\n", self.program);
        let actions =
            title + &super::help::table(rows.iter().map(|row| (row.action.as_deref().unwrap_or(""), row.summary())));
        match second {
            Some("-h" | "--help") => out::print(&actions),
            Some(action) if !action.starts_with('-') => {
                let known = rows.iter().filter_map(|row| row.action.as_deref());
                let near = toolgen_model::nearest::nearest(action, known);
                let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                out::fail(out::BAD_INPUT, &format!("`{first}` has no action `{action}`{hint}\n\n{actions}"))
            }
            _ => out::fail(out::BAD_INPUT, &format!("`{first}` needs an action\n\n{actions}")),
        }
    }
}
