//! Every key that the loader takes in, something that becomes different by it out: no key is accepted and ignored.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use toolgen_model::Json;
use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};
use toolgen_policy::policy::Principal;
use toolgen_policy::{Snapshot, Sources};
use toolgen_runtime::vault::{Chain, Wanted};
use toolgen_runtime::{Context, Dir, Read, Table, Tools, sandbox, shell, tool, tools, vault};

/// What is seen under a configuration. The folder is empty and goes away.
type Observe = fn(&str, &Path) -> String;

/// A key, a configuration with one value of it and one with another value or none, and what becomes different.
/// `DIR` stands for the folder.
const KEYS: &[(&str, &str, &str, Observe)] = &[
    ("security.tool_policy.default", "", "[security.tool_policy]\ndefault = 'deny'", table),
    ("security.tool_policy.groups.*", "", "[security.tool_policy.groups]\nautomation = 'deny'", table),
    ("security.tool_policy.tools.*", "", "[security.tool_policy.tools]\nnote = 'deny'", table),
    ("security.tool_policy.tools.*.*", "", "[security.tool_policy.tools.mail]\nlist = 'deny'", table),
    ("security.tool_policy.grants[].tool", GRANT_NONE, GRANT, table),
    ("security.tool_policy.grants[].action", GRANT, GRANT_OTHER, table),
    ("security.tool_policy.grants[].agents", GRANT, GRANT_ALL, table),
    ("security.tool_policy.arguments[].tool", "", RULE, arguments),
    ("security.tool_policy.arguments[].action", RULE_MAIL, RULE_MAIL_LIST, arguments),
    ("security.tool_policy.arguments[].argument", RULE, RULE_URL, arguments),
    ("security.tool_policy.arguments[].equals", RULE, RULE_EQUALS, arguments),
    ("security.tool_policy.arguments[].prefix", RULE_PREFIX, RULE_EQUALS, arguments),
    ("security.tool_policy.arguments[].pattern", RULE, RULE_PATTERN, arguments),
    ("security.tool_policy.arguments[].host", RULE_URL, RULE_HOST, arguments),
    ("security.tool_policy.arguments[].verdict", RULE, RULE_SUPERVISED, arguments),
    ("security.tool_policy.arguments[].otherwise", RULE, RULE_OTHERWISE, arguments),
    ("security.scope_rules[].user", SCOPE, "[[security.scope_rules]]\nuser = 'ann'\ntools_deny = ['note']", scopes),
    ("security.scope_rules[].channel", SCOPE, "[[security.scope_rules]]\nchannel = 'x'\ntools_deny = ['note']", scopes),
    (
        "security.scope_rules[].chat_type",
        SCOPE,
        "[[security.scope_rules]]\nchat_type = 'dm'\ntools_deny = ['note']",
        scopes,
    ),
    ("security.scope_rules[].tools_allow", "", "[[security.scope_rules]]\ntools_allow = ['note']", scopes),
    ("security.scope_rules[].tools_deny", "", SCOPE, scopes),
    ("security.approval.timeout_secs", "", "[security.approval]\ntimeout_secs = 7", patience),
    (
        "security.approval.on_timeout",
        "[security.approval]\non_timeout = 'allow'",
        "[security.approval]\non_timeout = 'deny'",
        loads,
    ),
    ("security.approval.auto_approve[].tool", "", "[[security.approval.auto_approve]]\ntool = 'ask'", approvals),
    (
        "security.approval.auto_approve[].command_pattern",
        AUTO,
        "[[security.approval.auto_approve]]\ntool = 'ask'\ncommand_pattern = '^x$'",
        approvals,
    ),
    (
        "security.approval.auto_approve[].path_pattern",
        AUTO,
        "[[security.approval.auto_approve]]\ntool = 'ask'\npath_pattern = '^x$'",
        approvals,
    ),
    (
        "security.approval.auto_approve[].url_pattern",
        AUTO,
        "[[security.approval.auto_approve]]\ntool = 'ask'\nurl_pattern = '^x$'",
        approvals,
    ),
    (
        "security.approval.auto_approve[].args_pattern",
        AUTO,
        "[[security.approval.auto_approve]]\ntool = 'ask'\nargs_pattern = '^x$'",
        approvals,
    ),
    ("security.sandbox.enabled", "", "[security.sandbox]\nenabled = false", confinement),
    ("security.sandbox.backend", "", "[security.sandbox]\nbackend = 'docker'", confinement),
    ("security.sandbox.firejail_args", "", "[security.sandbox]\nfirejail_args = ['--nosound']", confinement),
    ("security.resources.max_memory_mb", "", "[security.resources]\nmax_memory_mb = 77", confinement),
    ("security.resources.max_cpu_percent", "", "[security.resources]\nmax_cpu_percent = 77", confinement),
    ("security.resources.max_open_files", "", "[security.resources]\nmax_open_files = 77", confinement),
    ("security.resources.max_cpu_time_seconds", "", "[security.resources]\nmax_cpu_time_seconds = 77", confinement),
    ("security.resources.max_subprocesses", "", "[security.resources]\nmax_subprocesses = 77", confinement),
    ("vault.file", "", "[vault]\nfile = 'DIR/v.json'", vaults),
    ("vault.key_file", "", "[vault]\nkey_file = 'DIR/v.key'", vaults),
    ("vault.old_file", "", "[vault]\nold_file = 'DIR/old.json'", credentials),
    ("credentials.*.api_key", "", "[credentials.service]\napi_key = 'k-12345678'", credentials),
    ("credentials.*.api_key.$vault", VAULT, VAULT_API_KEY, credentials),
    ("credentials.*.keys.*", "", "[credentials.service.keys]\napp = 'k-12345678'", credentials),
    ("credentials.*.keys.*.$vault", VAULT, VAULT_APP, credentials),
    ("security.rate.tools.*", "", "[security.rate.tools]\nchange = 1", twice),
    ("security.rate.agents.*", "[agents.a]", "[agents.a]\n[security.rate.agents]\na = 1", twice),
    (
        "security.rate.cents.*",
        "[autonomy]\nmax_cost_per_day_cents = 5",
        "[autonomy]\nmax_cost_per_day_cents = 5\n[security.rate.cents]\nchange = 4",
        twice,
    ),
    ("autonomy.level", "", "[autonomy]\nlevel = 'readonly'", table),
    (
        "autonomy.workspace_only",
        "[autonomy]\nforbidden_paths = []",
        "[autonomy]\nforbidden_paths = []\nworkspace_only = false",
        scripts,
    ),
    ("autonomy.allowed_commands", "", "[autonomy]\nallowed_commands = ['ls']", scripts),
    ("autonomy.denied_commands", "", "[autonomy]\ndenied_commands = ['cat']", scripts),
    ("autonomy.forbidden_paths", "", "[autonomy]\nforbidden_paths = ['keys']", opened),
    ("autonomy.max_actions_per_hour", "", "[autonomy]\nmax_actions_per_hour = 1", twice),
    (
        "autonomy.max_cost_per_day_cents",
        "[security.rate.cents]\nchange = 4",
        "[security.rate.cents]\nchange = 4\n[autonomy]\nmax_cost_per_day_cents = 5",
        twice,
    ),
    ("autonomy.require_approval_for_medium_risk", "", "[autonomy]\nrequire_approval_for_medium_risk = false", scripts),
    ("autonomy.block_high_risk_commands", "", "[autonomy]\nblock_high_risk_commands = false", scripts),
    ("autonomy.auto_approve", "", "[autonomy]\nauto_approve = ['ask']", approvals),
    (
        "autonomy.always_ask",
        "[autonomy]\nauto_approve = ['ask']",
        "[autonomy]\nauto_approve = ['ask']\nalways_ask = ['ask']",
        approvals,
    ),
    ("agents.*.allowed_tools", "[agents.a]", "[agents.a]\nallowed_tools = ['note']", table),
    ("agents.*.denied_tools", "[agents.a]", "[agents.a]\ndenied_tools = ['note']", table),
    ("agents.*.allowed_secrets", "[agents.a]", "[agents.a]\nallowed_secrets = []", table),
    ("agents.*.allowed_domains", "[agents.a]", "[agents.a]\nallowed_domains = []", table),
    ("agents.*.may_delegate.*", DELEGATE, DELEGATE_OWN, table),
    ("surfaces.*.allowed_tools", "", "[surfaces.mcp]\nallowed_tools = ['note']", table),
    ("surfaces.*.denied_tools", "", "[surfaces.mcp]\ndenied_tools = ['note']", table),
    ("audit.path", "", "[audit]\npath = 'DIR/log/audit.jsonl'", twice),
    ("net.allow_private", "", "[net]\nallow_private = ['::1/128']", fetched),
    ("net.ca_file", "", "[net]\nca_file = 'DIR/none.pem'", fetched),
    ("memory.acl_enabled", "", "[memory]\nacl_enabled = true", opened),
    (
        "external_messaging.*.enabled",
        "[external_messaging.note]\nenabled = true",
        "[external_messaging.note]\nenabled = false",
        table,
    ),
];

const VAULT: &str = "[vault]\nfile = 'DIR/v.json'\nkey_file = 'DIR/v.key'\n";
const VAULT_API_KEY: &str =
    "[vault]\nfile = 'DIR/v.json'\nkey_file = 'DIR/v.key'\n[credentials.service.api_key]\n'$vault' = 'X'";
const VAULT_APP: &str =
    "[vault]\nfile = 'DIR/v.json'\nkey_file = 'DIR/v.key'\n[credentials.service.keys.app]\n'$vault' = 'X'";
const GRANT_NONE: &str = "[agents.a]\n[agents.b]\n";
const GRANT: &str =
    "[agents.a]\n[agents.b]\n[[security.tool_policy.grants]]\ntool = 'mail'\naction = 'send'\nagents = ['a']\n";
const GRANT_OTHER: &str =
    "[agents.a]\n[agents.b]\n[[security.tool_policy.grants]]\ntool = 'mail'\naction = 'draft'\nagents = ['a']\n";
const GRANT_ALL: &str = "[agents.a]\n[agents.b]\n[[security.tool_policy.grants]]\ntool = 'mail'\naction = 'send'\n";
const RULE: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\nequals = 'a'\nverdict = 'deny'";
const RULE_URL: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'url'\nequals = 'https://x.org/'\nverdict = 'deny'";
const RULE_HOST: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'url'\nhost = 'y.org'\nverdict = 'deny'";
const RULE_EQUALS: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\nequals = 'abc'\nverdict = 'deny'";
const RULE_PREFIX: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\nprefix = 'ab'\nverdict = 'deny'";
const RULE_PATTERN: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\npattern = '^a.*$'\nverdict = 'deny'";
const RULE_SUPERVISED: &str =
    "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\nequals = 'a'\nverdict = 'supervised'";
const RULE_OTHERWISE: &str = "[[security.tool_policy.arguments]]\ntool = 'note'\nargument = 'path'\nequals = 'a'\nverdict = 'deny'\notherwise = 'deny'";
const RULE_MAIL: &str =
    "[[security.tool_policy.arguments]]\ntool = 'mail'\nargument = 'path'\nequals = 'a'\nverdict = 'deny'";
const RULE_MAIL_LIST: &str = "[[security.tool_policy.arguments]]\ntool = 'mail'\naction = 'list'\nargument = 'path'\nequals = 'a'\nverdict = 'deny'";
const SCOPE: &str = "[[security.scope_rules]]\ntools_deny = ['note']";
const AUTO: &str = "[[security.approval.auto_approve]]\ntool = 'ask'";
const DELEGATE: &str =
    "[agents.main]\ndenied_tools = ['note']\n[agents.main.may_delegate]\na = 'ceiling'\n[agents.a]\n";
const DELEGATE_OWN: &str =
    "[agents.main]\ndenied_tools = ['note']\n[agents.main.may_delegate]\na = 'own'\n[agents.a]\n";

#[test]
fn each_key_changes_something_that_is_decided() {
    let known: BTreeSet<String> = toolgen_policy::keys().into_iter().collect();
    let tried: BTreeSet<String> = KEYS.iter().map(|(key, ..)| (*key).to_owned()).collect();
    assert_eq!(known, tried, "each key that is read has a case here, and each case a key");
    for (key, without, with, observe) in KEYS {
        let seen = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let place = folder.path().canonicalize().unwrap();
            for (name, text) in
                [("keys/a.txt", "a"), ("memory/a.md", "a"), ("old.json", r#"{"SERVICE_KEY": "old-12345678"}"#)]
            {
                let file = place.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
            fs::create_dir(place.join("log")).unwrap();
            let dir = place.display().to_string();
            observe(&text.replace("DIR", &dir), &place).replace(&dir, "DIR")
        };
        assert_eq!(seen(without), seen(without), "{key}: the same is seen twice");
        assert_ne!(seen(without), seen(with), "{key} changes nothing");
    }
}

fn row(tool: &str, action: Option<&str>, gated: bool) -> Row {
    let effects = Effects { effect: Some(Effect::Write), ..Effects::default() };
    let mut gate = GateRow { default: Some(Verdict::Allow), gated, ..GateRow::default() };
    if tool == "site" {
        gate.net = vec!["api.example.com".to_owned()];
        gate.secrets = vec!["KEY".to_owned()];
    }
    let input = Json::parse(r#"{"type":"object","properties":{"path":{"type":"string"},"url":{"type":"string"}}}"#);
    Row { tool: tool.into(), action: action.map(str::to_owned), effects, gate, input: input.unwrap(), ..Row::default() }
        .seal()
}

fn rows() -> Vec<Row> {
    vec![
        row("note", None, false),
        row("cron_add", None, false),
        row("mail", Some("send"), true),
        row("mail", Some("draft"), true),
        row("mail", Some("list"), false),
        row("memory_recall", None, false),
        row("site", None, false),
    ]
}

fn load(text: &str) -> Snapshot {
    toolgen_policy::load(&Sources::of_file("toolgen.toml", text), &rows()).unwrap_or_else(|found| panic!("{found:?}"))
}

fn loads(text: &str, _: &Path) -> String {
    toolgen_policy::load(&Sources::of_file("toolgen.toml", text), &rows()).is_ok().to_string()
}

/// The verdict of every cell.
fn table(text: &str, _: &Path) -> String {
    let it = load(text);
    let mut seen = String::new();
    for (tool, wire) in it.universe.tools().iter().map(|tool| &tool.wire).enumerate() {
        for (agent, surface) in [("", "cli"), ("a", "cli"), ("b", "cli"), ("a", "delegate"), ("", "mcp")] {
            let surface = it.universe.surface(surface).unwrap();
            let cell = it.table.verdict(u32::try_from(tool).unwrap(), it.universe.agent(agent), surface);
            write!(seen, "{wire} {agent} {surface} {} ", cell.verdict.name()).unwrap();
        }
    }
    seen
}

fn arguments(text: &str, _: &Path) -> String {
    let it = load(text);
    let judge = |tool: &str, arguments: &str| {
        let tool = it.universe.tool(tool).unwrap();
        it.arguments.judge(tool, &Json::parse(arguments).unwrap()).map(|(verdict, _)| verdict)
    };
    let asked = [r#"{"path":"a"}"#, r#"{"path":"abc"}"#, r#"{"path":"abd"}"#, r#"{"url":"https://x.org/"}"#];
    let tools = ["note", "mail_send", "mail_list"];
    format!("{:?}", tools.map(|tool| asked.map(|arguments| judge(tool, arguments))))
}

fn scopes(text: &str, _: &Path) -> String {
    let policy = load(text).policy;
    let named = Principal { user: "bob".into(), channel: "y".into(), chat_type: "group".into() };
    let who = [named, Principal { user: "ann".into(), channel: "x".into(), chat_type: "dm".into() }];
    format!("{:?}", who.map(|who| ["note", "site"].map(|tool| policy.out_of_scope(&who, tool).is_some())))
}

/// Ask somebody first.
#[tool(effect = write, default = supervised)]
fn ask(
    /// Run.
    command: &str,
    /// Where.
    path: &str,
    /// Whereto.
    url: &str,
) -> String {
    format!("{command}{path}{url}")
}

/// Read a file of the workspace.
#[tool(effect = read)]
fn open(
    /// Which.
    path: String,
    #[arg(read = ".")] dir: &Dir<Read>,
) -> toolgen_runtime::Result<String> {
    dir.read_to_string(&path)
}

static TOOLS: Table = tools![ask, open];

fn under(text: &str, folder: &Path) -> Tools {
    let tools = Tools::from(&TOOLS).workspace(folder);
    let rows = tools.rows().unwrap();
    let snapshot = toolgen_policy::load(&Sources::of_file("toolgen.toml", text), &rows);
    tools.under(snapshot.unwrap_or_else(|found| panic!("{found:?}")))
}

fn approvals(text: &str, folder: &Path) -> String {
    let arguments = r#"{"command":"ls","path":"a","url":"https://x.org/"}"#;
    under(text, folder).call_now(&Context::new(), "ask", arguments).outcome.is_ok().to_string()
}

fn opened(text: &str, folder: &Path) -> String {
    let tools = under(text, folder);
    let open = |path: &str| {
        let reply = tools.call_now(&Context::new(), "open", &format!(r#"{{"path":"{path}"}}"#));
        reply.outcome.is_ok()
    };
    format!("{} {}", open("keys/a.txt"), open("memory/a.md"))
}

fn patience(text: &str, _: &Path) -> String {
    use toolgen_runtime::gate::hook::Policy as _;
    let compiled = toolgen_runtime::gate::policy::Compiled::new(std::sync::Arc::new(load(text)));
    format!("{:?}", compiled.patience())
}

fn confinement(text: &str, _: &Path) -> String {
    format!("{:?}", sandbox::Settings::of(&load(text).config).unwrap())
}

fn vaults(text: &str, _: &Path) -> String {
    let place = vault::Place::of(&load(text).config).unwrap();
    format!("{:?} {:?}", place.file, place.key)
}

fn credentials(text: &str, _: &Path) -> String {
    let config = load(text).config;
    if text.contains("key_file") {
        vault::Vault::set(&vault::Place::of(&config).unwrap(), vault::SHARED, "X", "v-12345678").unwrap();
    }
    let chain = Chain::of(&config);
    let wanted = |key| Wanted { tool: "t", credential: "service", key, variable: Some("SERVICE_KEY") };
    let found = ["api_key", "app"].map(|key| match chain.resolve(wanted(key)) {
        Ok(found) => found.value.as_str().to_owned(),
        Err(error) => error.message.to_string(),
    });
    found.join(" ")
}

fn scripts(text: &str, folder: &Path) -> String {
    let policy = shell::Policy::of(&load(text).config, folder).unwrap();
    let judge = |script: &str| shell::judge(script, &policy, &shell::agent_path()).verdict.name();
    format!("{:?}", ["ls", "cat a", "cat /etc/passwd", "git commit -m x", "rm a"].map(judge))
}

/// The end of calls to this machine, where nobody listens.
fn fetched(text: &str, folder: &Path) -> String {
    fs::write(folder.join("toolgen.toml"), text).unwrap();
    let fetch = |url: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
        command.args(["fetch", "--url", url]).current_dir(folder).stdin(Stdio::null());
        let output = command.env("XDG_CONFIG_HOME", folder.join("none")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
        format!("{:?} {said}", output.status.code())
    };
    format!("{} {}", fetch("http://[::1]:1/"), fetch("http://127.0.0.1:1/"))
}

/// Calls a tool twice in a program of its own, and sees whether something is written down.
fn twice(text: &str, folder: &Path) -> String {
    let workspace = folder.join("workspace");
    fs::create_dir(&workspace).unwrap();
    fs::write(workspace.join("toolgen.toml"), text).unwrap();
    let agent: &[&str] = if text.contains("[agents.a]") { &["--agent", "a"] } else { &[] };
    let call = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
        command.args(agent).arg("change").current_dir(&workspace).stdin(Stdio::null());
        command.env("XDG_CONFIG_HOME", folder.join("none")).env("XDG_STATE_HOME", folder.join("state"));
        let output = command.output().unwrap();
        format!("{:?}", output.status.code())
    };
    format!("{} {} {}", call(), call(), folder.join("log/audit.jsonl").exists())
}
