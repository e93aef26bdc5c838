//! Delegates that could do more than the agent that calls them.

use super::Whole;
use crate::finding::{Finding, code};
use crate::policy::Delegation;

/// So many tools are named in one finding.
const NAMED: usize = 3;

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for (name, agent) in &whole.policy.agents {
        let from = whole.universe.agent(name);
        for (child, (how, place)) in &agent.delegates {
            let to = whole.universe.agent(child);
            let inherits = whole.policy.agents.get(child).is_none_or(|child| child.reach.allowed.is_none());
            if *how == Delegation::Own || inherits || to == whole.universe.stranger() {
                continue;
            }
            let wider: Vec<&str> = (0_u32..)
                .zip(whole.universe.tools())
                .filter(|(at, _)| whole.table.own(*at, to).verdict < whole.table.own(*at, from).verdict)
                .map(|(_, it)| it.wire.as_str())
                .collect();
            if wider.is_empty() {
                continue;
            }
            let mut named = wider.iter().take(NAMED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            if wider.len() > NAMED {
                named.push_str(&format!(" and {} more", wider.len() - NAMED));
            }
            let text = format!("`{child}` may do what its caller `{name}` may not: {named}");
            let help = format!("take them from `{child}`, or write `{child} = \"own\"` if that is meant");
            let finding = Finding::error(code::WIDENING_DELEGATE, place, text).help(help);
            let list = whole.policy.agents.get(child).and_then(|child| child.reach.allowed.as_ref());
            findings.push(match list {
                Some(list) => finding.also(&list.place, "what it may call"),
                None => finding,
            });
        }
    }
}
