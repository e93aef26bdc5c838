//! One tool, or one action of a tool, as it was declared.

use toolgen_model::catalog::Registry;
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;

use super::{Case, Handler, Node};
use crate::diag::{Span, Spanned};

/// A declaration. What is absent was not written.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// The whole declaration
    pub span: Span,
    /// The tool's name
    pub tool: Spanned<String>,
    /// The action's name, where the tool has several
    pub action: Option<Spanned<String>>,
    /// A name for people
    pub title: Option<Spanned<String>>,
    /// What it does and when to use it
    pub description: Option<Spanned<String>>,
    /// The policy group and the heading in the docs
    pub group: Option<Spanned<String>>,
    /// The schema of the arguments, with `$ref`s of the manifest still in it (its `$defs` are put at the root)
    pub input: Node,
    /// Properties whose schema only the linked program knows; `input` holds what was said of them here
    pub deferred: Vec<String>,
    /// The schema of the structured reply
    pub output: Option<Node>,
    /// Whether the schema of the reply is known only to the linked program
    pub output_deferred: bool,
    /// What a call can do
    pub effects: Effects,
    /// What the gate asks and allows
    pub permission: Permission,
    /// How long and how it runs
    pub execution: Execution,
    /// In which registry it is
    pub registry: Option<Spanned<Registry>>,
    /// The configuration key that must be true
    pub when: Option<Spanned<String>>,
    /// How single arguments are written where they are no JSON, by property
    pub arguments: Vec<(Spanned<String>, Argument)>,
    /// Why not to use it any more
    pub deprecated: Option<Spanned<String>>,
    /// The version that brought it
    pub since: Option<Spanned<String>>,
    /// What answers the call
    pub handler: Spanned<Handler>,
    /// Tests and examples
    pub cases: Vec<Case>,
}

/// `annotations:`, or `effect = …`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects {
    /// The strongest effect, as declared or derived from the handler
    pub effect: Option<Spanned<Effect>>,
    /// Whether the same call twice does what it does once
    pub idempotent: Option<Spanned<bool>>,
    /// Whether it touches what lies outside
    pub open_world: Option<Spanned<bool>>,
}

/// `permission:`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permission {
    /// The author's verdict
    pub default: Option<Spanned<Verdict>>,
    /// Whether an explicit grant is needed
    pub gated: Option<Spanned<bool>>,
    /// The name of that grant
    pub gated_as: Option<Spanned<String>>,
    /// The question for the approver
    pub confirm: Option<Spanned<String>>,
    /// Files that may be read
    pub read: Vec<Spanned<String>>,
    /// Files that may be written
    pub write: Vec<Spanned<String>>,
    /// Hosts that may be reached
    pub net: Vec<Spanned<String>>,
    /// Programs that may be run
    pub exec: Vec<Spanned<String>>,
    /// Credentials that may be read
    pub secrets: Vec<Spanned<String>>,
}

/// `execution:`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Execution {
    /// Seconds that a call usually takes
    pub expected_seconds: Option<Spanned<u64>>,
    /// Whether it may run as a background job
    pub background_eligible: Option<Spanned<bool>>,
    /// Milliseconds after which a call is given up
    pub timeout_ms: Option<Spanned<u64>>,
}

/// `cli.args.NAME`, or `#[arg(positional, short, alias)]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Argument {
    /// The place on the command line, from 1
    pub positional: Option<Spanned<u32>>,
    /// The one-letter flag
    pub short: Option<Spanned<char>>,
    /// Other accepted names
    pub aliases: Vec<Spanned<String>>,
}

impl Tool {
    /// The wire name.
    pub fn name(&self) -> String {
        match &self.action {
            Some(action) => format!("{}_{}", self.tool.value, action.value),
            None => self.tool.value.clone(),
        }
    }

    /// Where its name stands.
    pub fn name_span(&self) -> Span {
        self.action.as_ref().map_or(self.tool.span, |action| action.span)
    }
}
