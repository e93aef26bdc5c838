//! Rules that decide nothing, since others decide in their place.

use std::collections::HashSet;

use toolgen_model::gate::Verdict;

use super::Whole;
use crate::finding::{Finding, Place, code};
use crate::policy::Reach;
use crate::table::{Reason, targets};

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    entries(whole, findings);
    groups(whole, findings);
    for agent in whole.policy.agents.values() {
        lists(whole, &agent.reach, findings);
    }
    for reach in whole.policy.surfaces.values() {
        lists(whole, reach, findings);
    }
    arguments(whole, findings);
    scopes(whole, findings);
}

fn shadowed(place: &Place, text: String, by: Option<&Place>) -> Finding {
    let finding = Finding::warning(code::SHADOWED, place, text).help("remove it, or the rule that decides instead");
    match by {
        Some(by) => finding.also(by, "this decides instead"),
        None => finding,
    }
}

fn entries(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let places: Vec<&Place> = whole.policy.tools.values().map(|rule| &rule.place).collect();
    for (at, (target, rule)) in (0_u32..).zip(&whole.policy.tools) {
        let tools = targets(target, whole.universe).1;
        let deciding = |tool: &u32| whole.table.base(*tool).reason;
        if let Some(first) = tools.first()
            && tools.iter().all(|tool| deciding(tool) != Reason::Tool(at))
        {
            let by = if let Reason::Tool(by) = deciding(first) { places.get(by as usize).copied() } else { None };
            let text = format!("the entry for `{}` decides nothing: more exact ones stand for all of it", target.tool);
            findings.push(shadowed(&rule.place, text, by));
        }
        let opened = tools.iter().filter_map(|tool| whole.universe.subject(*tool)).find(|it| it.effect.is_none());
        if let Some(it) = opened.filter(|_| rule.verdict == Verdict::Allow) {
            let text = format!("`{}` is let through unasked, and nobody says what it does to the world", it.wire);
            findings.push(
                Finding::warning(code::LOOSENED, &rule.place, text)
                    .help("declare its effect, or write `supervised`")
                    .also(&it.place, "its declaration"),
            );
        }
    }
}

fn groups(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let by_entry = |tool: u32| matches!(whole.table.base(tool).reason, Reason::Tool(_));
    for (group, rule) in &whole.policy.groups {
        let members: Vec<u32> = (0_u32..)
            .zip(whole.universe.tools())
            .filter(|(_, it)| it.groups.contains(group))
            .map(|(at, _)| at)
            .collect();
        if !members.is_empty() && members.iter().all(|tool| by_entry(*tool)) {
            let text = format!("the group `{group}` decides nothing: each of its tools has an entry of its own");
            findings.push(shadowed(&rule.place, text, None));
        }
    }
    let Some(rule) = &whole.policy.default else { return };
    let tools = (0_u32..).zip(whole.universe.tools());
    let mut open = tools
        .filter(|(at, it)| !by_entry(*at) && !it.groups.iter().any(|group| whole.policy.groups.contains_key(group)));
    if !whole.universe.tools().is_empty() && open.next().is_none() {
        let text = "the default decides nothing: every tool has an entry or a group".to_owned();
        findings.push(shadowed(&rule.place, text, None));
    }
}

/// Names in a list that change nothing of what it lets through.
fn lists(whole: &Whole<'_>, reach: &Reach, findings: &mut Vec<Finding>) {
    let named = |list: &Option<crate::policy::Names>| -> Vec<(String, Place, Vec<u32>)> {
        let names = list.iter().flat_map(|names| &names.names);
        names.map(|name| (name.text.clone(), name.place.clone(), whole.universe.named(&name.text))).collect()
    };
    let (allowed, denied) = (named(&reach.allowed), named(&reach.denied));
    let all_denied: HashSet<u32> = denied.iter().flat_map(|(_, _, tools)| tools).copied().collect();
    let all_allowed: HashSet<u32> = allowed.iter().flat_map(|(_, _, tools)| tools).copied().collect();
    let mut seen: HashSet<u32> = HashSet::new();
    for (name, place, tools) in allowed.iter().filter(|(_, _, tools)| !tools.is_empty()) {
        if tools.iter().all(|tool| all_denied.contains(tool)) {
            let text = format!("`{name}` is in allowed_tools and changes nothing: denied_tools has all of it");
            findings.push(shadowed(place, text, reach.denied.as_ref().map(|names| &names.place)));
        } else if tools.iter().all(|tool| seen.contains(tool)) {
            findings.push(shadowed(place, format!("`{name}` is allowed by a name before it already"), None));
        }
        seen.extend(tools);
    }
    if let Some(list) = &reach.allowed {
        for (name, place, tools) in denied.iter().filter(|(_, _, tools)| !tools.is_empty()) {
            if !tools.iter().any(|tool| all_allowed.contains(tool)) {
                let text = format!("`{name}` is in denied_tools and changes nothing: allowed_tools does not have it");
                findings.push(shadowed(place, text, Some(&list.place)));
            }
        }
    }
}

fn arguments(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let tightens = |verdict: Option<Verdict>| verdict.is_some_and(|verdict| verdict != Verdict::Allow);
    for rule in whole.policy.arguments.iter().filter(|rule| !tightens(rule.verdict) && !tightens(rule.otherwise)) {
        let text = "a rule over arguments that only says `allow` changes nothing: such rules tighten".to_owned();
        findings.push(shadowed(&rule.place, text, None));
    }
}

fn scopes(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    let any = |name: &Option<crate::policy::Name>| name.as_ref().is_none_or(|name| name.text == "*");
    let mut first: Option<&Place> = None;
    for rule in &whole.policy.scopes {
        if let Some(by) = first {
            findings.push(shadowed(
                &rule.place,
                "the scope rule decides nothing: one before it fits everybody".into(),
                Some(by),
            ));
        } else if any(&rule.user) && any(&rule.channel) && any(&rule.chat_type) {
            first = Some(&rule.place);
        }
    }
}
