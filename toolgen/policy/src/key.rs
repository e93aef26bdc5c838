//! Every key that is read, with the type of its value: a path in, its [`Key`] out.

use std::collections::BTreeSet;

use toolgen_model::catalog::Row;
use toolgen_model::nearest::nearest;

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    /// A whole number from the first to the second
    Integer(i64, i64),
    Text,
    /// One of these texts
    Choice(&'static [&'static str]),
    /// `allow`, `supervised` or `deny`, and what stands for them
    Verdict,
    /// A list of texts
    Names,
    /// A list of tables with these fields
    Records(&'static [Field]),
}

/// A field of a table in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its words, joined by dots; `*` stands for a name
    pub(crate) path: &'static str,
    pub(crate) kind: Kind,
}

const fn key(path: &'static str, kind: Kind) -> Key {
    Key { path, kind }
}

const fn must(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: true }
}

const fn may(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: false }
}

const COUNT: Kind = Kind::Integer(0, i64::MAX);
const POSITIVE: Kind = Kind::Integer(1, i64::MAX);

const GRANT: &[Field] = &[must("tool", Kind::Text), may("action", Kind::Text), may("agents", Kind::Names)];
const ARGUMENT: &[Field] = &[
    must("tool", Kind::Text),
    may("action", Kind::Text),
    must("argument", Kind::Text),
    may("equals", Kind::Text),
    may("prefix", Kind::Text),
    may("pattern", Kind::Text),
    may("host", Kind::Text),
    may("verdict", Kind::Verdict),
    may("otherwise", Kind::Verdict),
];
const SCOPE: &[Field] = &[
    may("user", Kind::Text),
    may("channel", Kind::Text),
    may("chat_type", Kind::Text),
    may("tools_allow", Kind::Names),
    may("tools_deny", Kind::Names),
];
const AUTO_APPROVE: &[Field] = &[
    must("tool", Kind::Text),
    may("command_pattern", Kind::Text),
    may("path_pattern", Kind::Text),
    may("url_pattern", Kind::Text),
    may("args_pattern", Kind::Text),
];

/// Every key. A key stands here only when something reads it.
pub(crate) const KEYS: &[Key] = &[
    key("security.tool_policy.default", Kind::Verdict),
    key("security.tool_policy.groups.*", Kind::Verdict),
    key("security.tool_policy.tools.*", Kind::Verdict),
    key("security.tool_policy.tools.*.*", Kind::Verdict),
    key("security.tool_policy.grants", Kind::Records(GRANT)),
    key("security.tool_policy.arguments", Kind::Records(ARGUMENT)),
    key("security.scope_rules", Kind::Records(SCOPE)),
    key("security.approval.timeout_secs", POSITIVE),
    key("security.approval.on_timeout", Kind::Choice(&["deny"])),
    key("security.approval.auto_approve", Kind::Records(AUTO_APPROVE)),
    key("security.sandbox.enabled", Kind::Bool),
    key("security.sandbox.backend", Kind::Choice(&["auto", "landlock", "firejail", "bubblewrap", "docker", "none"])),
    key("security.sandbox.firejail_args", Kind::Names),
    key("security.resources.max_memory_mb", POSITIVE),
    key("security.resources.max_cpu_percent", POSITIVE),
    key("security.resources.max_open_files", POSITIVE),
    key("security.resources.max_cpu_time_seconds", POSITIVE),
    key("security.resources.max_subprocesses", POSITIVE),
    key("net.allow_private", Kind::Names),
    key("net.ca_file", Kind::Text),
    key("vault.file", Kind::Text),
    key("vault.key_file", Kind::Text),
    key("vault.old_file", Kind::Text),
    key("credentials.*.api_key", Kind::Text),
    key("credentials.*.api_key.$vault", Kind::Text),
    key("credentials.*.keys.*", Kind::Text),
    key("credentials.*.keys.*.$vault", Kind::Text),
    key("security.rate.tools.*", COUNT),
    key("security.rate.agents.*", COUNT),
    key("security.rate.cents.*", COUNT),
    key("autonomy.level", Kind::Choice(&["readonly", "supervised", "full"])),
    key("autonomy.workspace_only", Kind::Bool),
    key("autonomy.allowed_commands", Kind::Names),
    key("autonomy.denied_commands", Kind::Names),
    key("autonomy.forbidden_paths", Kind::Names),
    key("autonomy.max_actions_per_hour", COUNT),
    key("autonomy.max_cost_per_day_cents", COUNT),
    key("autonomy.require_approval_for_medium_risk", Kind::Bool),
    key("autonomy.block_high_risk_commands", Kind::Bool),
    key("autonomy.auto_approve", Kind::Names),
    key("autonomy.always_ask", Kind::Names),
    key("agents.*.allowed_tools", Kind::Names),
    key("agents.*.denied_tools", Kind::Names),
    key("agents.*.allowed_secrets", Kind::Names),
    key("agents.*.allowed_domains", Kind::Names),
    key("agents.*.may_delegate.*", Kind::Choice(&["ceiling", "own"])),
    key("surfaces.*.allowed_tools", Kind::Names),
    key("surfaces.*.denied_tools", Kind::Names),
    key("audit.path", Kind::Text),
    key("memory.acl_enabled", Kind::Bool),
    key("external_messaging.*.enabled", Kind::Bool),
];

/// Every key that is read, as one writes it; the fields of a table in a list stand behind `[].`.
pub fn keys() -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for key in KEYS {
        match key.kind {
            Kind::Records(fields) => keys.extend(fields.iter().map(|field| format!("{}[].{}", key.path, field.name))),
            _ => keys.push(key.path.to_owned()),
        }
    }
    keys
}

/// Keys of other systems that promise a protection which nothing here gives, and why. Elsewhere they would be passed
/// over, and a promise that nobody keeps is worse than none.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("security.approval.notify_channel", "no channel is told of a question; whoever runs the program is asked"),
    ("security.approval.supervisor_id", "whoever runs the program answers, and nobody looks who that is"),
    ("memory.blocked_patterns", NO_MEMORY),
    ("memory.acl.*", NO_MEMORY),
    ("agents.*.max_iterations", NO_LOOP),
    ("agents.*.max_depth", NO_LOOP),
    ("agents.*.provider", NO_LOOP),
    ("agents.*.model", NO_LOOP),
    ("agents.*.system_prompt", NO_LOOP),
    ("agents.*.agentic", NO_LOOP),
];

const NO_MEMORY: &str = "no tool that stores or finds memories is built in, so that nothing would hold the pattern";
const NO_LOOP: &str = "the loop that runs an agent reads it, and none is built in";

/// The keys of this program: those above and the conditions of its tools.
pub(crate) struct Keys<'r> {
    conditions: BTreeSet<&'r str>,
}

impl<'r> Keys<'r> {
    /// The keys of the program with these tools.
    pub(crate) fn of(rows: &'r [Row]) -> Keys<'r> {
        Keys { conditions: rows.iter().filter_map(|row| row.when.as_deref()).collect() }
    }

    /// The kind of the value at `path`; none when nobody reads it.
    pub(crate) fn kind(&self, path: &[String]) -> Option<Kind> {
        let own = KEYS.iter().find(|key| matches(key.path, path)).map(|key| key.kind);
        own.or_else(|| self.conditions.contains(path.join(".").as_str()).then_some(Kind::Bool))
    }

    /// Why the key of another system at `path` is not supported; none for every other key.
    pub(crate) fn unsupported(path: &[String]) -> Option<&'static str> {
        UNSUPPORTED.iter().find(|(key, _)| matches(key, path)).map(|(_, why)| *why)
    }

    /// Whether a known key begins with `path` and goes on.
    pub(crate) fn is_section(&self, path: &[String]) -> bool {
        KEYS.iter().any(|key| begins(key.path, path))
            || UNSUPPORTED.iter().any(|(key, _)| begins(key, path))
            || self.conditions.iter().any(|condition| begins(condition, path))
    }

    /// The known key that `path` most likely stands for.
    pub(crate) fn nearest(&self, path: &[String]) -> Option<String> {
        let patterns = KEYS.iter().map(|key| key.path).chain(self.conditions.iter().copied());
        // A section is the beginning of a key.
        let named: BTreeSet<String> = patterns
            .filter(|pattern| pattern.split('.').count() >= path.len())
            .map(|pattern| {
                let words = pattern.split('.').zip(path);
                words.map(|(word, said)| if word == "*" { said } else { word }).collect::<Vec<_>>().join(".")
            })
            .collect();
        nearest(&path.join("."), named.iter().map(String::as_str)).map(str::to_owned)
    }
}

fn matches(pattern: &str, path: &[String]) -> bool {
    pattern.split('.').count() == path.len()
        && pattern.split('.').zip(path).all(|(word, said)| word == "*" || word == said)
}

fn begins(pattern: &str, path: &[String]) -> bool {
    pattern.split('.').count() > path.len()
        && pattern.split('.').zip(path).all(|(word, said)| word == "*" || word == said)
}
