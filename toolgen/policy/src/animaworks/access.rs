//! A tool, an action and an agent in, whether the agent has it and a stable reason out: what the tool
//! `check_permissions` answers.

use serde::Serialize;
use toolgen_model::gate::Verdict;

use crate::load::Snapshot;
use crate::table::{Cell, Reason};
use crate::universe::MAIN;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Access {
    /// The tool
    pub tool: String,
    /// The action
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Whether a call can go through; one that asks first can
    pub permitted: bool,
    /// `ok`, `tool_denied`, `tool_not_permitted`, `action_gated`, `unknown_tool` or `check_failed`
    pub reason: &'static str,
    /// `allow`, `supervised` or `deny`
    pub verdict: Verdict,
}

/// The reason of a call that only lacks the explicit permit of its action.
pub const ACTION_GATED: &str = "action_gated";

impl Access {
    /// The answer where the rules cannot be read.
    pub fn failed(tool: &str, action: Option<&str>) -> Access {
        let (tool, action) = (tool.to_owned(), action.map(str::to_owned));
        Access { tool, action, permitted: false, reason: "check_failed", verdict: Verdict::Deny }
    }

    /// The same where somebody else gives the permit that was missing.
    #[must_use]
    pub fn granted(self) -> Access {
        Access { permitted: true, reason: "ok", verdict: Verdict::Supervised, ..self }
    }
}

/// Whether the agent may call that action of that tool. An action that is not known as it is written is looked
/// up with hyphens for underscores and the other way round. Without an action, a tool that has several is
/// permitted when one of them is.
pub fn access(snapshot: &Snapshot, tool: &str, action: Option<&str>, agent: &str, surface: &str) -> Access {
    let universe = &snapshot.universe;
    let found = match action {
        Some(action) => [action.to_owned(), action.replace('_', "-"), action.replace('-', "_")]
            .iter()
            .find_map(|action| universe.pair(tool, Some(action)))
            .into_iter()
            .collect(),
        None => universe.named(tool),
    };
    let agent = universe.agent(agent);
    let cells = found.iter().filter(|_| !tool.contains('*')).map(|at| match universe.surface(surface) {
        Some(surface) => snapshot.table.verdict(*at, agent, surface),
        None => Cell { verdict: Verdict::Deny, reason: Reason::Unknown },
    });
    // The best of several; a denial that names a missing grant says more than the others.
    let best = cells.min_by_key(|cell| (cell.verdict, cell.reason != Reason::Grant));
    let (verdict, reason) = match best {
        None => (Verdict::Deny, "unknown_tool"),
        Some(Cell { verdict: Verdict::Deny, reason }) => (Verdict::Deny, word(snapshot, reason, tool, agent)),
        Some(cell) => (cell.verdict, "ok"),
    };
    let permitted = verdict < Verdict::Deny;
    Access { tool: tool.to_owned(), action: action.map(str::to_owned), permitted, reason, verdict }
}

fn word(snapshot: &Snapshot, reason: Reason, tool: &str, agent: u32) -> &'static str {
    match reason {
        Reason::Grant => ACTION_GATED,
        Reason::Unknown => "unknown_tool",
        Reason::Agent => {
            let name = snapshot.universe.agents().get(agent as usize).map_or(MAIN, String::as_str);
            let reach = snapshot.policy.agents.get(name).map(|agent| &agent.reach);
            // A denial that is written, not one that follows from a list of what is allowed.
            let written = reach.is_some_and(|reach| {
                let place = reach.allowed.as_ref().map(|allowed| &allowed.place);
                let names = reach.denied.iter().flat_map(|denied| &denied.names);
                names.into_iter().any(|name| name.text == tool && Some(&name.place) != place)
            });
            if written { "tool_denied" } else { "tool_not_permitted" }
        }
        Reason::Surface | Reason::Stranger | Reason::Ceiling(_) => "tool_not_permitted",
        _ => "tool_denied",
    }
}
