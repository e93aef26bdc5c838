//! The configuration of this machine: its files and variables in, tools that are configured by it out.

use std::path::Path;

use toolgen_policy::finding::Finding;
use toolgen_policy::source::FILE;
use toolgen_policy::{Config, Sources, load};

use super::mechanisms;
use crate::tools::Tools;

/// The tools with the configuration of `folder`, of the user and of the environment under what the program
/// set itself. No file is no configuration; one that cannot be read, or that names something unknown, stops
/// the program, since conditions and verdicts hang on it.
pub(super) fn applied(tools: Tools, folder: &Path) -> Result<Tools, String> {
    let sources = Sources::of_machine(folder).map_err(|findings| listed(&findings))?;
    if sources == Sources::default() {
        return Ok(mechanisms::unconfigured(tools.default_config(Config::at(FILE))));
    }
    let rows = tools.catalog().map_err(|error| error.to_string())?.tools;
    let snapshot = load(&sources, &rows).map_err(|findings| listed(&findings))?;
    let tools = mechanisms::configured(tools, &snapshot, &sources, folder)?;
    Ok(tools.default_config(snapshot.config))
}

/// Findings, one a line.
fn listed(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
