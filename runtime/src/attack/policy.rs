//! Cases of kind `policy`: a file of rules, one rule, a list, a reload; and a call that it decides over.

use std::sync::Arc;

use toolgen_model::json::{Json, Object};
use toolgen_model::validate::validate;
use toolgen_policy::live::{By, Kept};
use toolgen_policy::{Live, Snapshot, Sources};

use super::compiled::Compiled;
use super::rules::{cell, decision, list, loaded, row, rows, text, texts};
use super::{Answer, Decision};

/// Each form of a case goes to the part of the policy that it is about.
pub(super) fn judge(input: &Json) -> Answer {
    let has = |key: &str| input.get(key).is_some();
    let answer = if let Some(yaml) = text(input, &["yaml"]) {
        file(yaml, input)
    } else if has("reload") {
        reload(input)
    } else if let Some(config) = text(input, &["config", "toml"]) {
        enforced(config)
    } else if let Some(rule) = text(input, &["rule"]) {
        one_rule(rule, input)
    } else if has("args") {
        arguments(input)
    } else if has("allowed_domains") {
        domains(input)
    } else {
        rules(input)
    };
    answer.unwrap_or_else(|answer| answer)
}

type Judged = Result<Answer, Answer>;

/// The rules that a case gives as JSON.
fn rules(input: &Json) -> Judged {
    let mut file = String::new();
    let mut policy = String::from("[security.tool_policy]\n");
    if let Some(default) = text(input, &["default"]) {
        policy.push_str(&format!("default = {}\n", Json::from(default)));
    }
    for section in ["groups", "tools"] {
        let rules = input.get(section).and_then(Json::as_object);
        policy.push_str(&format!("[security.tool_policy.{section}]\n"));
        for (name, verdict) in rules.into_iter().flat_map(Object::iter) {
            policy.push_str(&format!("{} = {verdict}\n", Json::from(name)));
        }
    }
    file.push_str(&policy);
    if let Some(level) = text(input, &["autonomy", "level"]) {
        file.push_str(&format!("[autonomy]\nlevel = {}\n", Json::from(level)));
    }
    file.push_str("[agents.caller]\n");
    for key in ["allowed_tools", "denied_tools"] {
        if let Some(names) = texts(input, key) {
            file.push_str(&format!("{key} = {}\n", list(&names)));
        }
    }
    let lists = ["allowed_tools", "denied_tools"].iter().filter_map(|key| texts(input, key)).flatten();
    let called = text(input, &["tool", "call"]);
    let tool = called.or_else(|| input.get("tools")?.as_object()?.keys().next()).unwrap_or("shell");
    let mut rows = rows(lists.chain([tool]));
    for row in rows.iter_mut().filter(|row| row.tool == tool) {
        row.group = text(input, &["group"]).map(str::to_owned);
        if input.get("effect").is_some_and(Json::is_null) {
            row.effects.effect = None;
        }
        *row = std::mem::take(row).seal();
    }
    Ok(cell(&loaded(&file, &rows)?, tool, "caller", text(input, &["surface"]).unwrap_or("agent")))
}

/// A file in YAML: what is wrong with it as YAML, else its rules.
fn file(yaml: &str, input: &Json) -> Judged {
    let reject = |reason: String| Answer::new(Decision::RejectAtBuild, reason);
    if let Some(error) = Compiled::of(yaml).yaml_error() {
        return Err(reject(error));
    }
    let (mut toml, mut section) = (String::new(), String::new());
    for line in yaml.lines().filter(|line| !line.trim().is_empty()) {
        let Some((key, value)) = line.split_once(':') else { return Err(reject(format!("no key in `{line}`"))) };
        let (nested, key, value) = (line.starts_with(' '), key.trim(), value.trim());
        if value.is_empty() {
            section = format!("{key}.");
            continue;
        }
        // A bare word that older YAML reads as a boolean is no verdict.
        if matches!(value.to_ascii_lowercase().as_str(), "yes" | "no" | "on" | "off" | "y" | "n" | "true" | "false") {
            return Err(reject(format!("policy.bad_value: `{value}` is a boolean to some and a text to others")));
        }
        let prefix = if nested { section.as_str() } else { "" };
        let value = Json::from(value.trim_matches(['"', '\'']));
        toml.push_str(&format!("security.tool_policy.{prefix}{key} = {value}\n"));
    }
    let tool = text(input, &["tool", "call"]).unwrap_or("shell");
    Ok(cell(&loaded(&toml, &rows([tool]))?, tool, "", "agent"))
}

/// A reload of a file, asked for by somebody.
fn reload(input: &Json) -> Judged {
    let said = text(input, &["reload"]).unwrap_or_default();
    let by = if text(input, &["by"]) == Some("operator") { By::Operator } else { By::Anybody };
    let rows = rows([]);
    let default = |verdict: &str| format!("[security.tool_policy]\ndefault = \"{}\"\n", verdict.trim());
    let (before, after) = match said.split_once("->") {
        Some((before, after)) => (default(before), default(after)),
        // A file that is cut off in the middle.
        None => (default("deny"), default("allow").replace("low\"\n", "")),
    };
    let live = Live::new(loaded(&before, &rows)?);
    let old: Arc<Snapshot> = live.now();
    Ok(match live.reload(&Sources::of_file("policy.toml", after), &rows, by) {
        Ok(_) => Answer::new(Decision::Allow, "policy.reloaded"),
        Err(Kept::Looser(what)) => Answer::new(Decision::NeedsOperator, format!("policy.loosening: {what:?}")),
        Err(Kept::Broken(_)) if Arc::ptr_eq(&old, &live.now()) => {
            Answer::new(Decision::KeepOld, "policy.reload_failed")
        }
        Err(Kept::Broken(_)) => Answer::new(Decision::Allow, "policy.lost"),
    })
}

/// A part of a configuration: it is refused, or it changes a verdict.
fn enforced(config: &str) -> Judged {
    let rows = rows([]);
    let config = config.replacen("] ", "]\n", 1);
    let verdicts = |snapshot: &Snapshot| snapshot.table.cells().map(|cell| cell.3.verdict).collect::<Vec<_>>();
    Ok(match (loaded(&config, &rows), loaded("", &rows)) {
        (Err(answer), _) => Answer::new(Decision::EnforcedOrRejected, answer.reason),
        (Ok(with), Ok(without)) if verdicts(&with) != verdicts(&without) => {
            Answer::new(Decision::EnforcedOrRejected, "policy.enforced")
        }
        _ => Answer::new(Decision::Allow, "policy.dead_key"),
    })
}

/// One rule in some words: `ARGUMENT =~ PATTERN`, `args match 'TEXT'`, or `NAME VERDICT`.
fn one_rule(rule: &str, input: &Json) -> Judged {
    let table = "[[security.tool_policy.arguments]]\ntool = \"shell\"\notherwise = \"deny\"\n";
    let args = input.get("args");
    let (argument, test) = if let Some((argument, pattern)) = rule.split_once("=~") {
        (argument.trim(), format!("pattern = {}", Json::from(pattern.trim())))
    } else if let Some((_, wanted)) = rule.split_once(" match ") {
        // A rule is about one argument; there is none about the text of all.
        let first = args.and_then(Json::as_object).and_then(|args| args.keys().next()).unwrap_or("command");
        (first, format!("prefix = {}", Json::from(wanted.trim_matches(['\'', ' ']))))
    } else {
        let (name, verdict) = rule.split_once(' ').unwrap_or((rule, "deny"));
        let (verdict, scope) = verdict.split_once(' ').unwrap_or((verdict, ""));
        let name = if scope.is_empty() { name.to_owned() } else { format!("{name} {scope}") };
        let file = format!("[security.tool_policy.tools]\n{} = {}\n", Json::from(name.as_str()), Json::from(verdict));
        let tool = text(input, &["mcp_tool", "tool"]).unwrap_or("shell");
        return Ok(cell(&loaded(&file, &rows([tool]))?, tool, "", "agent"));
    };
    let rows = vec![row("shell", &[argument])];
    let snapshot = loaded(&format!("{table}argument = {}\n{test}\n", Json::from(argument)), &rows)?;
    let value = text(input, &["value"]).map(|value| Json::from([(argument, value)]));
    let given = value.as_ref().or(args).cloned().unwrap_or_default();
    Ok(match snapshot.arguments.judge(0, &given) {
        Some((verdict, _)) => Answer::new(decision(verdict), "policy.arguments"),
        None => Answer::new(Decision::Allow, "policy.arguments"),
    })
}

/// Arguments that are held against their schema before any rule.
fn arguments(input: &Json) -> Judged {
    let name = text(input, &["schema"]).and_then(|schema| schema.split(':').next()).unwrap_or("path");
    let row = row("file_read", &[name]);
    let given = input.get("args").cloned().unwrap_or_default();
    let faults = validate(&row.input, &given);
    Ok(match faults.first() {
        Some(fault) => Answer::new(Decision::Deny, format!("args.schema: {fault:?}")),
        None => Answer::new(Decision::Allow, "args.valid"),
    })
}

/// A URL, and the domains of the agent that asks for it.
fn domains(input: &Json) -> Judged {
    let url = text(input, &["url"]).unwrap_or_default();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let mut row = row("http_request", &["url"]);
    row.gate.net = vec![host.to_owned()];
    let file = match texts(input, "allowed_domains") {
        Some(domains) => format!("[agents.caller]\nallowed_domains = {}\n", list(&domains)),
        None => "[agents.caller]\n".to_owned(),
    };
    Ok(cell(&loaded(&file, &[row.seal()])?, "http_request", "caller", "agent"))
}
