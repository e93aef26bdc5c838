//! The checks: tools of both front ends in, findings out. One rule family a file.

use std::collections::{HashMap, HashSet};

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{canonicalize, canonicalize_any};

use crate::diag::{Rule, Sink};
use crate::ir::{Node, Tool};
use crate::normalize::closed;

mod case;
mod cli;
mod coverage;
mod description;
mod effect;
pub(crate) mod host;
pub(crate) mod invisible;
mod judge;
pub(crate) mod keyword;
mod name;
mod permission;
#[cfg(feature = "cli")]
mod policy;
mod range;
mod reference;
mod schema;
#[cfg(feature = "build")]
pub mod secret;
#[cfg(feature = "build")]
pub mod source;
mod usage;
mod value;

/// The rules of the checks, file by file.
pub(crate) const RULES: &[&[Rule]] = &[
    name::RULES,
    description::RULES,
    schema::RULES,
    range::RULES,
    value::RULES,
    effect::RULES,
    cli::RULES,
    reference::RULES,
    coverage::RULES,
    permission::RULES,
    host::RULES,
    case::RULES,
    #[cfg(feature = "build")]
    secret::RULES,
    #[cfg(feature = "build")]
    source::RULES,
    #[cfg(feature = "cli")]
    policy::RULES,
];

/// A tool with its schemas in canonical form.
struct Subject<'t> {
    tool: &'t Tool,
    /// The properties that must be there
    required: HashSet<&'t str>,
    /// The input schema; none when it has faults
    input: Option<Json>,
    /// The output schema; none when there is none or it has faults
    output: Option<Json>,
}

impl Subject<'_> {
    /// The canonical schema of each property.
    fn properties(&self) -> HashMap<&str, &Json> {
        let properties = self.input.as_ref().and_then(|input| input.get("properties")).and_then(Json::as_object);
        properties.into_iter().flat_map(Object::iter).collect()
    }
}

/// Checks `tools`, those of all files and of both front ends at once.
pub fn check(tools: &[Tool], sink: &mut Sink) {
    name::check(tools, sink);
    let mut judge = judge::Judge::default();
    for tool in tools {
        one(tool, &mut judge, sink);
    }
}

fn one(tool: &Tool, judge: &mut judge::Judge, sink: &mut Sink) {
    #[cfg(feature = "build")]
    let before = sink.errors();
    let (mut input, mut output) = (None, None);
    if schema::check(&tool.input, true, sink) {
        input = schema::canonical(&tool.input, canonicalize(&closed(&tool.input)), sink);
    }
    if let Some(node) = &tool.output
        && schema::check(node, false, sink)
    {
        output = schema::canonical(node, canonicalize_any(&node.json()), sink);
    }
    let required = tool.input.get("required").map(Node::items).unwrap_or_default();
    let required = required.iter().filter_map(Node::as_str).collect();
    let subject = Subject { tool, required, input, output };
    description::check(&subject, sink);
    range::check(&tool.input, sink);
    tool.output.iter().for_each(|output| range::check(output, sink));
    value::check(&subject, judge, sink);
    effect::check(tool, sink);
    cli::check(&subject, sink);
    permission::check(tool, sink);
    coverage::check(tool, sink);
    reference::check(&subject, sink);
    case::check(&subject, judge, sink);
    // What is faulty anyway has no calls that work.
    #[cfg(feature = "build")]
    if let Some(input) = subject.input.as_ref().filter(|_| sink.errors() == before) {
        crate::normalize::place::check(tool, input, sink);
    }
}
