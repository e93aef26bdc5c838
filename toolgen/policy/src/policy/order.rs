//! Two policies in, the parts outside of the table in which the one permits more than the other out.

use super::{Names, Policy};
use crate::policy::Level;

impl Policy {
    /// The parts outside of the table that permit more than those of `other`, by the name of their key. Where
    /// a part changed and it is not plain that it became tighter, it is named.
    pub fn looser_parts(&self, other: &Policy) -> Vec<&'static str> {
        let mut looser = Vec::new();
        let mut say = |is: bool, key: &'static str| {
            if is {
                looser.push(key);
            }
        };
        let texts = |names: &[super::Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
        let has_all = |all: &[String], some: &[String]| some.iter().all(|text| all.contains(text));
        say(level(self.autonomy.level) > level(other.autonomy.level), "autonomy.level");
        say(
            !has_all(&texts(&other.autonomy.auto_approve), &texts(&self.autonomy.auto_approve)),
            "autonomy.auto_approve",
        );
        say(!has_all(&texts(&self.autonomy.always_ask), &texts(&other.autonomy.always_ask)), "autonomy.always_ask");
        let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let (new, old) = (owned(self.commands.allowed()), owned(other.commands.allowed()));
        say(!has_all(&old, &new), "autonomy.allowed_commands");
        say(!has_all(&texts(&self.commands.denied), &texts(&other.commands.denied)), "autonomy.denied_commands");
        say(!self.commands.block_high_risk && other.commands.block_high_risk, "autonomy.block_high_risk_commands");
        say(
            !self.commands.ask_medium_risk && other.commands.ask_medium_risk,
            "autonomy.require_approval_for_medium_risk",
        );
        say(!self.paths.workspace_only && other.paths.workspace_only, "autonomy.workspace_only");
        let (new, old) = (owned(self.paths.forbidden()), owned(other.paths.forbidden()));
        say(!has_all(&new, &old), "autonomy.forbidden_paths");
        let lost = other.files.iter().any(|files| !self.files.iter().any(|new| new.means(files)));
        say(lost, "file_roots");
        let more = |new: Option<u64>, old: Option<u64>| old.is_some_and(|old| new.is_none_or(|new| new > old));
        let (new, old) = (&self.budgets, &other.budgets);
        let rate = |rate: &Option<super::Rate>| rate.as_ref().map(|rate| rate.per_hour);
        say(more(rate(&new.actions), rate(&old.actions)), "autonomy.max_actions_per_hour");
        let cents = |budgets: &super::Budgets| budgets.cents_per_day.as_ref().map(|(cents, _)| *cents);
        say(more(cents(new), cents(old)), "autonomy.max_cost_per_day_cents");
        for (new, old, key) in
            [(&new.tools, &old.tools, "security.rate.tools"), (&new.agents, &old.agents, "security.rate.agents")]
        {
            let of = |name: &str| new.iter().find(|rate| rate.of == name).map(|rate| rate.per_hour);
            say(old.iter().any(|rate| more(of(&rate.of), Some(rate.per_hour))), key);
        }
        let new: Vec<_> = self.arguments.iter().map(super::ArgumentRule::meaning).collect();
        let lost = other.arguments.iter().any(|rule| !new.contains(&rule.meaning()));
        say(lost, "security.tool_policy.arguments");
        let scopes = self.scopes.iter().map(super::ScopeRule::meaning);
        say(!scopes.eq(other.scopes.iter().map(super::ScopeRule::meaning)), "security.scope_rules");
        say(!self.memory.enabled && other.memory.enabled, "memory.acl_enabled");
        say(self.approval.loosens(&other.approval), "security.approval");
        let backend = |policy: &Policy| policy.sandbox.backend.as_ref().map(|name| name.text.clone());
        let same = self.sandbox.enabled == other.sandbox.enabled
            && backend(self) == backend(other)
            && self.sandbox.firejail_args == other.sandbox.firejail_args;
        say(!same, "security.sandbox");
        let amounts = |policy: &Policy| {
            let it = &policy.resources;
            [&it.memory_mb, &it.cpu_percent, &it.open_files, &it.cpu_seconds, &it.subprocesses]
                .map(|amount| amount.as_ref().map(|(amount, _)| *amount))
        };
        let pairs = amounts(self).into_iter().zip(amounts(other));
        say(pairs.into_iter().any(|(new, old)| more(new, old)), "security.resources");
        looser
    }
}

fn level(level: Level) -> u8 {
    match level {
        Level::Readonly => 0,
        Level::Supervised => 1,
        Level::Full => 2,
    }
}

impl super::Approval {
    fn loosens(&self, other: &super::Approval) -> bool {
        let old: Vec<_> = other.auto_approve.iter().map(super::AutoApprove::meaning).collect();
        self.timeout_secs > other.timeout_secs || self.auto_approve.iter().any(|rule| !old.contains(&rule.meaning()))
    }
}

impl super::AutoApprove {
    /// What it says, without where.
    fn meaning(&self) -> [Option<&str>; 5] {
        let fields = [&self.command, &self.path, &self.url, &self.arguments];
        let [command, path, url, arguments] = fields.map(|name| text(name.as_ref()));
        [Some(&self.tool.text), command, path, url, arguments]
    }
}

impl super::ArgumentRule {
    /// What it says, without where.
    fn meaning(&self) -> (&str, Option<&str>, &str, &super::Test, [Option<super::Verdict>; 2]) {
        let action = self.action.as_ref().map(|name| name.text.as_str());
        (&self.tool.text, action, &self.argument.text, &self.test, [self.verdict, self.otherwise])
    }
}

impl super::ScopeRule {
    /// What it says, without where.
    fn meaning(&self) -> ([Option<&str>; 3], [Option<Vec<&str>>; 2]) {
        (
            [text(self.user.as_ref()), text(self.channel.as_ref()), text(self.chat_type.as_ref())],
            [texts(self.allow.as_ref()), texts(self.deny.as_ref())],
        )
    }
}

fn text(name: Option<&super::Name>) -> Option<&str> {
    name.map(|name| name.text.as_str())
}

fn texts(names: Option<&Names>) -> Option<Vec<&str>> {
    names.map(|names| names.names.iter().map(|name| name.text.as_str()).collect())
}
