//! The pages of what is found in policies and configuration. `toolgen-policy` finds it; here is what it means.

use crate::diag::{Rule, code::page};

pub(crate) const RULES: &[Rule] = &[
    page!(
        toml,
        "TG0701",
        "unreadable-policy",
        Error,
        "Reports a configuration or policy file that is there and cannot be read: no permission, no regular file, no UTF-8, no TOML, longer than 1 MiB.",
        "A program that starts without the file would start without its denials.",
        "[security.tool_policy   # the bracket is missing",
        "A whole file, or none at that place."
    ),
    page!(
        toml,
        "TG0702",
        "unknown-configuration-key",
        Error,
        "Reports a key that nothing reads. In PRX's `config.toml` this holds in the sections `security`, `autonomy` and `surfaces`; its other sections are passed over.",
        "A misspelt key of a denial is a denial that never happens.",
        "[security.tool_policy]\ndefualt = \"deny\"",
        "`default = \"deny\"`. A condition of a tool (`when: git.enabled`) is a key as soon as a tool has it."
    ),
    page!(
        toml,
        "TG0703",
        "wrong-configuration-type",
        Error,
        "Reports a value of another type than its key takes, a choice that is none, and a table in a list that lacks what it needs.",
        "A guess at what was meant could permit what was not.",
        "[autonomy]\nlevel = \"complete\"",
        "`level = \"full\"`: one of `readonly`, `supervised`, `full`."
    ),
    page!(
        toml,
        "TG0704",
        "unknown-verdict",
        Warning,
        "Warns of a verdict that is neither allow (`allow`, `yes`, `true`), `supervised`, nor deny (`deny`, `no`, `false`). It is read as deny.",
        "What cannot be read must not permit anything, and its author should know.",
        "[security.tool_policy.tools]\nshell = \"ask\"",
        "`shell = \"supervised\"`."
    ),
    page!(
        toml,
        "TG0705",
        "unknown-tool",
        Error,
        "Reports a rule, a list or a grant that names a tool or an action that the catalog does not have, and a pattern that matches none.",
        "A misspelt name in a denial permits what was to be denied.",
        "[security.tool_policy.tools]\nshel = \"deny\"",
        "`shell = \"deny\"`. A list takes a wire name, a tool with all its actions, `tool.action`, or these with `*`; a grant takes a pair."
    ),
    page!(
        toml,
        "TG0706",
        "unknown-group",
        Error,
        "Reports a group that no tool declares and that is no family (`sessions`, `automation`, `ui`, `hardware`).",
        "The rule would hold for no tool.",
        "[security.tool_policy.groups]\nautomatoin = \"deny\"",
        "`automation = \"deny\"`."
    ),
    page!(
        toml,
        "TG0707",
        "unknown-agent",
        Error,
        "Reports an agent that is named in a grant, a delegation or a rate, and is declared nowhere.",
        "The rule would hold for nobody.",
        "[agents.planner.may_delegate]\nresearch = \"ceiling\"   # it is called researcher",
        "`[agents.researcher]`, or the right name. The program's own agent is called `main`."
    ),
    page!(
        toml,
        "TG0708",
        "unknown-surface",
        Error,
        "Reports a list for a surface that does not exist.",
        "The list would keep nothing from anybody.",
        "[surfaces.mpc]\nallowed_tools = [\"git_log\"]",
        "One of `library`, `cli`, `mcp`, `agent`, `delegate`, `schedule`, `background`."
    ),
    page!(
        toml,
        "TG0709",
        "bad-domain",
        Error,
        "Reports a domain that is no host, that covers a whole top-level domain, or that no tool reaches.",
        "A URL or a bare `*` where a host belongs matches nothing, or everything.",
        "[agents.researcher]\nallowed_domains = [\"https://api.example.com/v1\"]",
        "`api.example.com`, or `*.example.com` for all hosts below it."
    ),
    page!(
        toml,
        "TG0710",
        "unknown-secret",
        Error,
        "Reports a secret in an agent's list that no tool reads.",
        "The list would keep the agent from the tool that needs the right name.",
        "[agents.researcher]\nallowed_secrets = [\"GITHUB_TOKE\"]",
        "The name under which a tool declares it, `GITHUB_TOKEN`."
    ),
    page!(
        toml,
        "TG0711",
        "shadowed-rule",
        Warning,
        "Warns of a rule that decides nothing, because others decide in its place: an entry under more exact ones, a group whose tools all have entries, a name in `allowed_tools` that is denied, a scope rule after one that fits everybody, an argument rule that only says allow.",
        "Its author believes that it holds.",
        "[security.tool_policy.tools]\n\"gmail*\" = \"deny\"\ngmail = \"allow\"",
        "Only the rule that decides."
    ),
    page!(
        toml,
        "TG0712",
        "unreachable-grant",
        Error,
        "Reports a grant whose action is denied to all who have it, on every surface.",
        "Either the grant or the denial is a mistake.",
        "[security.tool_policy.tools]\ngmail = \"deny\"\n[[security.tool_policy.grants]]\ntool = \"gmail\"\naction = \"send\"",
        "No grant, or a tool that is permitted."
    ),
    page!(
        toml,
        "TG0713",
        "useless-grant",
        Warning,
        "Warns of a grant of an action that is not gated.",
        "It gives nothing, and reads as if the action were guarded.",
        "[[security.tool_policy.grants]]\ntool = \"gmail\"\naction = \"list\"",
        "No grant, or `gated: true` in the declaration."
    ),
    page!(
        toml,
        "TG0714",
        "ambiguous-groups",
        Warning,
        "Warns of a tool that is in two groups of which the policy says different things. The stricter decides.",
        "A reader of one of the two rules is wrong about the tool.",
        "[security.tool_policy.groups]\nmail = \"allow\"\nautomation = \"deny\"   # cron_mail is in both",
        "An entry for the tool itself: `cron_mail = \"deny\"` in `[security.tool_policy.tools]`."
    ),
    page!(
        toml,
        "TG0715",
        "widening-delegate",
        Error,
        "Reports an agent that could do more than the agent that may call it.",
        "The caller would reach through it what it may not do itself. At run time the caller is the ceiling, so that part of the list would never hold.",
        "[agents.planner]\nallowed_tools = [\"file_read\"]\n[agents.planner.may_delegate]\nworker = \"ceiling\"\n[agents.worker]\nallowed_tools = [\"shell\"]",
        "A narrower list, or `worker = \"own\"` where the wider reach is meant."
    ),
    page!(
        "TG0716",
        "tool-alias-collision",
        Error,
        "Reports two pairs of tool and action, or two names of grants, that one name could mean; case, `-` and `_` are not told apart.",
        "A grant or a rule for the one would be read as one for the other.",
        "tools: {gmail: {actions: {send_all: {}}}, gmail_send: {actions: {all: {}}}}",
        "Two names that stay apart."
    ),
    page!(
        "TG0717",
        "weak-effect",
        Error,
        "Reports a tool that is declared to only read and whose permission block lets it write files.",
        "Reading is allowed without a question.",
        "annotations: {readOnlyHint: true}\npermission: {write: [\"notes\"]}",
        "`annotations: {readOnlyHint: false}`, or no `write`."
    ),
    page!(
        toml,
        "TG0718",
        "bad-argument-rule",
        Error,
        "Reports a rule over arguments that names no argument of its tool, has no test or several, has no verdict, or has a pattern that is not anchored at both ends or has no linear-time form.",
        "`api.github.com` as a pattern matches `http://evil.test/?api.github.com`.",
        "[[security.tool_policy.arguments]]\ntool = \"http_request\"\nargument = \"url\"\npattern = \"api.github.com\"\notherwise = \"deny\"",
        "`host = \"api.github.com\"` for the host of a URL, or a pattern `^(…)$` for the whole text."
    ),
    page!(
        toml,
        "TG0719",
        "limit-out-of-range",
        Error,
        "Reports a number that cannot be meant.",
        "No such limit can be enforced.",
        "[autonomy]\nmax_actions_per_hour = -1",
        "`0` for none at all; no key for no limit."
    ),
    page!(
        toml,
        "TG0720",
        "loosened",
        Warning,
        "Warns of an entry that lets a tool of undeclared effect through unasked, and of a project's file that permits what the user's file does not.",
        "It may be meant; then it should be known.",
        "[security.tool_policy.tools]\nmystery = \"allow\"",
        "A declared effect, or `supervised`."
    ),
    page!(
        "TG0721",
        "not-understood",
        Error,
        "Reports a line or a heading of a `permissions.md` that grants and denies nothing that is known; warns that such a file is a form of old, and of a word that is read as more than it says.",
        "A text that is passed over is read as \"everything is allowed\".",
        "\"## External Tools\\n- slack: maybe\"",
        "`- slack: no`, or a comment `<!-- … -->` for a text that says nothing; `AGENT permissions migrate` writes the `permissions.json`."
    ),
    page!(
        toml,
        "TG0722",
        "bad-forbidden-path",
        Error,
        "Reports an entry of `forbidden_paths` that names no place: nothing, a pattern, `..`, the home of somebody else.",
        "It would close nothing, and its author would think that it does.",
        "[autonomy]\nforbidden_paths = [\"*.key\"]",
        "A folder or a file, from the root (`/srv/keys`), from home (`~/.ssh`) or from the workspace (`secrets`); all that is below it is closed. One that the workspace lies in closes what is around the workspace."
    ),
    page!(
        toml,
        "TG0723",
        "unsupported-key",
        Error,
        "Reports a key of another system whose promise nothing here keeps; in PRX's own file a limit of an agent's loop is a warning.",
        "A promise that is written down and not kept is worse than none.",
        "[security.approval]\nsupervisor_id = \"ana\"",
        "Nothing: remove the key, and do not count on what it promises."
    ),
];

#[cfg(test)]
mod tests {
    use toolgen_policy::finding::code;

    #[test]
    fn every_code_of_a_policy_has_its_page() {
        let pages: Vec<&str> = super::RULES.iter().map(|rule| rule.code).collect();
        assert_eq!(pages, code::ALL);
    }
}
