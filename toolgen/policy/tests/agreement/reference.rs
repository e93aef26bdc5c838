//! The policy in words, as slow and plain as it can be written: a policy and a call in, the verdict out. It shares
//! nothing with the compiled table but the types of the rules.

use toolgen_model::catalog::Row;
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;
use toolgen_policy::policy::{Delegation, Level, Names, Policy, Reach};

/// What the policy says of a call of `row` by `agent` on `surface`.
pub(crate) fn verdict(policy: &Policy, row: &Row, agent: &str, surface: &str) -> Verdict {
    let agent = if agent.is_empty() { "main" } else { agent };
    let mut said = vec![own(policy, row, agent)];
    if !reaches(policy.surfaces.get(surface), row) {
        said.push(Verdict::Deny);
    }
    if surface == "delegate" {
        said.extend(callers(policy, agent).iter().map(|caller| own(policy, row, caller)));
    }
    said.into_iter().max().unwrap()
}

/// Without the surface and the callers.
fn own(policy: &Policy, row: &Row, agent: &str) -> Verdict {
    let declared = agent == "main" || policy.agents.contains_key(agent);
    if !declared && policy.agents.keys().any(|name| name != "main") {
        return Verdict::Deny;
    }
    let agent = if declared { agent } else { "main" };
    let rules = policy.agents.get(agent);
    let reads = row.effects.effect == Some(Effect::Read);
    let refused = policy.autonomy.level == Level::Readonly && !reads
        || policy.memory.enabled && (row.tool == "memory_recall" || row.name == "memory_recall")
        || !reaches(rules.map(|rules| &rules.reach), row)
        || row.gate.gated && !granted(policy, row, agent)
        || rules.and_then(|rules| rules.secrets.as_ref()).is_some_and(|list| {
            row.gate.secrets.iter().any(|secret| list.names.iter().all(|name| name.text != *secret))
        });
    if refused { Verdict::Deny } else { base(policy, row) }
}

fn base(policy: &Policy, row: &Row) -> Verdict {
    let of_rank = |rank: u8| {
        let entries = policy.tools.iter().filter(|(target, _)| {
            let wanted = match &target.action {
                Some(action) => (2, target.tool == row.tool && row.action.as_ref() == Some(action)),
                None if target.tool.contains('*') => (0, fits(&target.tool, row)),
                None if row.tool == target.tool => (1, true),
                None => (2, row.name == target.tool && !is_tool(&target.tool)),
            };
            wanted == (rank, true)
        });
        entries.map(|(_, rule)| rule.verdict).max()
    };
    if let Some(verdict) = of_rank(2).or(of_rank(1)).or(of_rank(0)) {
        return verdict;
    }
    let declared = row.gate.base(&row.effects);
    let groups = policy.groups.iter().filter(|(group, _)| in_group(group, row)).map(|(_, rule)| rule.verdict).max();
    let said = groups.or(policy.default.as_ref().map(|rule| rule.verdict));
    said.map_or(declared, |said| said.max(declared))
}

fn is_tool(name: &str) -> bool {
    super::rows().iter().any(|row| row.tool == name)
}

fn in_group(group: &str, row: &Row) -> bool {
    row.group.as_deref() == Some(group) || group == "automation" && row.tool.starts_with("cron_")
}

fn granted(policy: &Policy, row: &Row, agent: &str) -> bool {
    policy.grants.iter().any(|grant| {
        grant.tool.text == row.tool
            && grant.action.as_ref().map(|name| &name.text) == row.action.as_ref()
            && grant.agents.as_ref().is_none_or(|agents| agents.names.iter().any(|name| name.text == agent))
    })
}

fn reaches(reach: Option<&Reach>, row: &Row) -> bool {
    let has = |names: &Names| names.names.iter().any(|name| fits(&name.text, row));
    reach.is_none_or(|reach| reach.allowed.as_ref().is_none_or(has) && !reach.denied.as_ref().is_some_and(has))
}

/// Whether a name in a list is that of the row. The only patterns of this world are `*` and `gmail*`.
fn fits(name: &str, row: &Row) -> bool {
    let pair = row.action.as_ref().map(|action| format!("{}.{action}", row.tool));
    match name {
        "*" => true,
        "gmail*" => row.name.starts_with("gmail"),
        name => name == row.name || name == row.tool || pair.as_deref() == Some(name),
    }
}

/// Those whose ceilings `agent` is under.
fn callers(policy: &Policy, agent: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut next = vec![agent.to_owned()];
    while let Some(called) = next.pop() {
        let mut direct = Vec::new();
        let mut is_called = false;
        for (name, rules) in &policy.agents {
            if let Some((how, _)) = rules.delegates.get(&called) {
                is_called = true;
                if *how == Delegation::Ceiling {
                    direct.push(name.clone());
                }
            }
        }
        if !is_called && called != "main" {
            direct.push("main".to_owned());
        }
        for caller in direct {
            if caller != agent && !all.contains(&caller) {
                all.push(caller.clone());
                next.push(caller);
            }
        }
    }
    all
}
