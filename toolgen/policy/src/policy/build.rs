//! Merged settings in, the [`Policy`] out. The types were checked when the layers were merged; what is
//! checked here is what one rule says in itself.

use toolgen_model::pattern::Pattern;

use super::limits::Level;
use super::read::{Record, count, flag, name, names, records, rule, texts};
use super::{ArgumentRule, AutoApprove, Delegation, Grant, Name, Policy, Rate, ScopeRule, Target, Test};
use crate::finding::{Finding, Place, code};
use crate::merge::{Said, Settings};
use crate::node::{Node, Value};

/// The policy that the settings say.
pub(crate) fn build(settings: &Settings, findings: &mut Vec<Finding>) -> Policy {
    let mut policy = Policy::default();
    let said = |path: &[&str]| settings.get(path).map(|said| &said.node);
    policy.default = said(&["security", "tool_policy", "default"]).map(rule);
    for (rest, said) in settings.under(&["security", "tool_policy", "groups"]) {
        if let [group] = rest {
            policy.groups.insert(group.clone(), rule(&said.node));
        }
    }
    for (rest, said) in settings.under(&["security", "tool_policy", "tools"]) {
        let (tool, action) = match rest {
            [tool] => (tool, None),
            [tool, action] => (tool, Some(action.clone())),
            _ => continue,
        };
        policy.tools.insert(Target { tool: tool.clone(), action }, rule(&said.node));
    }
    if let Some(node) = said(&["security", "tool_policy", "grants"]) {
        policy.grants = records(node).filter_map(|(item, record)| grant(item, record)).collect();
    }
    if let Some(node) = said(&["security", "tool_policy", "arguments"]) {
        policy.arguments = records(node).filter_map(|(item, record)| argument(item, record, findings)).collect();
    }
    if let Some(node) = said(&["security", "scope_rules"]) {
        policy.scopes = records(node).map(|(item, record)| scope(item, record)).collect();
    }
    agents(settings, &mut policy);
    surfaces(settings, &mut policy);
    autonomy(settings, &mut policy, findings);
    budgets(settings, &mut policy);
    approval(settings, &mut policy, findings);
    confinement(settings, &mut policy);
    if let Some(node) = said(&["memory", "acl_enabled"]) {
        policy.memory.enabled = flag(node).unwrap_or(true);
        policy.memory.place = node.place.clone();
    }
    for (rest, said) in settings.under(&["external_messaging"]) {
        if let [service, _] = rest
            && flag(&said.node) == Some(false)
        {
            policy.services_off.insert(service.clone(), said.node.place.clone());
        }
    }
    policy
}

fn grant(item: &Node, record: Record<'_>) -> Option<Grant> {
    Some(Grant {
        tool: record.name("tool")?,
        action: record.name("action"),
        agents: record.names("agents"),
        place: item.place.clone(),
    })
}

fn argument(item: &Node, record: Record<'_>, findings: &mut Vec<Finding>) -> Option<ArgumentRule> {
    let mut tests: Vec<Test> = Vec::new();
    tests.extend(record.name("equals").map(|name| Test::Equals(name.text)));
    tests.extend(record.name("prefix").map(|name| Test::Prefix(name.text)));
    if let Some(name) = record.name("pattern") {
        tests.extend(pattern(&name, findings).map(|name| Test::Pattern(name.text)));
    }
    tests.extend(record.name("host").map(|name| Test::Host(name.text)));
    let test = match (tests.pop(), tests.is_empty()) {
        (Some(test), true) => test,
        _ if record.get("pattern").is_some() && tests.is_empty() => return None,
        _ => {
            let text = "a rule over an argument expects exactly one of equals, prefix, pattern and host";
            findings.push(Finding::error(code::BAD_ARGUMENT_RULE, &item.place, text).help("keep one of them"));
            return None;
        }
    };
    let said = |field: &str| record.get(field).map(|node| rule(node).verdict);
    if said("verdict").is_none() && said("otherwise").is_none() {
        let text = "a rule over an argument expects a verdict, for when it holds or for otherwise";
        findings.push(Finding::error(code::BAD_ARGUMENT_RULE, &item.place, text).help("add `verdict` or `otherwise`"));
        return None;
    }
    Some(ArgumentRule {
        tool: record.name("tool")?,
        action: record.name("action"),
        argument: record.name("argument")?,
        test,
        verdict: said("verdict"),
        otherwise: said("otherwise"),
        place: item.place.clone(),
    })
}

/// A pattern that means the same to everybody: anchored at both ends, in linear time.
fn pattern(name: &Name, findings: &mut Vec<Finding>) -> Option<Name> {
    let text = name.text.as_str();
    let anchored = text.starts_with('^') && text.ends_with('$') && !text.ends_with("\\$") && !alternates(text);
    let fault = if !anchored {
        Some("the pattern is not anchored at both ends, so it would match anywhere in the text".to_owned())
    } else {
        Pattern::compile(text).err().map(|error| format!("the pattern has no reading in linear time: {error}"))
    };
    match fault {
        None => Some(name.clone()),
        Some(fault) => {
            let help = "write `^(…)$`, without look-around and back-references; for URLs use `host`";
            findings.push(Finding::error(code::BAD_ARGUMENT_RULE, &name.place, fault).help(help));
            None
        }
    }
}

/// Whether a `|` stands outside of every group: `^a|b$` is anchored at one end of each side only.
fn alternates(pattern: &str) -> bool {
    let (mut depth, mut class, mut escaped) = (0_usize, false, false);
    for character in pattern.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => class = false,
            '[' => class = true,
            '(' if !class => depth += 1,
            ')' if !class => depth = depth.saturating_sub(1),
            '|' if !class && depth == 0 => return true,
            _ => {}
        }
    }
    false
}

fn scope(item: &Node, record: Record<'_>) -> ScopeRule {
    ScopeRule {
        user: record.name("user"),
        channel: record.name("channel"),
        chat_type: record.name("chat_type"),
        allow: record.names("tools_allow"),
        deny: record.names("tools_deny"),
        place: item.place.clone(),
    }
}

fn agents(settings: &Settings, policy: &mut Policy) {
    for (path, place) in &settings.tables {
        if let [section, agent] = path.as_slice()
            && section == "agents"
        {
            policy.agents.entry(agent.clone()).or_default().reach.place = place.clone();
        }
    }
    for (rest, said) in settings.under(&["agents"]) {
        let [agent, key, more @ ..] = rest else { continue };
        let agent = policy.agents.entry(agent.clone()).or_default();
        if agent.reach.place.file.is_empty() {
            agent.reach.place = said.key.clone();
        }
        match (key.as_str(), more) {
            ("allowed_tools", []) => agent.reach.allowed = names(&said.node),
            ("denied_tools", []) => agent.reach.denied = names(&said.node),
            ("allowed_secrets", []) => agent.secrets = names(&said.node),
            ("allowed_domains", []) => agent.domains = names(&said.node),
            ("may_delegate", [to]) => {
                let own = matches!(&said.node.value, Value::Text(text) if text == "own");
                let how = if own { Delegation::Own } else { Delegation::Ceiling };
                agent.delegates.insert(to.clone(), (how, said.key.clone()));
            }
            _ => {}
        }
    }
}

fn surfaces(settings: &Settings, policy: &mut Policy) {
    for (path, place) in &settings.tables {
        if let [section, surface] = path.as_slice()
            && section == "surfaces"
        {
            policy.surfaces.entry(surface.clone()).or_default().place = place.clone();
        }
    }
    for (rest, said) in settings.under(&["surfaces"]) {
        let [surface, key] = rest else { continue };
        let reach = policy.surfaces.entry(surface.clone()).or_default();
        if reach.place.file.is_empty() {
            reach.place = said.key.clone();
        }
        match key.as_str() {
            "allowed_tools" => reach.allowed = names(&said.node),
            _ => reach.denied = names(&said.node),
        }
    }
}

fn autonomy(settings: &Settings, policy: &mut Policy, findings: &mut Vec<Finding>) {
    let said = |key: &str| settings.get(&["autonomy", key]).map(|said| &said.node);
    if let Some(node) = said("level") {
        policy.autonomy.level = match &node.value {
            Value::Text(text) if text == "readonly" => Level::Readonly,
            Value::Text(text) if text == "full" => Level::Full,
            _ => Level::Supervised,
        };
        policy.autonomy.place = node.place.clone();
    }
    policy.autonomy.auto_approve = said("auto_approve").map(texts).unwrap_or_default();
    policy.autonomy.always_ask = said("always_ask").map(texts).unwrap_or_default();
    policy.paths.workspace_only = said("workspace_only").and_then(flag).unwrap_or(true);
    policy.paths.forbidden = said("forbidden_paths").and_then(names);
    for name in policy.paths.forbidden.iter().flat_map(|paths| &paths.names) {
        if let Some((what, help)) = super::closing::fault(&name.text) {
            let text = format!("`{}` {what}, so that it would close nothing", name.text.escape_debug());
            findings.push(Finding::error(code::BAD_PATH, &name.place, text).help(help));
        }
    }
    policy.commands.allowed = said("allowed_commands").and_then(names);
    policy.commands.denied = said("denied_commands").map(texts).unwrap_or_default();
    policy.commands.ask_medium_risk = said("require_approval_for_medium_risk").and_then(flag).unwrap_or(true);
    policy.commands.block_high_risk = said("block_high_risk_commands").and_then(flag).unwrap_or(true);
}

fn budgets(settings: &Settings, policy: &mut Policy) {
    let rate = |of: &str, said: &Said| {
        count(&said.node).map(|per_hour| Rate { of: of.to_owned(), per_hour, place: said.node.place.clone() })
    };
    let budgets = &mut policy.budgets;
    budgets.actions = settings.get(&["autonomy", "max_actions_per_hour"]).and_then(|said| rate("", said));
    budgets.cents_per_day = settings.get(&["autonomy", "max_cost_per_day_cents"]).and_then(amount);
    for (list, section) in [(&mut budgets.tools, "tools"), (&mut budgets.agents, "agents")] {
        let prefix = ["security", "rate", section];
        let under: Vec<Rate> = settings.under(&prefix).filter_map(|(rest, said)| rate(rest.first()?, said)).collect();
        *list = under;
    }
}

fn amount(said: &Said) -> Option<(u64, Place)> {
    count(&said.node).map(|amount| (amount, said.node.place.clone()))
}

fn approval(settings: &Settings, policy: &mut Policy, findings: &mut Vec<Finding>) {
    let said = |key: &str| settings.get(&["security", "approval", key]).map(|said| &said.node);
    let approval = &mut policy.approval;
    if let Some(seconds) = said("timeout_secs").and_then(count) {
        approval.timeout_secs = seconds;
    }
    for (item, record) in said("auto_approve").into_iter().flat_map(records) {
        let Some(tool) = record.name("tool") else { continue };
        let mut whole = true;
        let mut field = |name: &str| {
            let written = record.name(name)?;
            let read = pattern(&written, findings);
            whole &= read.is_some();
            read
        };
        let (command, path) = (field("command_pattern"), field("path_pattern"));
        let (url, arguments) = (field("url_pattern"), field("args_pattern"));
        if whole {
            let place = item.place.clone();
            approval.auto_approve.push(AutoApprove { tool, command, path, url, arguments, place });
        }
    }
}

fn confinement(settings: &Settings, policy: &mut Policy) {
    let said = |key: &str| settings.get(&["security", "sandbox", key]).map(|said| &said.node);
    policy.sandbox.enabled = said("enabled").and_then(flag);
    policy.sandbox.backend = said("backend").and_then(name);
    policy.sandbox.firejail_args =
        said("firejail_args").map(texts).unwrap_or_default().into_iter().map(|name| name.text).collect();
    let limit = |key: &str| settings.get(&["security", "resources", key]).and_then(amount);
    let resources = &mut policy.resources;
    resources.memory_mb = limit("max_memory_mb");
    resources.cpu_percent = limit("max_cpu_percent");
    resources.open_files = limit("max_open_files");
    resources.cpu_seconds = limit("max_cpu_time_seconds");
    resources.subprocesses = limit("max_subprocesses");
}
