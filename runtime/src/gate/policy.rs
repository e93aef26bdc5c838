//! The operator's policy as the gate asks it: a checked snapshot in, rulings by (tool, agent, surface) and by argument
//! out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toolgen_model::Verdict;
use toolgen_model::json::Json;
use toolgen_model::pattern::Pattern;
use toolgen_policy::animaworks::Touch;
use toolgen_policy::policy::{AutoApprove, Closing, Delegation, Principal};
use toolgen_policy::table::{Reason, Stage};
use toolgen_policy::{Place, Snapshot};

use super::hook::{Policy, Ruling};
use super::refusal::Refusal;
use super::step::Step;
use super::subject::Subject;
use super::trace::Line;
use crate::context::Surface;
use crate::tool::Tool;

/// A snapshot, ready to be asked at every call.
#[derive(Debug)]
pub struct Compiled {
    snapshot: Arc<Snapshot>,
    /// The index of each surface in the snapshot's universe
    surfaces: [u32; Surface::ALL.len()],
    approvals: Vec<(AutoApprove, Patterns)>,
    closing: Closing,
}

/// The patterns of a rule that approves; a pattern that does not compile never matches.
#[derive(Debug, Default)]
struct Patterns {
    command: Option<Option<Pattern>>,
    path: Option<Option<Pattern>>,
    url: Option<Option<Pattern>>,
    arguments: Option<Option<Pattern>>,
}

impl Compiled {
    /// The snapshot, compiled.
    pub fn new(snapshot: Arc<Snapshot>) -> Compiled {
        let surfaces = Surface::ALL.map(|surface| snapshot.universe.surface(surface.name()).unwrap_or(u32::MAX));
        let compile = |name: &Option<toolgen_policy::policy::Name>| {
            name.as_ref().map(|name| Pattern::compile(&format!("^(?:{})$", name.text)).ok())
        };
        let approvals = snapshot.policy.approval.auto_approve.iter().map(|rule| {
            let patterns = Patterns {
                command: compile(&rule.command),
                path: compile(&rule.path),
                url: compile(&rule.url),
                arguments: compile(&rule.arguments),
            };
            (rule.clone(), patterns)
        });
        let approvals = approvals.collect();
        let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let closing = Closing::of(&snapshot.policy, home.as_deref());
        Compiled { snapshot, surfaces, approvals, closing }
    }

    /// The snapshot.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// The indexes of a cell; none for a tool that was not there when the policy was loaded.
    fn cell(&self, tool: &Tool, agent: &str, surface: Surface) -> Option<(u32, u32, u32)> {
        let universe = &self.snapshot.universe;
        let surface = self.surfaces.get(surface as usize).copied().unwrap_or(u32::MAX);
        Some((universe.tool(tool.name)?, universe.agent(agent), surface))
    }
}

impl Policy for Compiled {
    fn rules_on(&self, tool: &'static Tool, agent: &str, surface: Surface) -> Ruling {
        let Some((tool, agent, surface)) = self.cell(tool, agent, surface) else {
            return Ruling { verdict: Verdict::Deny, step: Step::Surface };
        };
        let cell = self.snapshot.table.verdict(tool, agent, surface);
        Ruling { verdict: cell.verdict, step: step(cell.reason) }
    }

    fn lifts_ceiling(&self, delegator: &str, agent: &str) -> bool {
        let name = if delegator.is_empty() { toolgen_policy::universe::MAIN } else { delegator };
        let edge = self.snapshot.policy.agents.get(name).and_then(|from| from.delegates.get(agent));
        matches!(edge, Some((Delegation::Own, _)))
    }

    fn judge(&self, subject: Subject<'_>) -> Result<(Verdict, Option<Line>), Refusal> {
        let policy = &self.snapshot.policy;
        if !policy.scopes.is_empty() {
            let principal = subject.context().principal().map(|who| Principal {
                user: who.user.clone(),
                channel: who.channel.clone(),
                chat_type: who.chat_type.clone(),
            });
            let row = subject.row();
            let tool = row.map_or(subject.name(), |row| row.tool.as_str());
            let principal = principal.unwrap_or_default();
            let rule =
                policy.out_of_scope(&principal, tool).or_else(|| policy.out_of_scope(&principal, subject.name()));
            if let Some(rule) = rule {
                let text = format!("Tool '{}' is not permitted for this user/channel context.", subject.name());
                return Err(Refusal::new(Step::Rules, "policy.scope", text)
                    .next("Use another tool; this one is not for this conversation.")
                    .detail(rule.place.to_string()));
            }
        }
        let arguments = &self.snapshot.arguments;
        let ruled = self.snapshot.universe.tool(subject.name()).filter(|tool| arguments.has(*tool));
        // Only a rule about the tool is worth reading the arguments as a value.
        let judged = ruled.and_then(|tool| arguments.judge(tool, subject.input()?));
        let asks = policy.autonomy.always_ask.iter().find(|name| names(&name.text, subject));
        let asks = asks.map(|name| {
            Line::new("autonomy.always_ask names it").verdict(Verdict::Supervised).at(name.place.to_string())
        });
        let ruled = judged.map(|(verdict, rule)| {
            let text = format!("the rule about `{}`", rule.argument.text);
            Line::new(text).verdict(verdict).at(rule.place.to_string())
        });
        let line = match (ruled, asks) {
            (Some(ruled), Some(asks)) => Some(if asks.verdict > ruled.verdict { asks } else { ruled }),
            (ruled, asks) => ruled.or(asks),
        };
        Ok((line.as_ref().and_then(|line| line.verdict).unwrap_or(Verdict::Allow), line))
    }

    fn closes(&self, tool: &str, root: &Path, place: &Path, writes: bool) -> Option<String> {
        let touch = if writes { Touch::Write } else { Touch::Read };
        let closed = self.closing.closes(&self.snapshot.policy, tool, root, place, touch)?;
        Some(match closed.place {
            Some(place) => format!("{}, {place}", closed.rule),
            None => closed.rule,
        })
    }

    fn hidden(&self, tool: &str, root: &Path) -> Vec<PathBuf> {
        self.closing.hidden(&self.snapshot.policy, tool, root)
    }

    fn approves(&self, subject: Subject<'_>) -> Option<String> {
        let policy = &self.snapshot.policy;
        if policy.autonomy.always_ask.iter().any(|name| names(&name.text, subject)) {
            return None;
        }
        if let Some(name) = policy.autonomy.auto_approve.iter().find(|name| names(&name.text, subject)) {
            return Some(format!("autonomy.auto_approve, {}", name.place));
        }
        let input = subject.input()?;
        let text = |name: &str| input.get(name).and_then(Json::as_str);
        let fits = |pattern: &Option<Option<Pattern>>, text: Option<&str>| match (pattern, text) {
            (None, _) => true,
            (Some(Some(pattern)), Some(text)) => pattern.is_match(text),
            _ => false,
        };
        let rule = self.approvals.iter().find(|(rule, patterns)| {
            names(&rule.tool.text, subject)
                && fits(&patterns.command, text("command"))
                && fits(&patterns.path, text("path"))
                && fits(&patterns.url, text("url"))
                && fits(&patterns.arguments, Some(&input.canonical()))
        });
        rule.map(|(rule, _)| format!("security.approval.auto_approve, {}", rule.place))
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(self.snapshot.policy.approval.timeout_secs)
    }

    fn setting(&self, key: &str) -> Option<Json> {
        self.snapshot.config.get(key).cloned()
    }

    fn reasons(&self, tool: &'static Tool, agent: &str, surface: Surface) -> Vec<(Step, Line)> {
        let Snapshot { policy, universe, table, .. } = &*self.snapshot;
        let Some((tool, agent, surface)) = self.cell(tool, agent, surface) else { return Vec::new() };
        let edits = table.permit(policy, universe, tool, agent, surface);
        let mut edits = edits.into_iter();
        let steps = table.chain(policy, universe, tool, agent, surface).into_iter();
        steps
            .map(|said| {
                // An edit stands for each step that is in the way, in their order.
                let edit = if said.verdict == Verdict::Allow { None } else { edits.next() };
                let at = said.place.as_ref().map(Place::to_string);
                let edit = edit.map(|edit| match &edit.place {
                    Some(place) => format!("{place}: {}", edit.text),
                    None => edit.text,
                });
                let text = format!("{}: {}", said.subject, said.note);
                (stage(said.stage), Line { text, verdict: Some(said.verdict), at, edit })
            })
            .collect()
    }
}

/// Whether a name of a list means the call's tool: its tool, its wire name, or `tool.action`.
fn names(name: &str, subject: Subject<'_>) -> bool {
    name == subject.name()
        || subject.row().is_some_and(|row| {
            row.tool == name
                || row.action.as_ref().is_some_and(|action| {
                    name.strip_prefix(row.tool.as_str()).and_then(|rest| rest.strip_prefix('.')) == Some(action)
                })
        })
}

fn step(reason: Reason) -> Step {
    match reason {
        Reason::Surface | Reason::Agent | Reason::Stranger | Reason::Unknown => Step::Surface,
        Reason::Ceiling(_) => Step::Ceiling,
        Reason::Grant => Step::Grant,
        _ => Step::Base,
    }
}

fn stage(stage: Stage) -> Step {
    match stage {
        Stage::Surface | Stage::Agent => Step::Surface,
        Stage::Ceiling => Step::Ceiling,
        Stage::Grant => Step::Grant,
        _ => Step::Base,
    }
}
