//! A cell in, the chain of steps behind it out: what each said, where it stands, which one decided, and what to
//! edit to permit the call.

use serde::Serialize;
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;

use super::list::{Lists, granted, targets};
use super::{Reason, Table, base};
use crate::finding::Place;
use crate::policy::{Level, Policy, Reach};
use crate::universe::{DELEGATE, Subject, Universe};

/// A step of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The list of the surface
    Surface,
    /// The base verdict
    Base,
    /// The level of autonomy
    Autonomy,
    /// The list of the agent
    Agent,
    /// The secrets of the agent
    Secrets,
    /// The domains of the agent
    Domains,
    /// The callers of the agent
    Ceiling,
    /// The grant of a gated action
    Grant,
    /// The access list of memories
    Memory,
    /// The switch of the tool's service
    Service,
}

/// What one step said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Which step
    pub stage: Stage,
    /// What it is about, for example `group:mail`
    pub subject: String,
    /// What it says
    pub verdict: Verdict,
    /// Where the rule stands, if a rule says it
    pub place: Option<Place>,
    /// Why, in some words
    pub note: String,
}

/// An edit that takes one obstacle away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// Where
    pub place: Option<Place>,
    /// What to write, for example `tools.shell = "allow"`
    pub text: String,
}

impl Table {
    /// The steps behind a cell, in the order of the gate. The first of the strictest ones decided.
    pub fn chain(&self, policy: &Policy, universe: &Universe, tool: u32, agent: u32, surface: u32) -> Vec<Step> {
        let Some(subject) = universe.subject(tool) else { return Vec::new() };
        let lists = Lists::of(policy, universe);
        let (agent_name, surface_name) = (name(universe, agent), universe.surfaces().get(surface as usize));
        let surface_name = surface_name.copied().unwrap_or("unknown");
        let mut steps = vec![
            listed(
                Stage::Surface,
                surface_name,
                lists.surface(tool as usize, surface as usize),
                policy.surfaces.get(surface_name),
                subject,
            ),
            base_step(policy, universe, tool, subject, &lists),
        ];
        let readonly = policy.autonomy.level == Level::Readonly;
        let acts = subject.effect != Some(Effect::Read);
        steps.push(Step {
            stage: Stage::Autonomy,
            subject: policy.autonomy.level.name().to_owned(),
            verdict: if readonly && acts { Verdict::Deny } else { Verdict::Allow },
            place: said(&policy.autonomy.place),
            note: match subject.effect {
                Some(effect) => format!("its effect is {}", effect.name()),
                None => "nobody declares its effect".to_owned(),
            },
        });
        let cell = lists.agent(subject, tool, agent as usize);
        let stranger = cell.reason == Reason::Stranger && cell.verdict == Verdict::Deny;
        let reach = policy.agents.get(agent_name).map(|agent| &agent.reach);
        let denied = |reason: Reason| cell.verdict == Verdict::Deny && cell.reason == reason;
        let has = !(stranger || denied(Reason::Agent));
        let mut step = listed(Stage::Agent, agent_name, has, reach, subject);
        if stranger {
            "agents are declared, and this is none of them".clone_into(&mut step.note);
        }
        steps.push(step);
        let agent_rules = policy.agents.get(agent_name);
        for (stage, reason, list, needs) in [
            (Stage::Secrets, Reason::Secrets, agent_rules.and_then(|agent| agent.secrets.as_ref()), &subject.secrets),
            (Stage::Domains, Reason::Domains, agent_rules.and_then(|agent| agent.domains.as_ref()), &subject.hosts),
        ] {
            if let Some(list) = list.filter(|_| !needs.is_empty()) {
                steps.push(Step {
                    stage,
                    subject: agent_name.to_owned(),
                    verdict: if denied(reason) { Verdict::Deny } else { Verdict::Allow },
                    place: Some(list.place.clone()),
                    note: format!("it needs {}", needs.join(", ")),
                });
            }
        }
        if surface_name == DELEGATE {
            steps.extend(self.callers(agent).iter().map(|caller| Step {
                stage: Stage::Ceiling,
                subject: format!("{} -> {agent_name}", name(universe, *caller)),
                verdict: self.own(tool, *caller).verdict,
                place: edge(policy, name(universe, *caller), agent_name),
                note: format!("what `{}` may do itself", name(universe, *caller)),
            }));
        }
        if subject.gated {
            let grant = policy.grants.iter().find(|grant| granted(grant, universe) == Some(tool));
            let missing = denied(Reason::Grant);
            steps.push(Step {
                stage: Stage::Grant,
                subject: "gated action".to_owned(),
                verdict: if missing { Verdict::Deny } else { Verdict::Allow },
                place: grant.map(|grant| grant.place.clone()).or_else(|| Some(subject.place.clone())),
                note: if missing { format!("needs the grant {}", pair(subject)) } else { "granted".to_owned() },
            });
        }
        if policy.memory.enabled {
            let memory = policy.memory.verdict(&subject.id.tool).max(policy.memory.verdict(&subject.wire));
            steps.push(Step {
                stage: Stage::Memory,
                subject: "memory.acl_enabled".to_owned(),
                verdict: memory,
                place: said(&policy.memory.place),
                note: "memories are read by principal".to_owned(),
            });
        }
        if let Some(place) = policy.services_off.get(&subject.id.tool) {
            steps.push(Step {
                stage: Stage::Service,
                subject: "external_messaging".to_owned(),
                verdict: Verdict::Deny,
                place: Some(place.clone()),
                note: format!("the service `{}` is switched off", subject.id.tool),
            });
        }
        steps
    }

    /// What to edit so that the call is permitted, one edit for each step that is in the way.
    pub fn permit(&self, policy: &Policy, universe: &Universe, tool: u32, agent: u32, surface: u32) -> Vec<Edit> {
        let Some(subject) = universe.subject(tool) else { return Vec::new() };
        let steps = self.chain(policy, universe, tool, agent, surface);
        let strict = steps.into_iter().filter(|step| step.verdict != Verdict::Allow);
        strict.map(|step| Edit { text: edit(&step, subject, name(universe, agent)), place: step.place }).collect()
    }
}

fn edit(step: &Step, subject: &Subject, agent: &str) -> String {
    let (wire, id) = (&subject.wire, &subject.id);
    match step.stage {
        Stage::Surface => {
            format!("[surfaces.{}] name \"{wire}\" in allowed_tools, and not in denied_tools", step.subject)
        }
        Stage::Base => match &id.action {
            Some(action) => format!("[security.tool_policy.tools] {}.{action} = \"allow\"", id.tool),
            None => format!("[security.tool_policy.tools] {} = \"allow\"", id.tool),
        },
        Stage::Autonomy => "[autonomy] level = \"supervised\", for a tool that declares its effect".to_owned(),
        Stage::Agent => format!("[agents.{agent}] name \"{wire}\" in allowed_tools, and not in denied_tools"),
        Stage::Secrets => {
            format!("[agents.{agent}] name its secrets in allowed_secrets: {}", subject.secrets.join(", "))
        }
        Stage::Domains => format!("[agents.{agent}] name its hosts in allowed_domains: {}", subject.hosts.join(", ")),
        Stage::Ceiling => {
            let caller = step.subject.split(" -> ").next().unwrap_or_default();
            format!("permit it to `{caller}` too, or write [agents.{caller}.may_delegate] {agent} = \"own\"")
        }
        Stage::Grant => format!("[[security.tool_policy.grants]] {}", pair(subject)),
        Stage::Memory => "[memory] acl_enabled = false, or call memory_search, which knows principals".to_owned(),
        Stage::Service => format!("[external_messaging.{}] enabled = true", id.tool),
    }
}

fn pair(subject: &Subject) -> String {
    match &subject.id.action {
        Some(action) => format!("tool = \"{}\", action = \"{action}\"", subject.id.tool),
        None => format!("tool = \"{}\"", subject.id.tool),
    }
}

fn name(universe: &Universe, agent: u32) -> &str {
    universe.agents().get(agent as usize).map_or("an undeclared agent", String::as_str)
}

fn said(place: &Place) -> Option<Place> {
    (!place.file.is_empty()).then(|| place.clone())
}

fn edge(policy: &Policy, from: &str, to: &str) -> Option<Place> {
    policy.agents.get(from).and_then(|agent| agent.delegates.get(to)).map(|(_, place)| place.clone())
}

/// The step of a list: that of a surface or of an agent.
fn listed(stage: Stage, subject: &str, has: bool, reach: Option<&Reach>, tool: &Subject) -> Step {
    let (place, note) = match reach {
        None => (None, "no list: every tool".to_owned()),
        Some(Reach { allowed: Some(names), .. }) if names.names.is_empty() => {
            (Some(names.place.clone()), "allowed_tools is empty: no tool".to_owned())
        }
        Some(Reach { allowed, denied, place }) => {
            let list = if has { allowed.as_ref().or(denied.as_ref()) } else { denied.as_ref().or(allowed.as_ref()) };
            let word = if has { "has" } else { "does not have" };
            let at = list.map_or(place, |names| &names.place);
            (Some(at.clone()), format!("its list {word} {}", tool.wire))
        }
    };
    let verdict = if has { Verdict::Allow } else { Verdict::Deny };
    Step { stage, subject: subject.to_owned(), verdict, place, note }
}

fn base_step(policy: &Policy, universe: &Universe, tool: u32, subject: &Subject, lists: &Lists) -> Step {
    let cell = base::base(policy, universe, tool, lists);
    let (text, place) = match cell.reason {
        Reason::Tool(at) => match policy.tools.iter().nth(at as usize) {
            Some((target, rule)) => {
                let exact = targets(target, universe).0;
                let kind = if exact == 0 { "pattern" } else { "tool" };
                let action = target.action.as_ref().map_or(String::new(), |action| format!(".{action}"));
                (format!("{kind}:{}{action}", target.tool), Some(rule.place.clone()))
            }
            None => ("tool".to_owned(), None),
        },
        Reason::Group(at) => match policy.groups.iter().nth(at as usize) {
            Some((group, rule)) => (format!("group:{group}"), Some(rule.place.clone())),
            None => ("group".to_owned(), None),
        },
        Reason::Default => ("default".to_owned(), policy.default.as_ref().map(|rule| rule.place.clone())),
        _ => ("declaration".to_owned(), Some(subject.place.clone())),
    };
    let note = match (cell.reason, subject.effect) {
        (Reason::Declaration, None) => "nobody declares its effect, so it asks".to_owned(),
        (Reason::Tool(_), _) => "the operator's word".to_owned(),
        _ => format!("the declaration says {}", subject.base.name()),
    };
    Step { stage: Stage::Base, subject: text, verdict: cell.verdict, place, note }
}
