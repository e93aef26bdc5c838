//! The rules of the policy, one test each: files and tools in, the verdict out.

use std::path::Path;

use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};
use toolgen_policy::animaworks::{Files, Touch, markdown, parse};
use toolgen_policy::policy::{Closing, Principal};
use toolgen_policy::{File, Finding, Snapshot, Sources};
use toolgen_runtime::{Context, Dir, Exec, Read, Table, Tools, tool, tools};

#[test]
fn undeclared_effect() {
    let gate = GateRow { default: Some(Verdict::Allow), ..GateRow::default() };
    let row = Row { tool: "x".into(), gate, effects: Effects::default(), ..Row::default() }.seal();
    assert_eq!(row.verdict, Verdict::Supervised);
}

#[test]
fn permissions_closed() {
    for text in ["", "{", r#"{"external_tools":{"denied":["rm"]}}"#, r#"{"commands":{"deny":["a"],"deny":[]}}"#] {
        assert_eq!(parse("permissions.json", text, &mut Vec::new()), None, "{text}");
    }
}

#[test]
fn migration_closed() {
    for text in ["## External Tools\n- slack: maybe\n", "slack: no\n## External Tools\n- mail: yes\n"] {
        assert_eq!(markdown("permissions.md", text, &mut Vec::new()), None, "{text}");
    }
}

#[test]
fn denied_place() {
    let text = r#"{"file_roots":["/srv"],"file_roots_denied":["/srv/keys"]}"#;
    let files = Files::of(&parse("permissions.json", text, &mut Vec::new()).unwrap());
    assert_eq!(files.verdict(Path::new("/srv/a"), Touch::Read).0, Verdict::Allow);
    assert_eq!(files.verdict(Path::new("/srv/keys/a"), Touch::Read).0, Verdict::Deny);
}

/// A tool that changes something and may, by its declaration.
fn row(tool: &str, action: Option<&str>, gated: bool) -> Row {
    let effects = Effects { effect: Some(Effect::Write), ..Effects::default() };
    let gate = GateRow { default: Some(Verdict::Allow), gated, ..GateRow::default() };
    let group = (tool == "cron_add").then(|| "a_group".to_owned());
    Row { tool: tool.into(), action: action.map(str::to_owned), effects, gate, group, ..Row::default() }.seal()
}

fn rows() -> Vec<Row> {
    vec![
        row("note", None, false),
        row("cron_add", None, false),
        row("mail", Some("send"), true),
        row("memory_recall", None, false),
    ]
}

fn load(text: &str) -> Result<Snapshot, Vec<Finding>> {
    toolgen_policy::load(&Sources::of_file("toolgen.toml", text), &rows())
}

/// The verdict over a tool for an agent on the command line.
fn verdict(text: &str, tool: &str, agent: &str) -> Verdict {
    let snapshot = load(text).unwrap();
    let universe = &snapshot.universe;
    let (tool, surface) = (universe.tool(tool).unwrap(), universe.surface("cli").unwrap());
    snapshot.table.verdict(tool, universe.agent(agent), surface).verdict
}

#[test]
fn unknown_name() {
    assert!(load("[security.tool_policy.tools]\nnote = \"deny\"\n").is_ok());
    assert!(load("[security.tool_policy.tools]\nnotes = \"deny\"\n").is_err());
}

#[test]
fn deny_beats_allow() {
    let text = "[agents.a]\nallowed_tools = [\"note\", \"cron_add\"]\ndenied_tools = [\"note\"]\n";
    assert_eq!((verdict(text, "cron_add", "a"), verdict(text, "note", "a")), (Verdict::Allow, Verdict::Deny));
}

#[test]
fn stricter_group() {
    let text = "[security.tool_policy.groups]\na_group = \"allow\"\nautomation = \"deny\"\n";
    assert_eq!(verdict(text, "cron_add", ""), Verdict::Deny);
}

#[test]
fn allow_all_never_grants() {
    let all = "[agents.main]\nallowed_tools = [\"*\"]\n";
    assert_eq!((verdict(all, "note", ""), verdict(all, "mail_send", "")), (Verdict::Allow, Verdict::Deny));
}

#[test]
fn agent_list() {
    let text = "[agents.a]\nallowed_tools = [\"cron_add\"]\n";
    assert_eq!((verdict(text, "cron_add", "a"), verdict(text, "note", "a")), (Verdict::Allow, Verdict::Deny));
}

#[test]
fn memory_acl() {
    assert_eq!(verdict("", "memory_recall", ""), Verdict::Allow);
    assert_eq!(verdict("[memory]\nacl_enabled = true\n", "memory_recall", ""), Verdict::Deny);
}

#[test]
fn scope() {
    let rule = "[[security.scope_rules]]\nuser = \"guest*\"\ntools_allow = [\"*\"]\ntools_deny = [\"note\"]\n";
    let policy = load(rule).unwrap().policy;
    let guest = Principal { user: "guest1".into(), ..Principal::default() };
    assert!(policy.out_of_scope(&guest, "note").is_some());
    assert!(policy.out_of_scope(&guest, "cron_add").is_none());
    assert!(policy.out_of_scope(&Principal::default(), "note").is_none());
}

/// Read a file of the workspace, whichever it is asked for.
#[tool(effect = read)]
fn open(
    /// Which.
    path: String,
    #[arg(read = ".")] dir: &Dir<Read>,
) -> toolgen_runtime::Result<String> {
    dir.read_to_string(&path)
}

/// Run a script.
#[tool(effect = read, default = allow)]
fn script(
    /// The script.
    command: String,
    #[arg(programs("shell(command)", "*"))] exec: &Exec,
) -> toolgen_runtime::Result<String> {
    Ok(exec.script(&command)?.run()?.stdout.text())
}

static TOOLS: Table = tools![open, script];

/// Whether calls of these tools go through under a policy, in a workspace with the files `a.txt`, `keys/a.txt` and
/// `memory/a.md`, and a link to `keys`.
fn calls<'a>(sources: &Sources, calls: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<bool> {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.txt", "keys/a.txt", "memory/a.md"] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.path().join(name), name).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("keys", folder.path().join("link")).unwrap();
    let tools = Tools::from(&TOOLS).workspace(folder.path());
    let rows = tools.rows().unwrap();
    let tools = tools.under(toolgen_policy::load(sources, &rows).unwrap());
    let one = |(tool, argument): (&str, &str)| match tool {
        "open" => {
            let arguments = serde_json::json!({ "path": argument }).to_string();
            tools.call_now(&Context::new(), tool, &arguments).outcome.is_ok()
        }
        // Only an agent can run it confined; what the rules say of it is known before.
        _ => {
            let arguments = serde_json::json!({ "command": argument }).to_string();
            !tools.explain(&Context::new(), tool, Some(&arguments)).to_string().contains("shell.")
        }
    };
    calls.into_iter().map(one).collect()
}

#[test]
fn forbidden_path() {
    let asked = [
        ("open", "a.txt"),
        ("script", "cat a.txt"),
        ("open", "keys/a.txt"),
        ("open", "./keys/../keys/a.txt"),
        #[cfg(unix)]
        ("open", "link/a.txt"),
        ("script", "cat keys/a.txt"),
        ("script", "cat ./a/../keys/a.txt"),
        #[cfg(unix)]
        ("script", "cat link/a.txt"),
    ];
    let all = calls(&Sources::of_file("toolgen.toml", ""), asked);
    assert!(all[0] && all[1] && all[2], "{all:?}");
    let sources = Sources::of_file("toolgen.toml", "[autonomy]\nforbidden_paths = [\"keys\"]\n");
    let some = calls(&sources, asked);
    assert!(some[0] && some[1] && some[2..].iter().all(|went| !went), "{some:?}");
    // What confined programs do not see.
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    std::fs::create_dir(root.join("keys")).unwrap();
    let policy = toolgen_policy::load(&sources, &rows()).unwrap().policy;
    assert_eq!(Closing::of(&policy, None).hidden(&policy, "script", &root), [root.join("keys")]);
}

#[test]
fn memory_files() {
    let asked = [("open", "a.txt"), ("open", "memory/a.md"), ("script", "cat memory/a.md")];
    let acl = Sources::of_file("toolgen.toml", "[memory]\nacl_enabled = true\n");
    assert_eq!(calls(&Sources::default(), asked), [true, true, true]);
    assert_eq!(calls(&acl, asked), [true, false, false]);
}

#[test]
fn commands() {
    let under = |text: &str| Sources { permissions: vec![File::new("permissions.json", text)], ..Sources::default() };
    let asked = [("script", "cat a.txt"), ("script", "ls")];
    assert_eq!(calls(&under("{}"), asked), [true, true]);
    assert_eq!(calls(&under(r#"{"commands":{"deny":["cat"]}}"#), asked), [false, true]);
    assert_eq!(calls(&under(r#"{"commands":{"allow_all":false,"allow":["cat"]}}"#), asked), [true, false]);
}

#[test]
fn service_off() {
    assert_eq!(verdict("[external_messaging.note]\nenabled = true\n", "note", ""), Verdict::Allow);
    assert_eq!(verdict("[external_messaging.note]\nenabled = false\n", "note", ""), Verdict::Deny);
}

#[test]
fn autonomy() {
    assert_eq!(verdict("[autonomy]\nlevel = \"full\"\n", "note", ""), Verdict::Allow);
    assert_eq!(verdict("[autonomy]\nlevel = \"readonly\"\n", "note", ""), Verdict::Deny);
}
