//! A policy and its universe in, one verdict a cell out: (tool, agent, surface) by index, without work.

use toolgen_model::effect::Effect;
use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use crate::policy::{Delegation, Level, Policy};
use crate::universe::{DELEGATE, Subject, Universe};

mod base;
mod explain;
mod list;

pub use explain::{Edit, Stage, Step};
use list::Lists;
pub(crate) use list::{granted, targets};

/// What decided. The numbers are indexes into the policy's maps and lists, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The declaration of the tool
    Declaration,
    /// `default`
    Default,
    /// A group, by its place among the policy's groups
    Group(u32),
    /// An entry for the tool itself, by its place among the policy's tools
    Tool(u32),
    /// The surface's list does not have it, or denies it
    Surface,
    /// The level of autonomy
    Autonomy,
    /// The access list of memories
    Memory,
    /// The service of the tool is switched off
    Service,
    /// The agent's list does not have it, or denies it
    Agent,
    /// The agent's secrets do not have all that the tool reads
    Secrets,
    /// The agent's domains do not have all that the tool reaches
    Domains,
    /// Nobody declared the agent
    Stranger,
    /// A caller of the agent may do less, by the caller's index
    Ceiling(u32),
    /// The explicit grant of a gated action is missing
    Grant,
    /// There is no such cell
    Unknown,
}

/// The verdict over a cell, and what decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The verdict
    pub verdict: Verdict,
    /// What decided
    pub reason: Reason,
}

impl Cell {
    const fn new(verdict: Verdict, reason: Reason) -> Cell {
        Cell { verdict, reason }
    }

    /// The stricter of two; of equal ones, this.
    #[must_use]
    pub fn and(self, other: Cell) -> Cell {
        if other.verdict > self.verdict { other } else { self }
    }
}

/// The compiled part of a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    cells: Vec<Cell>,
    /// By tool
    base: Vec<Cell>,
    /// Without the lists of surfaces and the ceilings: tool × agent
    own: Vec<Cell>,
    /// Whose ceilings each agent is under
    callers: Vec<Vec<u32>>,
    agents: usize,
    surfaces: usize,
}

impl Table {
    /// Compiles the policy over its universe.
    pub fn of(policy: &Policy, universe: &Universe) -> Table {
        let lists = Lists::of(policy, universe);
        let callers = callers(policy, universe);
        let (agents, surfaces) = (universe.agents().len() + 1, universe.surfaces().len());
        let delegate = universe.surface(DELEGATE).unwrap_or(u32::MAX) as usize;
        let mut base = Vec::with_capacity(universe.tools().len());
        let mut own = Vec::with_capacity(universe.tools().len() * agents);
        for (at, subject) in (0_u32..).zip(universe.tools()) {
            let all = alone(policy, subject);
            let first = base::base(policy, universe, at, &lists);
            base.push(first);
            let all = first.and(all);
            own.extend((0..agents).map(|agent| all.and(lists.agent(subject, at, agent))));
        }
        let mut cells = Vec::with_capacity(own.len() * surfaces);
        for at in 0..universe.tools().len() {
            let row = own.get(at * agents..(at + 1) * agents).unwrap_or_default();
            for (agent, cell) in row.iter().enumerate() {
                for surface in 0..surfaces {
                    let mut cell =
                        if lists.surface(at, surface) { *cell } else { Cell::new(Verdict::Deny, Reason::Surface) };
                    if surface == delegate {
                        for caller in callers.get(agent).into_iter().flatten() {
                            let verdict = row.get(*caller as usize).map_or(Verdict::Deny, |cell| cell.verdict);
                            cell = cell.and(Cell::new(verdict, Reason::Ceiling(*caller)));
                        }
                    }
                    cells.push(cell);
                }
            }
        }
        Table { cells, base, own, callers, agents, surfaces }
    }

    /// The verdict over a cell, by the indexes of the universe. What lies outside is denied.
    #[inline]
    pub fn verdict(&self, tool: u32, agent: u32, surface: u32) -> Cell {
        let (tool, agent, surface) = (tool as usize, agent as usize, surface as usize);
        if agent >= self.agents || surface >= self.surfaces {
            return Cell::new(Verdict::Deny, Reason::Unknown);
        }
        let cell = self.cells.get((tool * self.agents + agent) * self.surfaces + surface);
        cell.copied().unwrap_or(Cell::new(Verdict::Deny, Reason::Unknown))
    }

    /// The verdict over a tool for an agent on whatever surface, before the ceilings of callers.
    #[inline]
    pub fn own(&self, tool: u32, agent: u32) -> Cell {
        if agent as usize >= self.agents {
            return Cell::new(Verdict::Deny, Reason::Unknown);
        }
        let cell = self.own.get(tool as usize * self.agents + agent as usize);
        cell.copied().unwrap_or(Cell::new(Verdict::Deny, Reason::Unknown))
    }

    /// The base verdict over a tool.
    pub fn base(&self, tool: u32) -> Cell {
        self.base.get(tool as usize).copied().unwrap_or(Cell::new(Verdict::Deny, Reason::Unknown))
    }

    /// The agents whose ceilings `agent` is under where it is called by another.
    pub fn callers(&self, agent: u32) -> &[u32] {
        self.callers.get(agent as usize).map_or(&[], Vec::as_slice)
    }

    /// Every cell: tool, agent, surface, verdict. The order is that of the indexes.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32, u32, Cell)> {
        let (agents, surfaces) = (self.agents.max(1), self.surfaces.max(1));
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.cells.iter().enumerate().map(move |(at, cell)| {
            let (rest, surface) = (at / surfaces, at % surfaces);
            (number(rest / agents), number(rest % agents), number(surface), *cell)
        })
    }
}

/// What is said of a tool by its nature: the level of autonomy, the memories' access list, a
/// service that is switched off.
fn alone(policy: &Policy, subject: &Subject) -> Cell {
    let reads = subject.effect == Some(Effect::Read) || !enforced!("policy.autonomy");
    let level = if policy.autonomy.level == Level::Readonly && !reads { Verdict::Deny } else { Verdict::Allow };
    let memory = policy.memory.verdict(&subject.id.tool).max(policy.memory.verdict(&subject.wire));
    let off = policy.services_off.contains_key(&subject.id.tool) && enforced!("policy.service_off");
    let service = if off { Verdict::Deny } else { Verdict::Allow };
    Cell::new(level, Reason::Autonomy).and(Cell::new(memory, Reason::Memory)).and(Cell::new(service, Reason::Service))
}

/// Whose ceilings each agent is under: of those that may call it, and of theirs in turn. One that nobody is
/// said to call is called by the program's own agent.
fn callers(policy: &Policy, universe: &Universe) -> Vec<Vec<u32>> {
    let agents = universe.agents();
    let mut direct: Vec<Vec<u32>> = vec![Vec::new(); agents.len() + 1];
    let mut called = vec![false; agents.len() + 1];
    for (name, agent) in &policy.agents {
        let from = universe.agent(name);
        for (to, (how, _)) in &agent.delegates {
            let to = universe.agent(to) as usize;
            called[to] = true;
            if *how == Delegation::Ceiling && from as usize != to {
                direct[to].push(from);
            }
        }
    }
    for agent in 1..direct.len() {
        if !called[agent] {
            direct[agent].push(0);
        }
    }
    (0..direct.len())
        .map(|agent| {
            let (mut all, mut next) = (Vec::new(), direct[agent].clone());
            while let Some(caller) = next.pop() {
                if caller as usize != agent && !all.contains(&caller) {
                    all.push(caller);
                    next.extend(direct.get(caller as usize).into_iter().flatten());
                }
            }
            all.sort_unstable();
            all
        })
        .collect()
}
