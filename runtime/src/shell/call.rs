//! The scripts of a call: its gate row, its arguments and the configuration in, what the judge says of each out.

use std::path::Path;

use toolgen_model::gate::GateRow;
use toolgen_model::json::Json;

use super::closed::Closed;
use super::config::agent_path;
use super::judge::judge;
use super::policy::Policy;
use super::verdict::Judgement;
use crate::config::Config;

/// The arguments that hold scripts, as the gate row names them: `shell(command)` among the programs.
fn scripts<'a>(gate: &'a GateRow, input: &'a Json) -> impl Iterator<Item = &'a str> {
    let names = gate.exec.iter().filter_map(|entry| entry.strip_prefix("shell(")?.strip_suffix(')'));
    names.filter_map(|name| input.get(name).and_then(Json::as_str))
}

/// The verdict on every script of a call; nothing for a call without one. `closed` are the places that none may name.
///
/// # Errors
/// A setting that cannot be meant. Nothing may run then.
pub(crate) fn judged<'a>(
    gate: &'a GateRow,
    input: &'a Json,
    workspace: &Path,
    config: &Config,
    closed: Option<Closed>,
) -> Result<Vec<(&'a str, Judgement)>, String> {
    let scripts: Vec<&str> = scripts(gate, input).collect();
    if scripts.is_empty() {
        return Ok(Vec::new());
    }
    let policy = Policy { closed, ..Policy::of(config, workspace)? };
    let programs = agent_path();
    Ok(scripts.into_iter().map(|text| (text, judge(text, &policy, &programs))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolgen_model::Verdict;

    fn judgements(config: &str, script: &str) -> Result<Verdict, String> {
        let gate = GateRow { exec: vec!["shell(command)".to_owned(), "git".to_owned()], ..GateRow::default() };
        let input = Json::parse(&format!("{{\"command\":{}}}", Json::from(script))).unwrap();
        let config = Config::of(&Json::parse(config).unwrap(), "x.toml");
        let judged = judged(&gate, &input, &std::env::temp_dir(), &config, None)?;
        assert_eq!(judged.len(), 1);
        Ok(judged[0].1.verdict)
    }

    #[test]
    fn the_operators_settings_decide() {
        for (config, script, expected) in [
            ("{}", "ls", Verdict::Allow),
            ("{}", "rm x", Verdict::Deny),
            ("{}", "echo $HOME", Verdict::Supervised),
            ("{}", "cat /etc/passwd", Verdict::Deny),
            (r#"{"autonomy":{"workspace_only":false}}"#, "cat /etc/passwd", Verdict::Allow),
            (r#"{"autonomy":{"level":"readonly"}}"#, "ls", Verdict::Deny),
            (r#"{"autonomy":{"allowed_commands":[]}}"#, "ls", Verdict::Supervised),
            (r#"{"autonomy":{"denied_commands":["ls"]}}"#, "ls", Verdict::Deny),
            (r#"{"autonomy":{"block_high_risk_commands":false}}"#, "rm x", Verdict::Supervised),
            ("{}", "touch x", Verdict::Supervised),
            ("{}", "toolgen check", Verdict::Deny),
        ] {
            assert_eq!(judgements(config, script).unwrap(), expected, "{config}: {script}");
        }
        for config in [
            r#"{"autonomy":{"level":"much"}}"#,
            r#"{"autonomy":{"allowed_commands":"ls"}}"#,
            r#"{"autonomy":{"denied_commands":["ls; rm"]}}"#,
            r#"{"autonomy":{"workspace_only":1}}"#,
        ] {
            assert!(judgements(config, "ls").is_err(), "{config}");
        }
        assert_eq!(scripts(&GateRow::default(), &Json::Null).count(), 0);
    }
}
