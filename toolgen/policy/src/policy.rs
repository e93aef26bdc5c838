//! The policy as data: every rule with its place. [`Table`](crate::Table) compiles the part over tools, agents
//! and surfaces; the rest is what the gate evaluates against arguments, principals and counters.

use std::collections::BTreeMap;

use toolgen_model::gate::Verdict;

use crate::finding::Place;

mod build;
mod closing;
mod limits;
mod memory;
mod order;
mod read;
mod scope;

pub(crate) use build::build;
pub use closing::{Closed, Closing};
pub use limits::{
    ALLOWED_COMMANDS, Approval, AutoApprove, Autonomy, Budgets, Commands, FORBIDDEN_PATHS, Level, Paths, Rate,
    Resources, Sandbox,
};
pub use memory::{Memory, MemoryAcl, Reader, Role, Sensitivity, Visibility};
pub(crate) use read::rule;
pub(crate) use scope::wildcard;
pub use scope::{Principal, ScopeRule};

/// A verdict and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it says
    pub verdict: Verdict,
    /// Where
    pub place: Place,
}

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text
    pub text: String,
    /// Where
    pub place: Place,
}

/// A list of names. An empty one names nothing; where there is none at all, nothing is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The names
    pub names: Vec<Name>,
    /// Where the list stands
    pub place: Place,
}

/// What a policy names: a tool with all its actions, or one action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The tool, or a wire name
    pub tool: String,
    /// The action
    pub action: Option<String>,
}

/// What one agent, or one surface, may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// What it may call: absent is everything, empty is nothing
    pub allowed: Option<Names>,
    /// What it may not call, whatever is allowed
    pub denied: Option<Names>,
    /// Where it is declared
    pub place: Place,
}

/// How the reach of an agent that is called by another relates to the caller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delegation {
    /// At most the caller's
    #[default]
    Ceiling,
    /// Its own
    Own,
}

/// An agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// What it may call
    pub reach: Reach,
    /// The secrets that its tools may read: absent is all, empty is none
    pub secrets: Option<Names>,
    /// The domains that its tools may reach: absent is all, empty is none
    pub domains: Option<Names>,
    /// Which agents it may call, how, and where that stands
    pub delegates: BTreeMap<String, (Delegation, Place)>,
}

/// The explicit grant of a gated action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The tool
    pub tool: Name,
    /// The action; none for a tool of one action
    pub action: Option<Name>,
    /// To whom; absent is every agent, empty is nobody
    pub agents: Option<Names>,
    /// Where it stands
    pub place: Place,
}

/// What an argument must be for a rule to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Exactly this text
    Equals(String),
    /// A text that begins so
    Prefix(String),
    /// A whole text of this pattern, which is anchored at both ends
    Pattern(String),
    /// A URL whose host is this one, or below it after `*.`
    Host(String),
}

/// A rule over one argument of a tool. It only tightens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentRule {
    /// The tool
    pub tool: Name,
    /// The action; none for all
    pub action: Option<Name>,
    /// The argument, by its name in the schema
    pub argument: Name,
    /// What it must be
    pub test: Test,
    /// The verdict where the argument is that
    pub verdict: Option<Verdict>,
    /// The verdict where it is anything else
    pub otherwise: Option<Verdict>,
    /// Where the rule stands
    pub place: Place,
}

/// All rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// `default`: what is said of a tool of which nothing else is said
    pub default: Option<Rule>,
    /// The verdict of each group
    pub groups: BTreeMap<String, Rule>,
    /// The verdict of each tool or action
    pub tools: BTreeMap<Target, Rule>,
    /// Grants of gated actions
    pub grants: Vec<Grant>,
    /// Rules over arguments
    pub arguments: Vec<ArgumentRule>,
    /// The agents; the program's own is the one without a name
    pub agents: BTreeMap<String, Agent>,
    /// The surfaces of which something is said
    pub surfaces: BTreeMap<String, Reach>,
    /// How much happens without a person
    pub autonomy: Autonomy,
    /// What the shell may run
    pub commands: Commands,
    /// Where files may be touched
    pub paths: Paths,
    /// Further limits of where files may be touched: every one of them must let a place through
    pub files: Vec<crate::animaworks::Files>,
    /// How often, and for how much
    pub budgets: Budgets,
    /// Who may call what from where
    pub scopes: Vec<ScopeRule>,
    /// Who may read memories
    pub memory: MemoryAcl,
    /// Services that are switched off, whose tools are denied, and where that stands
    pub services_off: BTreeMap<String, Place>,
    /// How approvals are asked for
    pub approval: Approval,
    /// How programs are confined
    pub sandbox: Sandbox,
    /// What programs may use up
    pub resources: Resources,
}

/// The verdict that a text stands for: in any case, white space around it passed over.
pub fn verdict(text: &str) -> Option<Verdict> {
    match text.trim().to_ascii_lowercase().as_str() {
        "allow" | "yes" | "true" => Some(Verdict::Allow),
        "supervised" => Some(Verdict::Supervised),
        "deny" | "no" | "false" => Some(Verdict::Deny),
        _ => None,
    }
}
