//! Names that stand for nothing: tools, actions, groups, agents, surfaces, arguments, domains, secrets.

use toolgen_model::enforced;
use toolgen_model::nearest::nearest;

use super::Whole;
use crate::domain;
use crate::finding::{Finding, Place, code};
use crate::policy::{Name, Names, Target, Test};
use crate::table::targets;
use crate::universe::MAIN;

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    if !enforced!("policy.unknown_name") {
        return;
    }
    let Whole { policy, universe, .. } = whole;
    for (target, rule) in &policy.tools {
        if targets(target, universe).1.is_empty() {
            findings.push(unknown_target(whole, target, &rule.place));
        }
    }
    let groups: Vec<&str> = universe.groups().collect();
    for (group, rule) in policy.groups.iter().filter(|(group, _)| !groups.contains(&group.as_str())) {
        findings.push(unknown(code::UNKNOWN_GROUP, "group", group, &rule.place, groups.iter().copied()));
    }
    for name in tool_names(whole) {
        if universe.named(&name.text).is_empty() {
            findings.push(unknown(code::UNKNOWN_TOOL, "tool", &name.text, &name.place, universe.names()));
        }
    }
    for (service, place) in &policy.services_off {
        // AnimaWorks' own file lists the services that there are, whatever tools a program has.
        if !place.file.ends_with(".json") && universe.named(service).is_empty() {
            findings.push(unknown(code::UNKNOWN_TOOL, "tool", service, place, universe.names()));
        }
    }
    surfaces(whole, findings);
    agents(whole, findings);
    arguments(whole, findings);
    reach(whole, findings);
}

/// Every name in a list of tools.
fn tool_names<'w>(whole: &Whole<'w>) -> impl Iterator<Item = Name> + use<'w> {
    let policy = whole.policy;
    let reaches = policy.agents.values().map(|agent| &agent.reach).chain(policy.surfaces.values());
    let lists = reaches.flat_map(|reach| [&reach.allowed, &reach.denied]);
    let scopes = policy.scopes.iter().flat_map(|rule| [&rule.allow, &rule.deny]);
    let listed = lists.chain(scopes).flatten().flat_map(|names| &names.names).cloned();
    let autonomy = policy.autonomy.auto_approve.iter().chain(&policy.autonomy.always_ask).cloned();
    let approval = policy.approval.auto_approve.iter().map(|rule| rule.tool.clone());
    let rates = policy.budgets.tools.iter().map(|rate| Name { text: rate.of.clone(), place: rate.place.clone() });
    // `*` is every tool, also of a program that has none.
    listed.chain(autonomy).chain(approval).chain(rates).filter(|name| name.text != "*")
}

fn surfaces(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for (surface, reach) in &whole.policy.surfaces {
        if whole.universe.surface(surface).is_none() {
            let known = whole.universe.surfaces().iter().copied();
            findings.push(unknown(code::UNKNOWN_SURFACE, "surface", surface, &reach.place, known));
        }
    }
}

fn agents(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let known: Vec<&str> = whole.universe.agents().iter().map(String::as_str).collect();
    let mut say = |name: &str, place: &Place| {
        if name != MAIN && !known.contains(&name) {
            findings.push(unknown(code::UNKNOWN_AGENT, "agent", name, place, known.iter().copied()));
        }
    };
    for names in whole.policy.grants.iter().filter_map(|grant| grant.agents.as_ref()) {
        names.names.iter().for_each(|name| say(&name.text, &name.place));
    }
    for agent in whole.policy.agents.values() {
        agent.delegates.iter().for_each(|(to, (_, place))| say(to, place));
    }
    whole.policy.budgets.agents.iter().for_each(|rate| say(&rate.of, &rate.place));
}

fn arguments(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for rule in &whole.policy.arguments {
        let target =
            Target { tool: rule.tool.text.clone(), action: rule.action.as_ref().map(|action| action.text.clone()) };
        let tools = targets(&target, whole.universe).1;
        if tools.is_empty() {
            findings.push(unknown_target(whole, &target, &rule.tool.place));
        }
        for row in tools.iter().filter_map(|at| whole.rows.get(*at as usize)) {
            let argument = &rule.argument.text;
            if !row.properties().any(|(name, _)| name == argument) {
                let known = row.properties().map(|(name, _)| name);
                let what = format!("argument of `{}`", row.name);
                findings.push(unknown(code::BAD_ARGUMENT_RULE, &what, argument, &rule.argument.place, known));
            }
        }
        if let Test::Host(host) = &rule.test
            && !domain::is_pattern(host)
        {
            findings.push(bad_domain(host, &rule.place));
        }
    }
}

/// The lists of domains and secrets: each entry must be one that some tool can use.
fn reach(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let none = Vec::new();
    let entries = |names: &'_ Option<Names>| names.as_ref().map_or_else(|| none.clone(), |names| names.names.clone());
    let secrets: Vec<&str> = whole.rows.iter().flat_map(|row| &row.gate.secrets).map(String::as_str).collect();
    for agent in whole.policy.agents.values() {
        for name in entries(&agent.secrets).iter().filter(|name| !secrets.contains(&name.text.as_str())) {
            findings.push(unknown(code::UNKNOWN_SECRET, "secret", &name.text, &name.place, secrets.iter().copied()));
        }
        for name in entries(&agent.domains) {
            let hosts = whole.rows.iter().flat_map(|row| &row.gate.net);
            if !domain::is_pattern(&name.text) {
                findings.push(bad_domain(&name.text, &name.place));
            } else if !hosts.clone().any(|host| domain::covers(&name.text, host)) {
                let known = hosts.map(String::as_str);
                findings.push(unknown(code::BAD_DOMAIN, "host of a tool", &name.text, &name.place, known));
            }
        }
    }
}

fn bad_domain(text: &str, place: &Place) -> Finding {
    let said = format!("expected a host such as `api.example.com` or `*.example.com`, found `{}`", text.escape_debug());
    Finding::error(code::BAD_DOMAIN, place, said).help("write the host alone: no scheme, no path, no bare `*`")
}

fn unknown_target(whole: &Whole<'_>, target: &Target, place: &Place) -> Finding {
    match &target.action {
        Some(action) if !whole.universe.actions(&target.tool).is_empty() => {
            let actions = whole.universe.actions(&target.tool).iter().filter_map(|at| whole.universe.subject(*at));
            let known = actions.filter_map(|it| it.id.action.as_deref());
            unknown(code::UNKNOWN_TOOL, &format!("action of `{}`", target.tool), action, place, known)
        }
        _ => unknown(code::UNKNOWN_TOOL, "tool", &target.tool, place, whole.universe.names()),
    }
}

/// As many names are told where none is near.
const MOST_NAMED: usize = 12;

/// The finding of a name that stands for nothing.
pub(super) fn unknown<'n>(
    code: &'static str,
    what: &str,
    name: &str,
    place: &Place,
    known: impl Iterator<Item = &'n str>,
) -> Finding {
    let text = format!("there is no {what} `{}`", name.escape_debug());
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    known.dedup();
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if (1..=MOST_NAMED).contains(&known.len()) => format!("there are {}", known.join(", ")),
        None => "write the name of one that exists, or remove the rule".to_owned(),
    };
    Finding::error(code, place, text).help(help)
}
