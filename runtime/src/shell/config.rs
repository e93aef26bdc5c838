//! The configuration in; the judge's policy, where programs are found and which shell runs what is opaque out.

use std::path::{Path, PathBuf};

use toolgen_model::json::Json;

use super::paths::Workspace;
use super::policy::{Autonomy, Policy, Rule};
use super::programs::SearchPath;
use super::script::Plan;
use crate::config::Config;

/// Where the programs of scripts are found: the folders of the agent's own `PATH`.
pub fn agent_path() -> SearchPath {
    let path = std::env::var_os("PATH").unwrap_or_default();
    SearchPath::new(std::env::split_paths(&path).collect::<Vec<PathBuf>>())
}

/// The plan that hands a text to a shell: `bash` where there is one, which reads no files of its own.
pub fn with_a_shell(text: &str) -> Plan {
    use super::programs::Programs;
    let has_bash = agent_path().resolve("bash").is_some();
    let shell: &[&str] = if has_bash { &["bash", "--norc", "--noprofile", "-c"] } else { &["sh", "-c"] };
    Plan::single(shell.iter().map(|word| (*word).to_owned()).chain([text.to_owned()]).collect())
}

impl Policy {
    /// The policy under `autonomy`, and [`Policy::standard`] where it says nothing. The agent's own program is
    /// never run: it would be a second way to every tool.
    ///
    /// # Errors
    /// The key whose value cannot be meant, what was expected and what was found.
    pub fn of(config: &Config, workspace: &Path) -> Result<Policy, String> {
        let mut policy = Policy::standard();
        let read = Reader(config);
        let flag = |key: &str, usual: bool| -> Result<bool, String> {
            Ok(read.value(key, "true or false", |value| value.as_bool())?.unwrap_or(usual))
        };
        policy.block_high_risk = flag("autonomy.block_high_risk_commands", policy.block_high_risk)?;
        policy.ask_medium_risk = flag("autonomy.require_approval_for_medium_risk", policy.ask_medium_risk)?;
        let level = |value: &Json| match value.as_str()? {
            "readonly" => Some(Autonomy::Readonly),
            "supervised" => Some(Autonomy::Supervised),
            "full" => Some(Autonomy::Full),
            _ => None,
        };
        let level = read.value("autonomy.level", "readonly, supervised or full", level)?;
        policy.autonomy = level.unwrap_or(policy.autonomy);
        if let Some(allow) = read.rules("autonomy.allowed_commands")? {
            policy.allow = allow;
        }
        policy.deny = read.rules("autonomy.denied_commands")?.unwrap_or_default();
        if flag("autonomy.workspace_only", true)? {
            let missing = |error| format!("the workspace `{}` cannot be opened: {error}", workspace.display());
            policy.workspace = Some(Workspace::new(workspace).map_err(missing)?);
        }
        let own = std::env::current_exe().ok();
        let own = own.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        policy.own_programs = own.into_iter().chain(["toolgen".to_owned()]).collect();
        Ok(policy)
    }
}

/// Reads values of one type each.
struct Reader<'c>(&'c Config);

impl Reader<'_> {
    fn value<T>(&self, key: &str, wanted: &str, read: impl Fn(&Json) -> Option<T>) -> Result<Option<T>, String> {
        let Some(value) = self.0.get(key) else { return Ok(None) };
        let wrong = || format!("`{key}` in {} must be {wanted}; it is {value}", self.0.origin());
        read(value).map(Some).ok_or_else(wrong)
    }

    fn rules(&self, key: &str) -> Result<Option<Vec<Rule>>, String> {
        let texts = |value: &Json| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let Some(texts) = self.value(key, "a list of commands", texts)? else { return Ok(None) };
        let rules = texts.iter().map(|text| text.parse::<Rule>());
        let rules: Result<Vec<Rule>, _> = rules.collect();
        rules.map(Some).map_err(|error| format!("`{key}` in {}: {error}", self.0.origin()))
    }
}
