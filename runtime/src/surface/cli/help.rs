//! `AGENT --help`: the tools in, the page out.

use super::{BUILT_IN, Cli};
use crate::visible::visible;

impl Cli {
    /// How the program is used, and its tools.
    pub(super) fn help(&self) -> String {
        let program = &self.program;
        let mut text = format!(
            "Usage: {program} TOOL [ACTION] [--flag value …] [-j]
       {program} call NAME [JSON | -]    the same through JSON; `-` reads standard input
       {program} tools [--json]          the tools that can be called
       {program} catalog                 all that is known of them, as JSON
       {program} audit verify|show       the audit log: whether it is whole, and what it says
       {program} config [--show-origin]  the settings in force
       {program} explain TOOL[.ACTION]   what the gate says of a call, step by step; --help for more
       {program} TOOL [ACTION] --help    one tool and its arguments
       {program} --agent NAME …          the same as that agent; also --set KEY=VALUE and --config FILE, all of
                                         them behind a tool's name too, where it has no such flag itself
       {program} permissions --help      check a permissions.json, or make one of a permissions.md
"
        );
        if cfg!(all(feature = "sandbox", target_os = "linux")) {
            text.push_str(&format!("       {program} doctor [--json]         what this machine can enforce\n"));
        }
        if cfg!(feature = "vault") {
            text.push_str(&format!("       {program} vault set|get|list|rotate  credentials, encrypted at rest\n"));
        }
        let rows = self.rows();
        if !rows.is_empty() {
            text.push_str("\nTools:\n");
            text.push_str(&table(rows.iter().map(|(name, summary)| (name.as_str(), summary.as_str()))));
        }
        text
    }

    /// The tools that can be called, as one writes them, each with its summary.
    pub(super) fn rows(&self) -> Vec<(String, String)> {
        let written = |tool| match self.tools.row(tool) {
            Ok(row) => {
                let name =
                    row.action.as_ref().map_or_else(|| row.tool.clone(), |action| format!("{} {action}", row.tool));
                let reached = if BUILT_IN.contains(&row.tool.as_str()) { format!("call {}", row.name) } else { name };
                (reached, row.summary().to_owned())
            }
            Err(error) => (tool.name.to_owned(), error.message.clone()),
        };
        self.tools.offered(&self.context()).map(written).collect()
    }
}

/// Two columns.
pub(super) fn table<'t>(rows: impl Iterator<Item = (&'t str, &'t str)> + Clone) -> String {
    const WIDEST: usize = 32;
    let width = rows.clone().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(WIDEST);
    rows.map(|(name, summary)| format!("  {:width$}  {}", visible(name), visible(summary)).trim_end().to_owned() + "\n")
        .collect()
}
