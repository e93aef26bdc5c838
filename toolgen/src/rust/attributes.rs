//! `#[tool(…)]`: its entries in, what they declare of the tool out.

use proc_macro2::TokenStream;
use toolgen_model::catalog::Registry;
use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;
use toolgen_model::id::name_fault;

use super::Front;
use super::form::{self, count, duration, flag, repeated, text, unknown, word, wrong};
use super::list::{Entry, Value, entries};
use crate::diag::Spanned;
use crate::ir::{Effects, Execution, Permission};

/// The keys, in the order in which the documentation lists them.
pub(crate) const KEYS: &[&str] = &[
    "name",
    "title",
    "group",
    "effect",
    "gated",
    "default",
    "confirm",
    "timeout",
    "expected_seconds",
    "background",
    "deprecated",
    "since",
    "idempotent",
    "open_world",
    "registry",
    "when",
    "crate",
];

/// What `#[tool(…)]` says.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// The tool's name, where it is not that of the function
    pub(crate) tool: Option<Spanned<String>>,
    /// The action's name
    pub(crate) action: Option<Spanned<String>>,
    /// A name for people
    pub(crate) title: Option<Spanned<String>>,
    /// The policy group
    pub(crate) group: Option<Spanned<String>>,
    /// What a call can do
    pub(crate) effects: Effects,
    /// What the gate asks
    pub(crate) permission: Permission,
    /// How it runs
    pub(crate) execution: Execution,
    /// In which registry it is
    pub(crate) registry: Option<Spanned<Registry>>,
    /// The configuration key
    pub(crate) when: Option<Spanned<String>>,
    /// Why not to use it any more
    pub(crate) deprecated: Option<Spanned<String>>,
    /// The version that brought it
    pub(crate) since: Option<Spanned<String>>,
    /// The path of the runtime
    pub(crate) runtime: Option<TokenStream>,
}

/// Reads the inside of `#[tool(…)]`.
pub(crate) fn attributes(tokens: TokenStream, front: &mut Front<'_>) -> Declared {
    let mut declared = Declared::default();
    let entries = entries(tokens, front);
    for at in 0..entries.len() {
        let entry = &entries[at];
        if !KEYS.contains(&entry.key.as_str()) {
            unknown(entry, "tool", KEYS, front);
        } else if !repeated(&entries, at, front) {
            read(entry, &mut declared, front);
        }
    }
    declared
}

fn read(entry: &Entry, declared: &mut Declared, front: &mut Front<'_>) {
    let Declared { effects, permission, execution, .. } = declared;
    match entry.key.as_str() {
        "name" => name(entry, declared, front),
        "title" => declared.title = text(entry, "title = \"Add two numbers\"", front),
        "group" => declared.group = text(entry, "group = \"files\"", front),
        "effect" => effects.effect = word(entry, &["read", "write", "destructive"], Effect::from_name, front),
        "idempotent" => effects.idempotent = flag(entry, front),
        "open_world" => effects.open_world = flag(entry, front),
        "default" => permission.default = word(entry, &["allow", "supervised", "deny"], Verdict::from_name, front),
        "confirm" => permission.confirm = text(entry, "confirm = \"Delete ${input.path}?\"", front),
        "gated" => gated(entry, permission, front),
        "timeout" => execution.timeout_ms = duration(entry, "timeout = \"20s\"", front),
        "expected_seconds" => execution.expected_seconds = count(entry, "expected_seconds = 5", front),
        "background" => execution.background_eligible = flag(entry, front),
        "deprecated" => declared.deprecated = text(entry, "deprecated = \"use `other` instead\"", front),
        "since" => declared.since = text(entry, "since = \"1.2.0\"", front),
        "registry" => declared.registry = word(entry, &["default", "all"], registry, front),
        "when" => declared.when = text(entry, "when = \"git.enabled\"", front),
        "crate" => runtime(entry, declared, front),
        _ => {}
    }
}

fn registry(name: &str) -> Option<Registry> {
    match name {
        "default" => Some(Registry::Default),
        "all" => Some(Registry::All),
        _ => None,
    }
}

/// `name = "add"`, or `name = "repo.stats"` for the action `stats` of the tool `repo`.
fn name(entry: &Entry, declared: &mut Declared, front: &mut Front<'_>) {
    let Some(name) = text(entry, "name = \"repo_stats\"", front) else { return };
    let (tool, action) = match name.value.split_once('.') {
        Some((tool, action)) => (tool, Some(action)),
        None => (name.value.as_str(), None),
    };
    let wire = action.map_or_else(|| tool.to_owned(), |action| format!("{tool}_{action}"));
    let fault = [Some(tool), action, Some(wire.as_str())].into_iter().flatten().find_map(name_fault);
    if let Some(fault) = fault {
        front.error(
            "TG0201",
            entry.span,
            format!("\"{}\" cannot be the name of a tool: {fault}", name.value),
            "write letters, digits, `_` and `-`, or `\"tool.action\"` for one action of a tool",
        );
        return;
    }
    declared.tool = Some(Spanned::new(tool.to_owned(), name.span));
    declared.action = action.map(|action| Spanned::new(action.to_owned(), name.span));
}

/// `gated`, or `gated = "name_of_the_grant"`.
fn gated(entry: &Entry, permission: &mut Permission, front: &mut Front<'_>) {
    if let Value::Equals(tokens) = &entry.value
        && form::literal_text(tokens).is_some()
    {
        permission.gated_as = text(entry, "gated = \"publish\"", front);
        permission.gated = Some(Spanned::new(true, entry.span));
        return;
    }
    match &entry.value {
        Value::Nothing => permission.gated = Some(Spanned::new(true, entry.span)),
        _ => wrong(entry, "gated` or `gated = \"publish\"", front),
    }
}

/// `crate = tg`.
fn runtime(entry: &Entry, declared: &mut Declared, front: &mut Front<'_>) {
    match &entry.value {
        Value::Equals(tokens) if syn::parse2::<syn::Path>(tokens.clone()).is_ok() => {
            declared.runtime = Some(tokens.clone());
        }
        _ => wrong(entry, "crate = toolgen_runtime", front),
    }
}
