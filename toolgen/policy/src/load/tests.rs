//! Files of every kind in; snapshots with the right cells, or findings with the right places, out.

use toolgen_model::catalog::Row;
use toolgen_model::config::Layer;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};

use super::*;
use crate::finding::code;
use crate::source::File;
use crate::table::Reason;

fn row(tool: &str, action: Option<&str>, effect: Option<Effect>) -> Row {
    let effects = Effects { effect, ..Effects::default() };
    Row { tool: tool.into(), action: action.map(str::to_owned), effects, ..Row::default() }.seal()
}

fn rows() -> Vec<Row> {
    let mut send = row("gmail", Some("send"), Some(Effect::Destructive));
    send.gate = GateRow { gated: true, ..GateRow::default() };
    let mut git = row("git_log", None, Some(Effect::Read));
    git.when = Some("git.enabled".into());
    vec![
        row("file_read", None, Some(Effect::Read)),
        row("file_write", None, Some(Effect::Write)),
        row("shell", None, None),
        row("cron_add", None, Some(Effect::Write)),
        send.seal(),
        row("gmail", Some("list"), Some(Effect::Read)),
        git.seal(),
    ]
}

fn snapshot(text: &str) -> Snapshot {
    load(&Sources::of_file("toolgen.toml", text), &rows()).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

fn cell(snapshot: &Snapshot, tool: &str, agent: &str, surface: &str) -> (Verdict, Reason) {
    let universe = &snapshot.universe;
    let (tool, surface) = (universe.tool(tool).unwrap(), universe.surface(surface).unwrap());
    let cell = snapshot.table.verdict(tool, universe.agent(agent), surface);
    (cell.verdict, cell.reason)
}

fn verdict(snapshot: &Snapshot, tool: &str, agent: &str, surface: &str) -> Verdict {
    cell(snapshot, tool, agent, surface).0
}

/// The codes and lines of the errors.
fn errors(text: &str) -> Vec<(&'static str, u32)> {
    let findings = load(&Sources::of_file("toolgen.toml", text), &rows()).expect_err("a refusal");
    findings.iter().map(|finding| (finding.code, finding.place.line)).collect()
}

#[test]
fn without_a_policy_the_declarations_decide_and_gated_actions_are_denied() {
    let it = snapshot("");
    assert_eq!(cell(&it, "file_read", "", "cli"), (Verdict::Allow, Reason::Declaration));
    assert_eq!(cell(&it, "shell", "", "mcp"), (Verdict::Supervised, Reason::Declaration));
    assert_eq!(cell(&it, "gmail_send", "", "agent"), (Verdict::Deny, Reason::Grant));
    assert_eq!(verdict(&it, "file_read", "anybody", "agent"), Verdict::Allow);
}

#[test]
fn a_tool_entry_decides_and_a_group_only_tightens_the_declaration() {
    let it = snapshot(
        "[security.tool_policy]\ndefault = \"supervised\"\n[security.tool_policy.groups]\nautomation = \"deny\"\n\
         [security.tool_policy.tools]\nfile_write = \" YES \"\n",
    );
    assert_eq!(verdict(&it, "file_write", "", "cli"), Verdict::Allow);
    assert_eq!(cell(&it, "file_read", "", "cli"), (Verdict::Supervised, Reason::Default));
    assert_eq!(cell(&it, "cron_add", "", "cli"), (Verdict::Deny, Reason::Group(0)));
    let it = snapshot(
        "[security.tool_policy]\ndefault = \"allow\"\n[security.tool_policy.groups]\nautomation = \"allow\"\n",
    );
    assert_eq!(verdict(&it, "cron_add", "", "cli"), Verdict::Supervised);
    assert_eq!(verdict(&it, "shell", "", "cli"), Verdict::Supervised);
}

#[test]
fn an_empty_list_is_nothing_and_an_absent_one_everything() {
    let it = snapshot("[agents.a]\nallowed_tools = []\n[agents.b]\n");
    assert_eq!(cell(&it, "file_read", "a", "cli"), (Verdict::Deny, Reason::Agent));
    assert_eq!(verdict(&it, "file_read", "b", "cli"), Verdict::Allow);
    assert_eq!(cell(&it, "file_read", "c", "cli"), (Verdict::Deny, Reason::Stranger));
    assert_eq!(verdict(&it, "file_read", "", "cli"), Verdict::Allow);
}

#[test]
fn only_the_pair_itself_grants_a_gated_action() {
    let it = snapshot("[agents.a]\nallowed_tools = [\"*\"]\n[security.tool_policy.tools]\ngmail.send = \"allow\"\n");
    assert_eq!(cell(&it, "gmail_send", "a", "cli"), (Verdict::Deny, Reason::Grant));
    let it = snapshot(
        "[agents.a]\n[agents.b]\n[[security.tool_policy.grants]]\ntool = \"gmail\"\naction = \"send\"\nagents = [\"b\"]\n",
    );
    assert_eq!(verdict(&it, "gmail_send", "b", "cli"), Verdict::Supervised);
    assert_eq!(verdict(&it, "gmail_send", "", "cli"), Verdict::Deny);
}

#[test]
fn a_delegate_is_under_the_ceiling_of_its_caller_unless_it_is_said_to_have_its_own() {
    let base = "[agents.planner]\nallowed_tools = [\"file_read\"]\n[agents.worker]\nallowed_tools = [\"file_read\", \"file_write\"]\n";
    let own = format!("{base}[agents.planner.may_delegate]\nworker = \"own\"\n");
    let it = snapshot(&own);
    assert_eq!(verdict(&it, "file_write", "worker", "delegate"), Verdict::Supervised);
}

#[test]
fn readonly_denies_all_that_does_not_read_and_full_lifts_nothing() {
    let it = snapshot("[autonomy]\nlevel = \"readonly\"\n[security.tool_policy.tools]\nfile_write = \"allow\"\n");
    assert_eq!(cell(&it, "file_write", "", "cli"), (Verdict::Deny, Reason::Autonomy));
    assert_eq!(verdict(&it, "shell", "", "cli"), Verdict::Deny);
    assert_eq!(verdict(&it, "file_read", "", "cli"), Verdict::Allow);
    let it = snapshot("[autonomy]\nlevel = \"full\"\n");
    assert_eq!(verdict(&it, "shell", "", "cli"), Verdict::Supervised);
}

#[test]
fn what_nobody_reads_is_an_error_with_its_place_and_the_nearest_name() {
    let text = "[security.tool_policy]\ndefualt = \"deny\"\n";
    let findings = load(&Sources::of_file("toolgen.toml", text), &rows()).expect_err("a refusal");
    assert_eq!((findings[0].code, findings[0].place.line, findings[0].place.column), (code::UNKNOWN_KEY, 2, 1));
    assert_eq!(findings[0].help.as_deref(), Some("did you mean `security.tool_policy.default`?"));
    assert_eq!(errors("[security.tool_policy]\ndefault = 3\n"), [(code::WRONG_TYPE, 2)]);
    assert_eq!(errors("[git]\nenabled = \"yes\"\n"), [(code::WRONG_TYPE, 2)]);
    assert_eq!(errors("[git]\nenabld = true\n"), [(code::UNKNOWN_KEY, 2)]);
    assert_eq!(errors("[autonomy]\nmax_actions_per_hour = -1\n"), [(code::OUT_OF_RANGE, 2)]);
    assert_eq!(errors("[security\n"), [(code::UNREADABLE, 1)]);
    assert_eq!(errors("[[security.tool_policy.grants]]\naction = \"send\"\n"), [(code::WRONG_TYPE, 1)]);
}

#[test]
fn a_verdict_that_is_none_is_a_denial_with_a_warning() {
    let it = snapshot("[security.tool_policy.tools]\nfile_read = \"alow\"\n");
    assert_eq!(verdict(&it, "file_read", "", "cli"), Verdict::Deny);
    assert_eq!(it.warnings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code::WRONG_VERDICT]);
    let it = snapshot("[security.tool_policy]\ndefault = \"maybe\"\n");
    assert_eq!(verdict(&it, "file_read", "", "cli"), Verdict::Deny);
}

#[test]
fn later_layers_win_and_every_value_knows_where_it_was_said() {
    let sources = Sources {
        user: vec![File::new(
            "user.toml",
            "[git]\nenabled = true\n[autonomy]\nlevel = \"full\"\nmax_actions_per_hour = 7\n",
        )],
        project: vec![File::new("toolgen.toml", "[git]\nenabled = false\n[autonomy]\nlevel = \"full\"\n")],
        environment: vec![("TOOLGEN_AUTONOMY__LEVEL".into(), "supervised".into())],
        flags: vec![("git.enabled".into(), "true".into())],
        ..Sources::default()
    };
    let it = load(&sources, &rows()).unwrap();
    let said = |key: &str| {
        let setting = it.config.setting(key).unwrap();
        (setting.value.to_string(), setting.origin.layer, setting.origin.to_string())
    };
    assert_eq!(said("git.enabled"), ("true".into(), Layer::Flag, "--set git.enabled".into()));
    assert_eq!(said("autonomy.level"), ("\"supervised\"".into(), Layer::Environment, "TOOLGEN_AUTONOMY__LEVEL".into()));
    assert_eq!(said("autonomy.max_actions_per_hour"), ("7".into(), Layer::User, "user.toml:5:24".into()));
}

#[test]
fn another_systems_file_may_have_more_but_not_where_it_governs() {
    let foreign = "[browser]\nbackend = \"x\"\n[channels]\na = 1\n[git]\nenabled = true\n";
    let it = load(&Sources::of_file("config.toml", foreign), &rows()).unwrap();
    assert_eq!(it.config.get("git.enabled").and_then(toolgen_model::Json::as_bool), Some(true));
    let findings = load(&Sources::of_file("config.toml", "[security]\nx = 1\n"), &rows()).expect_err("a refusal");
    assert_eq!(findings[0].code, code::UNKNOWN_KEY);
}

#[test]
fn permissions_of_another_system_hold_beside_ours_and_a_faulty_file_refuses() {
    let rows = rows();
    let load = |name: &str, text: &str| {
        let permissions = vec![crate::source::File::new(name, text)];
        load(&Sources { permissions, ..Sources::default() }, &rows)
    };
    let tool = rows[0].tool.clone();
    let text = format!(r#"{{"external_tools":{{"deny":["{tool}"]}},"tool_creation":{{"shared":true}}}}"#);
    let snapshot = load("permissions.json", &text).unwrap();
    let access = |agent: &str| crate::animaworks::access(&snapshot, &tool, rows[0].action.as_deref(), agent, "cli");
    assert_eq!((access("").reason, access("hana").reason), ("tool_denied", "tool_denied"));
    let shared = snapshot.config.setting("tool_creation.shared").unwrap();
    assert_eq!((shared.value.as_bool(), shared.origin.to_string().as_str()), (Some(true), "permissions.json:1:58"));
    assert!(load("permissions.json", r#"{"external_tools":{"denied":[]}}"#).is_err());
    assert!(load("permissions.md", "anything goes").is_err());
    let old = load("permissions.md", &format!("## External Tools\n- {tool}: no\n")).unwrap();
    assert_eq!(old.warnings.len(), 1);
}

#[test]
fn each_mistake_says_what_to_write() {
    for (text, part) in [
        ("[autonmy]\nlevel = 'full'\n", "did you mean `autonomy`?"),
        ("[security.tool_polcy]\n", "did you mean `security.tool_policy`?"),
        ("[autonomy]\nworkspace_only = 'yes'\n", "write `true` or `false`, without quotes"),
        ("[autonomy]\nmax_actions_per_hour = '20'\n", "write a whole number, without quotes"),
        ("[autonomy]\nallowed_commands = 'git'\n", "write texts in brackets"),
        ("[audit]\npath = 1\n", "write a text, in quotes"),
        ("[security.tool_policy.grants]\ntool = 'x'\n", "write `[[security.tool_policy.grants]]`, in double brackets"),
        ("[autonomy]\nlevel = 'full'\nlevel = 'full'\n", "`level` stands here a second time (remove one of the two"),
        ("[autonomy]\n[autonomy]\n", "stands here a second time"),
        ("[autonomy]\nlevel = 'full", "expected TOML: "),
        ("[security.tool_policy.tools]\nzzzzzz = 'deny'\n", "there are "),
        ("[autonomy]\nforbidden_paths = ['*.key']\n", "name the folder; all that is below it is closed"),
        ("[security.approval]\nsupervisor_id = 'ana'\n", "`security.approval.supervisor_id` is not supported yet: "),
        ("[memory]\nblocked_patterns = ['x']\n", "`memory.blocked_patterns` is not supported yet: "),
        ("[agents.a]\nmax_depth = 3\n", "`agents.a.max_depth` is not supported yet: "),
        ("[external_messaging.slakc]\nenabled = false\n", "there is no tool `slakc`"),
    ] {
        let findings = load(&Sources::of_file("toolgen.toml", text), &rows()).expect_err(text);
        let said = findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(said.contains(part), "{text}: {said}");
    }
}

#[test]
fn what_another_system_promises_and_nobody_keeps_is_refused_in_its_file_too() {
    let of = |text: &str| load(&Sources::of_file("config.toml", text), &rows());
    for text in ["[memory]\nblocked_patterns = []\n", "[security.approval]\nnotify_channel = 'x'\n"] {
        assert_eq!(of(text).expect_err("a refusal")[0].code, code::UNSUPPORTED);
    }
    // What only describes an agent promises nothing; a limit is worth a warning.
    let it = of("[agents.a]\nprovider = 'x'\nmodel = 'y'\nmax_depth = 3\n").unwrap();
    assert_eq!(it.warnings.iter().map(|it| it.code).collect::<Vec<_>>(), [code::UNSUPPORTED]);
}
