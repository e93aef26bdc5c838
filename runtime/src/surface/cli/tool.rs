//! `AGENT TOOL [ACTION] --flag value …`: a call as a person writes it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use toolgen_clap::{JSON, arguments, command};
use toolgen_model::catalog::Row;

use super::settings::FLAGS;
use super::{BUILT_IN, Cli, out};
use crate::error::ToolError;
use crate::tool::Tool;
use crate::tools::Tools;

/// The tool that the first words name, and the words behind them.
fn named<'w>(tools: &Tools, words: &'w [OsString]) -> Option<(&'static str, &'w [OsString])> {
    let word = |at: usize| words.get(at).and_then(|word| word.to_str());
    let first = word(0)?;
    let joined = || word(1).and_then(|second| tools.table().get(&format!("{first}_{second}")));
    let (tool, used) = tools.table().get(first).map(|tool| (tool, 1)).or_else(|| Some((joined()?, 2)))?;
    Some((tool.name, words.get(used..)?))
}

/// The command line of a tool, with the flags of the program of whose name it has none.
fn whole(row: &Row) -> Command {
    let mut command = command(row);
    for (flag, value, help) in FLAGS {
        let known = |arg: &Arg| {
            arg.get_long() == Some(flag) || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&flag))
        };
        if !command.get_arguments().any(known) {
            let arg = Arg::new(behind(flag)).long(flag).value_name(value).help(help).action(ArgAction::Append);
            command = command.arg(arg.help_heading("Flags of the program"));
        }
    }
    command
}

/// The clap id of a flag of the program.
fn behind(flag: &str) -> String {
    format!("program {flag}")
}

/// The flags of the program behind a tool's name, and their values.
pub(super) fn flags_behind(tools: &Tools, words: &[OsString]) -> Vec<(String, String)> {
    let built_in = words.first().and_then(|word| word.to_str()).is_some_and(|word| BUILT_IN.contains(&word));
    let Some((name, rest)) = named(tools, words).filter(|_| !built_in) else { return Vec::new() };
    let row = tools.table().get(name).and_then(|tool| tools.row(tool).ok());
    // What is wrong with the words is said when the tool is called.
    let matches = row.and_then(|row| whole(row).no_binary_name(true).try_get_matches_from(rest).ok());
    let Some(matches) = matches else { return Vec::new() };
    let values = |flag: &'static str| {
        let all = matches.try_get_many::<String>(&behind(flag)).ok().flatten().into_iter().flatten();
        all.map(move |value| (flag.to_owned(), value.clone())).collect::<Vec<_>>()
    };
    FLAGS.iter().flat_map(|(flag, ..)| values(flag)).collect()
}

impl Cli {
    pub(super) fn tool(&self, words: &[OsString]) -> ExitCode {
        let Some((name, rest)) = named(&self.tools, words) else {
            let word = |at: usize| words.get(at).and_then(|word| word.to_str());
            return self.no_tool(word(0).unwrap_or_default(), word(1));
        };
        match self.tools.find_for(&self.context(), name).and_then(|tool| Ok((tool, self.tools.row(tool)?))) {
            Ok((tool, row)) => self.run_tool(tool, row, rest),
            Err(error) => out::fault(out::BAD_INPUT, &error),
        }
    }

    fn run_tool(&self, tool: &Tool, row: &Row, words: &[OsString]) -> ExitCode {
        let path = row.action.as_ref().map_or_else(|| row.tool.clone(), |action| format!("{} {action}", row.tool));
        let command = whole(row).bin_name(format!("{} {path}", self.program)).no_binary_name(true);
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
