//! The rules of the policy.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "policy.undeclared_effect",
        promise: "An effect that nobody declared asks, whatever the author wrote.",
        proof: "policy::undeclared_effect",
        see: "`AGENT explain TOOL` says `undeclared effect`",
    },
    Enforcement {
        id: "policy.unknown_name",
        promise: "A policy that names an unknown tool, group, action, agent or surface starts nothing.",
        proof: "policy::unknown_name",
        see: "`toolgen check --policy FILE`",
    },
    Enforcement {
        id: "policy.deny_beats_allow",
        promise: "Deny beats allow, in any order.",
        proof: "policy::deny_beats_allow",
        see: "`AGENT explain TOOL`",
    },
    Enforcement {
        id: "policy.stricter_group",
        promise: "Of two groups the stricter decides.",
        proof: "policy::stricter_group",
        see: "`AGENT explain TOOL` names both",
    },
    Enforcement {
        id: "policy.allow_all_never_grants",
        promise: "`allow_all` grants no gated action.",
        proof: "policy::allow_all_never_grants",
        see: "`AGENT explain TOOL.ACTION` stops at `grant`",
    },
    Enforcement {
        id: "policy.agent_list",
        promise: "An agent calls only what its list names.",
        proof: "policy::agent_list",
        see: "`AGENT explain TOOL --agent AGENT`",
    },
    Enforcement {
        id: "policy.permissions_closed",
        promise: "A `permissions.json` that is there and faulty stops the program.",
        proof: "policy::permissions_closed",
        see: "`AGENT tools` exits 2 and names the fault",
    },
    Enforcement {
        id: "policy.migration_closed",
        promise: "A line of a permission section that is not understood stops the migration.",
        proof: "policy::migration_closed",
        see: "`AGENT permissions migrate FILE` exits 1 and names the line",
    },
    Enforcement {
        id: "policy.denied_place",
        promise: "A place under `file_roots_denied` is touched by nothing, whatever else lets it through.",
        proof: "policy::denied_place",
        see: "`AGENT explain --path PATH`",
    },
    Enforcement {
        id: "policy.forbidden_path",
        promise: "A place under `autonomy.forbidden_paths` is touched by no file tool, named in no script and, where it lies in the workspace, seen by no confined program, by whatever link or `..` it is reached.",
        proof: "policy::forbidden_path",
        see: "`AGENT explain --path PATH`",
    },
    Enforcement {
        id: "policy.commands",
        promise: "The commands of a `permissions.json` are those that scripts are held to.",
        proof: "policy::commands",
        see: "`AGENT explain --shell SCRIPT`",
    },
    Enforcement {
        id: "policy.service_off",
        promise: "The tools of a service that `external_messaging` switches off are denied.",
        proof: "policy::service_off",
        see: "`AGENT explain TOOL` names the switch",
    },
    Enforcement {
        id: "policy.memory_files",
        promise: "With `memory.acl_enabled` only memory tools open the files of memories.",
        proof: "policy::memory_files",
        see: "`AGENT explain --path memory/FILE`",
    },
    Enforcement {
        id: "policy.memory_acl",
        promise: "A memory is shown only to those who may see it.",
        proof: "policy::memory_acl",
        see: "`AGENT explain TOOL --args JSON`",
    },
    Enforcement {
        id: "policy.scope",
        promise: "A scope rule decides for its user, channel and kind of chat; deny beats allow.",
        proof: "policy::scope",
        see: "`AGENT explain TOOL`",
    },
    Enforcement {
        id: "policy.autonomy",
        promise: "A read-only agent runs nothing that has an effect; `full` lifts no supervised tool.",
        proof: "policy::autonomy",
        see: "`AGENT explain TOOL`",
    },
];
