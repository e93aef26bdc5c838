//! toolgen with its whole gate: a policy of 100 rules, limits, and an audit log in memory.

use std::fmt::Write;
use std::sync::Arc;

use bench_workload::Rival;
use toolgen_runtime::audit::Journal;
use toolgen_runtime::policy::{Sources, load};
use toolgen_runtime::rate::{Limits, Rates};
use toolgen_runtime::redact::Redactor;
use toolgen_runtime::{Context, Tools};

use crate::{Toolgen, table};

/// The rules of the policy.
pub const RULES: usize = 100;

/// The tools of that many functions behind the gate; none for a size that was not generated, or when the policy does
/// not load.
pub fn guarded(tools: usize) -> Option<Box<dyn Rival>> {
    let names: Vec<&str> = table(tools)?.iter().map(|tool| tool.name).collect();
    let policy = policy(&names);
    let tools = Tools::from(table(tools)?);
    let rows = tools.rows().ok()?;
    let snapshot = load(&Sources::of_file("bench.toml", policy), &rows).ok()?;
    let limits = Limits { actions: Some(u64::MAX / 2), ..Limits::default() };
    let journal = Journal::memory(Arc::new(Redactor::new()));
    let tools = tools.under(snapshot).rate(Arc::new(Rates::new(limits))).audit(Arc::new(journal));
    Some(Box::new(Toolgen { name: "gate", tools, context: Context::new().for_agent("worker") }))
}

/// Half of the rules are entries for tools, half are about arguments.
fn policy(names: &[&str]) -> String {
    let mut text =
        String::from("[agents.worker]\n[security.tool_policy]\ndefault = \"allow\"\n[security.tool_policy.tools]\n");
    let some = || names.iter().cycle().take((RULES / 2).min(names.len()));
    for name in some() {
        let _ = writeln!(text, "{name} = \"allow\"");
    }
    for name in some() {
        let _ = writeln!(
            text,
            "[[security.tool_policy.arguments]]\ntool = \"{name}\"\nargument = \"a\"\nequals = \"-1\"\nverdict = \"deny\""
        );
    }
    text
}
