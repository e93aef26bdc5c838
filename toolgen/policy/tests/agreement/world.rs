//! A small world: some tools, three agents, random policies over them, and edits that only take away.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};
use toolgen_policy::Place;
use toolgen_policy::policy::{Agent, Delegation, Grant, Level, Name, Names, Policy, Reach, Rule, Target};

pub(crate) const AGENTS: &[&str] = &["", "planner", "worker", "nobody"];
const SURFACES: &[&str] = &["cli", "mcp", "delegate"];
const NAMES: &[&str] =
    &["file_read", "shell", "gmail", "gmail_send", "gmail.list", "gmail*", "*", "cron_add", "memory_recall"];
const GROUPS: &[&str] = &["mail", "automation", "files"];

pub(crate) fn rows() -> Vec<Row> {
    let row = |tool: &str, action: Option<&str>, group: &str, effect, gated, secrets: &[&str]| {
        Row {
            tool: tool.into(),
            action: action.map(str::to_owned),
            group: Some(group.into()),
            effects: Effects { effect, ..Effects::default() },
            gate: GateRow { gated, secrets: secrets.iter().map(|it| (*it).to_owned()).collect(), ..GateRow::default() },
            ..Row::default()
        }
        .seal()
    };
    vec![
        row("file_read", None, "files", Some(Effect::Read), false, &[]),
        row("shell", None, "files", None, false, &[]),
        row("gmail", Some("send"), "mail", Some(Effect::Destructive), true, &["GMAIL"]),
        row("gmail", Some("list"), "mail", Some(Effect::Read), false, &["GMAIL"]),
        row("cron_add", None, "mail", Some(Effect::Write), false, &[]),
        row("memory_recall", None, "files", Some(Effect::Read), false, &[]),
    ]
}

fn name(text: &str) -> Name {
    Name { text: text.into(), place: Place::default() }
}

fn names(texts: Vec<&'static str>) -> Names {
    Names { names: texts.into_iter().map(name).collect(), place: Place::default() }
}

fn rule(verdict: Verdict) -> Rule {
    Rule { verdict, place: Place::default() }
}

fn verdict() -> impl Strategy<Value = Verdict> {
    select(vec![Verdict::Allow, Verdict::Supervised, Verdict::Deny])
}

fn list() -> impl Strategy<Value = Option<Names>> {
    option::of(vec(select(NAMES), 0..4).prop_map(names))
}

fn reach() -> impl Strategy<Value = Reach> {
    (list(), list()).prop_map(|(allowed, denied)| Reach { allowed, denied, place: Place::default() })
}

fn agent() -> impl Strategy<Value = Agent> {
    let how = select(vec![Delegation::Ceiling, Delegation::Own]).prop_map(|how| (how, Place::default()));
    let delegates = btree_map(select(vec!["planner".to_owned(), "worker".to_owned()]), how, 0..2);
    let secrets = option::of(vec(select(vec!["GMAIL", "OTHER"]), 0..2).prop_map(names));
    (reach(), secrets, delegates).prop_map(|(reach, secrets, delegates)| Agent {
        reach,
        secrets,
        domains: None,
        delegates,
    })
}

fn target() -> impl Strategy<Value = Target> {
    let wild = select(vec!["file_read", "shell", "gmail", "gmail_send", "gmail*", "*", "cron_add"]);
    prop_oneof![
        wild.prop_map(|tool| Target { tool: tool.into(), action: None }),
        select(vec!["send", "list"]).prop_map(|action| Target { tool: "gmail".into(), action: Some(action.into()) }),
    ]
}

fn grant() -> impl Strategy<Value = Grant> {
    option::of(vec(select(vec!["main", "planner", "worker"]), 0..3).prop_map(names)).prop_map(|agents| Grant {
        tool: name("gmail"),
        action: Some(name("send")),
        agents,
        place: Place::default(),
    })
}

pub(crate) fn policies() -> impl Strategy<Value = Policy> {
    (
        option::of(verdict().prop_map(rule)),
        btree_map(select(GROUPS).prop_map(str::to_owned), verdict().prop_map(rule), 0..3),
        btree_map(target(), verdict().prop_map(rule), 0..5),
        vec(grant(), 0..3),
        btree_map(select(vec!["planner".to_owned(), "worker".to_owned()]), agent(), 0..3),
        btree_map(select(SURFACES).prop_map(str::to_owned), reach(), 0..3),
        select(vec![Level::Readonly, Level::Supervised, Level::Full]),
        any::<bool>(),
    )
        .prop_map(|(default, groups, tools, grants, agents, surfaces, level, acl)| {
            let mut policy = Policy { default, groups, tools, grants, agents, surfaces, ..Policy::default() };
            policy.autonomy.level = level;
            policy.memory.enabled = acl;
            policy
        })
}

/// What only takes away. The numbers choose among the names.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    DenyTool(usize),
    DenyGroup(usize),
    DenyDefault,
    DenyOnSurface(usize, usize),
    DenyAgent(usize, usize),
    DropGrant(usize),
    DropAllowed(usize, usize),
    Readonly,
    MemoryAcl,
}

pub(crate) fn edits() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (0..NAMES.len()).prop_map(Edit::DenyTool),
        (0..GROUPS.len()).prop_map(Edit::DenyGroup),
        Just(Edit::DenyDefault),
        (0..SURFACES.len(), 0..NAMES.len()).prop_map(|(surface, name)| Edit::DenyOnSurface(surface, name)),
        (1..3_usize, 0..NAMES.len()).prop_map(|(agent, name)| Edit::DenyAgent(agent, name)),
        (0..3_usize).prop_map(Edit::DropGrant),
        (1..3_usize, 0..4_usize).prop_map(|(agent, at)| Edit::DropAllowed(agent, at)),
        Just(Edit::Readonly),
        Just(Edit::MemoryAcl),
    ]
}

impl Edit {
    /// The policy after the edit.
    pub(crate) fn apply(&self, mut policy: Policy) -> Policy {
        let deny = |reach: &mut Reach, text: &str| {
            let list = reach.denied.get_or_insert_with(|| names(Vec::new()));
            list.names.push(name(text));
        };
        match *self {
            Edit::DenyTool(at) => {
                let target = match NAMES[at].split_once('.') {
                    Some((tool, action)) => Target { tool: tool.into(), action: Some(action.into()) },
                    None => Target { tool: NAMES[at].into(), action: None },
                };
                policy.tools.insert(target, rule(Verdict::Deny));
            }
            Edit::DenyGroup(at) => {
                policy.groups.insert(GROUPS[at].into(), rule(Verdict::Deny));
            }
            Edit::DenyDefault => policy.default = Some(rule(Verdict::Deny)),
            Edit::DenyOnSurface(surface, at) => {
                deny(policy.surfaces.entry(SURFACES[surface].into()).or_default(), NAMES[at]);
            }
            Edit::DenyAgent(agent, at) => {
                // To declare an agent is no denial: one that nobody declares may nothing where others are declared.
                if let Some(agent) = policy.agents.get_mut(AGENTS[agent]) {
                    deny(&mut agent.reach, NAMES[at]);
                }
            }
            Edit::DropGrant(at) => {
                if at < policy.grants.len() {
                    policy.grants.remove(at);
                }
            }
            Edit::DropAllowed(agent, at) => {
                if let Some(agent) = policy.agents.get_mut(AGENTS[agent])
                    && let Some(list) = &mut agent.reach.allowed
                    && at < list.names.len()
                {
                    list.names.remove(at);
                }
            }
            Edit::Readonly => policy.autonomy.level = Level::Readonly,
            Edit::MemoryAcl => policy.memory.enabled = true,
        }
        policy
    }
}
