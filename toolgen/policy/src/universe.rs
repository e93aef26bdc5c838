//! Catalog rows and a policy in, the finite universe of its cells out: tools with their actions × agents ×
//! surfaces, each by a small index.

use std::collections::{BTreeSet, HashMap};

use toolgen_model::catalog::Row;
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;
use toolgen_model::hash::ByName;
use toolgen_model::id::ToolId;

use crate::finding::Place;
use crate::group;
use crate::policy::{Policy, wildcard};

/// The ways on which a call can come in.
pub const SURFACES: &[&str] = &["library", "cli", "mcp", "agent", "delegate", "schedule", "background"];

/// The name of the program's own agent, which a call names by no name at all.
pub const MAIN: &str = "main";

/// The surface on which an agent calls another.
pub const DELEGATE: &str = "delegate";

/// A tool, or one action of a tool, as far as a policy cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// What grants and policies name
    pub id: ToolId,
    /// What calls name
    pub wire: String,
    /// The groups: the declared one and the families
    pub groups: Vec<String>,
    /// The verdict of the declaration
    pub base: Verdict,
    /// The declared effect
    pub effect: Option<Effect>,
    /// Whether it needs an explicit grant
    pub gated: bool,
    /// The hosts that it may reach
    pub hosts: Vec<String>,
    /// The secrets that it may read
    pub secrets: Vec<String>,
    /// Where it is declared
    pub place: Place,
}

/// The universe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Universe {
    tools: Vec<Subject>,
    agents: Vec<String>,
    surfaces: Vec<&'static str>,
    by_wire: ByName<String, u32>,
    by_tool: HashMap<String, Vec<u32>>,
    by_agent: ByName<String, u32>,
    groups: BTreeSet<String>,
}

impl Universe {
    /// The universe of these tools and the agents that the policy declares.
    pub fn of(rows: &[Row], policy: &Policy) -> Universe {
        let mut universe = Universe { surfaces: SURFACES.to_vec(), ..Universe::default() };
        for row in rows {
            universe.tool_row(row);
        }
        universe.groups.extend(group::families().map(str::to_owned));
        universe.agents.push(MAIN.to_owned());
        universe.agents.extend(policy.agents.keys().filter(|name| *name != MAIN).cloned());
        universe.by_agent = universe.agents.iter().cloned().zip(0..).collect();
        universe
    }

    fn tool_row(&mut self, row: &Row) {
        let at = u32::try_from(self.tools.len()).unwrap_or(u32::MAX);
        let mut groups: Vec<String> = row.group.iter().cloned().collect();
        groups.extend(group::of(&row.tool).map(str::to_owned));
        groups.extend(group::of(&row.name).map(str::to_owned));
        groups.sort();
        groups.dedup();
        self.groups.extend(groups.iter().cloned());
        self.by_wire.entry(row.name.clone()).or_insert(at);
        self.by_tool.entry(row.tool.clone()).or_default().push(at);
        let place = Place {
            file: row.source.file.as_str().into(),
            line: row.source.line,
            column: row.source.column,
            ..Place::default()
        };
        self.tools.push(Subject {
            id: row.id(),
            wire: row.name.clone(),
            groups,
            base: row.gate.base(&row.effects),
            effect: row.effects.effect,
            gated: row.gate.gated,
            hosts: row.gate.net.clone(),
            secrets: row.gate.secrets.clone(),
            place,
        });
    }

    /// The tools, in the order of the catalog.
    pub fn tools(&self) -> &[Subject] {
        &self.tools
    }

    /// The agents; the first is the program's own.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The surfaces.
    pub fn surfaces(&self) -> &[&'static str] {
        &self.surfaces
    }

    /// The groups that a policy can name.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(String::as_str)
    }

    /// The index of the tool with that wire name.
    pub fn tool(&self, wire: &str) -> Option<u32> {
        self.by_wire.get(wire).copied()
    }

    /// The index of that pair.
    pub fn pair(&self, tool: &str, action: Option<&str>) -> Option<u32> {
        let actions = self.by_tool.get(tool)?;
        actions.iter().copied().find(|at| self.subject(*at).is_some_and(|it| it.id.action.as_deref() == action))
    }

    /// The indexes of all actions of a tool.
    pub fn actions(&self, tool: &str) -> &[u32] {
        self.by_tool.get(tool).map_or(&[], Vec::as_slice)
    }

    /// The tool at an index.
    pub fn subject(&self, at: u32) -> Option<&Subject> {
        self.tools.get(at as usize)
    }

    /// The index of an agent; no name is the program's own. An agent that nobody declared has the index after
    /// the last.
    pub fn agent(&self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        self.by_agent.get(name).copied().unwrap_or_else(|| self.stranger())
    }

    /// The index of every agent that nobody declared.
    pub fn stranger(&self) -> u32 {
        u32::try_from(self.agents.len()).unwrap_or(u32::MAX)
    }

    /// The index of a surface.
    pub fn surface(&self, name: &str) -> Option<u32> {
        self.surfaces.iter().position(|surface| *surface == name).and_then(|at| u32::try_from(at).ok())
    }

    /// The tools that a name in a list stands for: a wire name, a tool with all its actions, `tool.action`, or
    /// any of these with `*`. A name that stands for none is unknown.
    pub fn named(&self, name: &str) -> Vec<u32> {
        if name.contains('*') {
            let fits = |it: &Subject| {
                wildcard(name, &it.wire)
                    || it.id.action.as_ref().is_some_and(|action| wildcard(name, &format!("{}.{action}", it.id.tool)))
            };
            return (0..).zip(&self.tools).filter(|(_, it)| fits(it)).map(|(at, _)| at).collect();
        }
        let pair = name.split_once('.').and_then(|(tool, action)| self.pair(tool, Some(action)));
        let mut found: Vec<u32> = pair.into_iter().chain(self.tool(name)).collect();
        found.extend(self.actions(name));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Every name that a list can hold, for the nearest one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().flat_map(|it| [it.wire.as_str(), it.id.tool.as_str()])
    }
}
