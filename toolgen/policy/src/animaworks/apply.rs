//! Permissions and the rows of the tools in, the rules of a [`Policy`] out. They only tighten what the policy says,
//! but for the permits of gated actions, which nothing else can give.

use std::collections::BTreeSet;

use toolgen_model::catalog::Row;
use toolgen_model::config::{Config, Layer, Origin};
use toolgen_model::enforced;
use toolgen_model::json::Json;
use toolgen_model::nearest::nearest;

use super::{Creation, Files, Permissions};
use crate::finding::{Finding, Place, code};
use crate::policy::{Grant, Name, Names, Policy};

/// Adds what the permissions of an agent say to the policy.
pub fn apply(permissions: &Permissions, agent: &str, rows: &[Row], policy: &mut Policy, findings: &mut Vec<Finding>) {
    let known = Known::of(rows);
    tools(permissions, agent, &known, policy, findings);
    commands(permissions, policy, findings);
    policy.files.push(Files::of(permissions));
}

/// Sets what is read from the configuration: the commands of scripts, as the policy has them now, and
/// `tool_creation.personal` and `tool_creation.shared`, where the strictest file counts.
pub(crate) fn settings(permissions: &[Permissions], policy: &Policy, config: &mut Config) {
    let origin = |place: &Place| Origin {
        layer: Layer::Project,
        place: place.file.to_string(),
        line: place.line,
        column: place.column,
    };
    let texts = |names: &[Name]| Json::Array(names.iter().map(|name| Json::from(name.text.as_str())).collect());
    if let Some(first) = permissions.first()
        && enforced!("policy.commands")
    {
        let said = permissions.iter().find(|permissions| permissions.commands.said);
        if let Some((names, said)) = policy.commands.allowed.as_ref().zip(said) {
            config.put("autonomy.allowed_commands", texts(&names.names), origin(&said.commands.place));
        }
        if !policy.commands.denied.is_empty() {
            config.put("autonomy.denied_commands", texts(&policy.commands.denied), origin(&first.commands.place));
        }
    }
    for (key, of) in [
        ("tool_creation.personal", (|creation| creation.personal) as fn(&Creation) -> bool),
        ("tool_creation.shared", |creation| creation.shared),
    ] {
        let strictest = permissions.iter().map(|permissions| &permissions.tool_creation).min_by_key(|it| of(it));
        if let Some(creation) = strictest {
            config.put(key, of(creation), origin(&creation.place));
        }
    }
}

/// What the lists of external tools can name.
struct Known<'r> {
    /// Tools, and actions by their wire name
    tools: BTreeSet<&'r str>,
    rows: &'r [Row],
}

impl<'r> Known<'r> {
    fn of(rows: &'r [Row]) -> Known<'r> {
        Known { tools: rows.iter().map(|row| row.tool.as_str()).collect(), rows }
    }

    /// The gated action that a permit names: `gmail_draft-update`, or its `gatedAs`. The hyphen counts.
    fn permits(&self, name: &str) -> impl Iterator<Item = &'r Row> {
        self.rows.iter().filter(move |row| row.gate.gated && permit(row) == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().copied().chain(self.rows.iter().filter(|row| row.gate.gated).map(permit))
    }
}

/// The key that permits a gated action.
fn permit(row: &Row) -> &str {
    row.gate.gated_as.as_deref().unwrap_or(&row.name)
}

fn tools(permissions: &Permissions, agent: &str, known: &Known<'_>, policy: &mut Policy, findings: &mut Vec<Finding>) {
    let lists = &permissions.external_tools;
    let denied = |name: &str| lists.deny.names.iter().find(|denied| denied.text == name);
    let mut listed: Vec<&Name> = Vec::new();
    for name in &lists.allow.names {
        let permits: Vec<&Row> = known.permits(&name.text).collect();
        let is_tool = known.tools.contains(name.text.as_str());
        if is_tool {
            listed.push(name);
        }
        for row in &permits {
            if denied(&name.text).is_some() {
                continue;
            }
            let text = |text: &str| Name { text: text.to_owned(), place: name.place.clone() };
            policy.grants.push(Grant {
                tool: text(&row.tool),
                action: row.action.as_deref().map(text),
                agents: Some(Names { names: vec![text(agent)], place: name.place.clone() }),
                place: name.place.clone(),
            });
        }
        if !is_tool && permits.is_empty() {
            findings.push(unknown(name, known, "it allows nothing"));
        }
    }
    for name in &lists.deny.names {
        if !known.tools.contains(name.text.as_str()) && known.permits(&name.text).next().is_none() {
            findings.push(unknown(name, known, "it denies nothing"));
        }
    }
    let mut refused = lists.deny.clone();
    if !lists.allow_all {
        // Spelled out too, so that it holds beside a list of the policy's own.
        for tool in known.tools.iter().filter(|tool| !listed.iter().any(|name| name.text == **tool)) {
            refused.names.push(Name { text: (*tool).to_owned(), place: lists.allow.place.clone() });
        }
    }
    refused.names.retain(|name| known.tools.contains(name.text.as_str()));
    if refused.names.is_empty() && lists.allow_all {
        return;
    }
    let reach = &mut policy.agents.entry(agent.to_owned()).or_default().reach;
    if reach.place.file.is_empty() {
        reach.place = lists.place.clone();
    }
    if !lists.allow_all && reach.allowed.is_none() {
        let names = listed.into_iter().cloned().collect();
        reach.allowed = Some(Names { names, place: lists.allow.place.clone() });
    }
    if refused.names.is_empty() {
        return;
    }
    match &mut reach.denied {
        Some(denied) => denied.names.append(&mut refused.names),
        None => reach.denied = Some(refused),
    }
}

fn unknown(name: &Name, known: &Known<'_>, effect: &str) -> Finding {
    let text = format!("no tool and no gated action is called `{}`: {effect}", name.text.escape_debug());
    let help = match nearest(&name.text, known.names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "remove it, or add the tool".to_owned(),
    };
    Finding::warning(code::UNKNOWN_TOOL, &name.place, text).help(help)
}

fn commands(permissions: &Permissions, policy: &mut Policy, findings: &mut Vec<Finding>) {
    let lists = &permissions.commands;
    policy.commands.denied.extend(lists.deny.names.iter().cloned());
    if !lists.said {
        return;
    }
    let star = Name { text: "*".to_owned(), place: lists.place.clone() };
    let names = if lists.allow_all { vec![star] } else { lists.allow.names.clone() };
    let said = Names { names, place: lists.allow.place.clone() };
    policy.commands.allowed = Some(match policy.commands.allowed.take() {
        None => said,
        Some(own) => both(own, &said, findings),
    });
}

/// What both lists allow: a rule of the one stays where a rule of the other is the same or wider.
fn both(own: Names, said: &Names, findings: &mut Vec<Finding>) -> Names {
    let wider = |wide: &str, rule: &str| {
        let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let exact = wide.starts_with('=') && wide != rule;
        wide == "*" || (!exact && words(rule.trim_start_matches('=')).starts_with(&words(wide.trim_start_matches('='))))
    };
    let mut names: Vec<Name> = Vec::new();
    for (rules, others) in [(&own.names, &said.names), (&said.names, &own.names)] {
        for rule in rules {
            let new = !names.iter().any(|name| name.text == rule.text);
            if new && others.iter().any(|other| wider(&other.text, &rule.text)) {
                names.push(rule.clone());
            }
        }
    }
    if names.is_empty() && !own.names.is_empty() && !said.names.is_empty() {
        let text = "no command is in both lists of allowed commands, so that none runs";
        let finding = Finding::warning(code::SHADOWED, &said.place, text).help("allow in both what is to run");
        findings.push(finding.also(&own.place, "the other list"));
    }
    Names { names, place: own.place }
}

#[cfg(test)]
mod tests;
