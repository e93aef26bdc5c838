//! The lists of a policy resolved to indexes: which entry, which grants, which surfaces and agents a tool has.

use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use super::{Cell, Reason};
use crate::domain;
use crate::policy::{Grant, Policy, Reach, Target};
use crate::universe::{MAIN, Subject, Universe};

/// The lists, by the indexes of the universe.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    /// The entry that decides over each tool, with its place
    entries: Vec<Option<(Verdict, u32)>>,
    /// Whether each surface has each tool: surface × tool
    surfaces: Vec<Vec<bool>>,
    /// Whether each agent has each tool: agent × tool
    agents: Vec<Vec<bool>>,
    /// Whether each agent is granted each gated tool: agent × tool
    grants: Vec<Vec<bool>>,
    /// Whether each agent's secrets have those of each tool: agent × tool
    secrets: Vec<Vec<bool>>,
    /// The same of domains and hosts
    domains: Vec<Vec<bool>>,
    /// Whether an agent that nobody declared is refused
    closed: bool,
}

impl Lists {
    /// Resolves the lists.
    pub(crate) fn of(policy: &Policy, universe: &Universe) -> Lists {
        let tools = universe.tools().len();
        let surfaces =
            universe.surfaces().iter().map(|surface| reach(policy.surfaces.get(*surface), universe)).collect();
        let mut agents: Vec<Vec<bool>> = universe
            .agents()
            .iter()
            .map(|agent| policy.agents.get(agent).filter(|_| enforced!("policy.agent_list")))
            .map(|agent| reach(agent.map(|agent| &agent.reach), universe))
            .collect();
        // Where nobody declares agents, every name is the program's own.
        agents.push(agents.first().cloned().unwrap_or_default());
        let mut grants = vec![vec![false; tools]; agents.len()];
        // `*` in a list of tools is no grant; this is what the promise of that takes away.
        if !enforced!("policy.allow_all_never_grants") {
            for (agent, row) in universe.agents().iter().zip(&mut grants) {
                let allowed = policy.agents.get(agent).and_then(|agent| agent.reach.allowed.as_ref());
                let all = allowed.is_some_and(|names| names.names.iter().any(|name| name.text == "*"));
                row.iter_mut().for_each(|cell| *cell |= all);
            }
        }
        for grant in &policy.grants {
            let Some(tool) = granted(grant, universe) else { continue };
            for (at, row) in grants.iter_mut().enumerate() {
                let name = universe.agents().get(at).map_or(MAIN, String::as_str);
                let listed = |names: &crate::policy::Names| names.names.iter().any(|known| known.text == name);
                if grant.agents.as_ref().is_none_or(listed) {
                    row.iter_mut().skip(tool as usize).take(1).for_each(|cell| *cell = true);
                }
            }
        }
        let mut secrets: Vec<Vec<bool>> =
            universe.agents().iter().map(|agent| secrets(policy, universe, agent)).collect();
        let mut domains: Vec<Vec<bool>> =
            universe.agents().iter().map(|agent| domains(policy, universe, agent)).collect();
        secrets.push(secrets.first().cloned().unwrap_or_default());
        domains.push(domains.first().cloned().unwrap_or_default());
        let closed = policy.agents.keys().any(|name| name != MAIN);
        Lists { entries: entries(policy, universe), surfaces, agents, grants, secrets, domains, closed }
    }

    /// The entry that decides over the tool at `at`.
    pub(super) fn entry(&self, at: u32) -> Option<(Verdict, u32)> {
        self.entries.get(at as usize).copied().flatten()
    }

    /// Whether the surface has the tool.
    pub(super) fn surface(&self, tool: usize, surface: usize) -> bool {
        self.surfaces.get(surface).and_then(|tools| tools.get(tool)).copied().unwrap_or(false)
    }

    /// What the agent's list and the grants say.
    pub(super) fn agent(&self, subject: &Subject, tool: u32, agent: usize) -> Cell {
        let has = |rows: &[Vec<bool>]| rows.get(agent).and_then(|row| row.get(tool as usize)).copied().unwrap_or(false);
        let verdict = |holds: bool| if holds { Verdict::Allow } else { Verdict::Deny };
        let stranger = self.closed && agent + 1 == self.agents.len();
        Cell::new(verdict(!stranger), Reason::Stranger)
            .and(Cell::new(verdict(has(&self.agents)), Reason::Agent))
            .and(Cell::new(verdict(has(&self.secrets)), Reason::Secrets))
            .and(Cell::new(verdict(has(&self.domains)), Reason::Domains))
            .and(Cell::new(verdict(!subject.gated || has(&self.grants)), Reason::Grant))
    }
}

/// The tool that a grant names, as a pair; a text that joins both by `_` names nothing.
pub(crate) fn granted(grant: &Grant, universe: &Universe) -> Option<u32> {
    universe.pair(&grant.tool.text, grant.action.as_ref().map(|action| action.text.as_str()))
}

/// The tools that an entry of `tools` names, and how exactly: 2 one action, 1 a tool, 0 a pattern.
pub(crate) fn targets(target: &Target, universe: &Universe) -> (u8, Vec<u32>) {
    match &target.action {
        Some(action) => (2, universe.pair(&target.tool, Some(action)).into_iter().collect()),
        None if target.tool.contains('*') => (0, universe.named(&target.tool)),
        None => match universe.actions(&target.tool) {
            [] => (2, universe.named(&target.tool)),
            all => (1, all.to_vec()),
        },
    }
}

/// The entry that decides over each tool: the most exact one, of equally exact ones the strictest.
fn entries(policy: &Policy, universe: &Universe) -> Vec<Option<(Verdict, u32)>> {
    let mut found: Vec<Option<(u8, Verdict, u32)>> = vec![None; universe.tools().len()];
    for (place, (target, rule)) in (0..).zip(&policy.tools) {
        let (exact, tools) = targets(target, universe);
        for tool in tools {
            if let Some(slot) = found.get_mut(tool as usize)
                && slot.is_none_or(|(known, verdict, _)| (exact, rule.verdict) > (known, verdict))
            {
                *slot = Some((exact, rule.verdict, place));
            }
        }
    }
    found.into_iter().map(|entry| entry.map(|(_, verdict, place)| (verdict, place))).collect()
}

/// Which tools a list lets through.
fn reach(reach: Option<&Reach>, universe: &Universe) -> Vec<bool> {
    let tools = universe.tools().len();
    let Some(reach) = reach else { return vec![true; tools] };
    let mut has = vec![reach.allowed.is_none(); tools];
    let mut order = [(&reach.allowed, true), (&reach.denied, false)];
    if !enforced!("policy.deny_beats_allow") {
        order.reverse();
    }
    for (names, value) in order {
        for name in names.iter().flat_map(|names| &names.names) {
            for tool in universe.named(&name.text) {
                has.iter_mut().skip(tool as usize).take(1).for_each(|cell| *cell = value);
            }
        }
    }
    has
}

/// Of which tools an agent's secrets have all that they read.
fn secrets(policy: &Policy, universe: &Universe, agent: &str) -> Vec<bool> {
    let Some(names) = policy.agents.get(agent).and_then(|agent| agent.secrets.as_ref()) else {
        return vec![true; universe.tools().len()];
    };
    let has = |secret: &String| names.names.iter().any(|name| name.text == *secret);
    universe.tools().iter().map(|it| it.secrets.iter().all(has)).collect()
}

/// Of which tools an agent's domains have all hosts that they reach. A host that only the call knows is in none.
fn domains(policy: &Policy, universe: &Universe, agent: &str) -> Vec<bool> {
    let Some(names) = policy.agents.get(agent).and_then(|agent| agent.domains.as_ref()) else {
        return vec![true; universe.tools().len()];
    };
    let has = |host: &String| names.names.iter().any(|name| domain::covers(&name.text, host));
    universe.tools().iter().map(|it| it.hosts.iter().all(has)).collect()
}
