//! Cases of kind `shell` and `shell_session`: a command line and the operator's rules in, the judge's verdict out.

use std::path::PathBuf;

use toolgen_model::Verdict;
use toolgen_model::json::Json;

use super::path::text;
use super::{Answer, Decision};
use crate::shell::{Judgement, Policy, Programs, Rule, judge as judged};

/// Every name is a program, so that no case depends on what is installed here.
#[derive(Debug)]
struct Everything;

impl Programs for Everything {
    fn resolve(&self, program: &str) -> Option<PathBuf> {
        match program.rsplit_once('/') {
            None => Some(PathBuf::from("/usr/bin").join(program)),
            Some(("/bin" | "/usr/bin", name)) => Some(PathBuf::from("/usr/bin").join(name)),
            Some(_) => program.starts_with('/').then(|| PathBuf::from(program)),
        }
    }
}

/// One command line.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(command) = text(input, "command") else { return Answer::unfit("command") };
    match policy(input, command) {
        Ok(policy) => answer(judgement(input, command, &policy)),
        Err(why) => Answer::new(Decision::RejectAtBuild, why),
    }
}

/// Several, each on its own: none can change what the next one means.
pub(super) fn session(input: &Json) -> Answer {
    let Some(Json::Array(commands)) = input.get("commands") else { return Answer::unfit("commands") };
    let commands: Vec<&str> = commands.iter().filter_map(Json::as_str).collect();
    let judged = commands.iter().map(|command| Ok(judgement(input, command, &policy(input, command)?)));
    match judged.collect::<Result<Vec<Judgement>, String>>() {
        Err(why) => Answer::new(Decision::RejectAtBuild, why),
        Ok(judged) => match judged.into_iter().max_by_key(|judgement| judgement.verdict) {
            Some(strictest) => answer(strictest),
            None => Answer::unfit("commands"),
        },
    }
}

fn judgement(input: &Json, command: &str, policy: &Policy) -> Judgement {
    let judgement = judged(command, policy, &Everything);
    if text(input, "mode") == Some("headless") { judgement.headless() } else { judgement }
}

/// The rules of the case. Where it lists a program by its name alone, that of the command is meant.
fn policy(input: &Json, command: &str) -> Result<Policy, String> {
    let rules = |key: &str| -> Result<Vec<Rule>, String> {
        let Some(Json::Array(items)) = input.get(key) else { return Ok(Vec::new()) };
        let texts = items.iter().filter_map(Json::as_str);
        texts.map(|text| text.parse::<Rule>().map_err(|error| error.to_string())).collect()
    };
    let mut policy = Policy::empty();
    // A name that only a shell has cannot be a program's; such a rule allows nothing.
    policy.allow = rules("allow")?.into_iter().filter(|rule| !rule.name().contains('=')).collect();
    policy.allow.extend(rules("allow_prefix")?);
    policy.deny = rules("deny")?;
    if input.get("rule").is_some()
        && let Some(program) = command.split_ascii_whitespace().next()
    {
        policy.allow.push(Rule::program(program));
    }
    let own = std::env::current_exe().ok().and_then(|path| Some(path.file_name()?.to_str()?.to_owned()));
    policy.own_programs =
        own.into_iter().chain(["agentctl", "agent", "toolbox", "toolgen"].map(str::to_owned)).collect();
    Ok(policy)
}

fn answer(judgement: Judgement) -> Answer {
    let decision = match judgement.verdict {
        Verdict::Allow => Decision::Allow,
        Verdict::Supervised => Decision::Supervised,
        Verdict::Deny => Decision::Deny,
    };
    Answer::new(decision, judgement.reason())
}
