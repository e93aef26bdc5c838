//! Permission texts and tools in, the verdicts of the compiled table out: the cases that the system of origin
//! pins, and what it gets wrong.

use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::{GateRow, Verdict};

use super::*;
use crate::animaworks::{access, parse};
use crate::load::Snapshot;
use crate::table::Table;
use crate::universe::{MAIN, Universe};

fn row(tool: &str, action: Option<&str>, gated: bool) -> Row {
    Row {
        tool: tool.into(),
        action: action.map(str::to_owned),
        effects: Effects { effect: Some(Effect::Read), ..Effects::default() },
        gate: GateRow { default: Some(Verdict::Allow), gated, ..GateRow::default() },
        ..Row::default()
    }
    .seal()
}

fn rows() -> Vec<Row> {
    let mut renamed = row("machine", Some("run"), true);
    renamed.gate.gated_as = Some("machine_exec".into());
    vec![
        row("gmail", Some("list"), false),
        row("gmail", Some("send"), true),
        row("gmail", Some("draft-update"), true),
        row("slack", Some("send"), true),
        row("web_search", None, false),
        renamed.seal(),
    ]
}

fn snapshot(text: &str, policy: Policy) -> (Snapshot, Vec<String>) {
    let (rows, mut policy, mut findings) = (rows(), policy, Vec::new());
    let permissions = parse("permissions.json", text, &mut findings).unwrap();
    apply(&permissions, MAIN, &rows, &mut policy, &mut findings);
    let universe = Universe::of(&rows, &policy);
    let table = Table::of(&policy, &universe);
    let snapshot = Snapshot { policy, universe, table, ..Snapshot::default() };
    (snapshot, findings.iter().map(ToString::to_string).collect())
}

fn reasons(text: &str) -> Vec<&'static str> {
    let snapshot = snapshot(&format!(r#"{{"external_tools":{text}}}"#), Policy::default()).0;
    [
        ("gmail", Some("list")),
        ("gmail", Some("send")),
        ("gmail", Some("draft_update")),
        ("slack", Some("send")),
        ("web_search", None),
        ("machine", Some("run")),
    ]
    .into_iter()
    .map(|(tool, action)| access(&snapshot, tool, action, "", "cli").reason)
    .collect()
}

#[test]
fn allow_all_gives_no_gated_action_and_a_permit_gives_one() {
    const GATED: &str = "action_gated";
    assert_eq!(reasons(r#"{"allow_all":true}"#), ["ok", GATED, GATED, GATED, "ok", GATED]);
    let permits = r#"{"allow_all":true,"allow":["gmail_send"]}"#;
    assert_eq!(reasons(permits), ["ok", "ok", GATED, GATED, "ok", GATED]);
    let permits = r#"{"allow_all":true,"allow":["gmail_draft-update","machine_exec"]}"#;
    assert_eq!(reasons(permits), ["ok", GATED, "ok", GATED, "ok", "ok"]);
    // The hyphen is part of the key, and so is the other name.
    let permits = r#"{"allow_all":true,"allow":["gmail_draft_update","machine_run"]}"#;
    assert_eq!(reasons(permits), ["ok", GATED, GATED, GATED, "ok", GATED]);
}

#[test]
fn a_list_admits_only_what_it_names_and_a_permit_admits_no_tool() {
    const NOT: &str = "tool_not_permitted";
    assert_eq!(reasons(r#"{"allow":["web_search"]}"#), [NOT, NOT, NOT, NOT, "ok", NOT]);
    assert_eq!(reasons(r#"{"allow":["gmail_send"]}"#), [NOT, NOT, NOT, NOT, NOT, NOT]);
    assert_eq!(reasons(r#"{"allow":["gmail","gmail_send"]}"#), ["ok", "ok", "action_gated", NOT, NOT, NOT]);
    assert_eq!(reasons(r#"{"allow_all":false}"#), [NOT; 6]);
    assert_eq!(reasons(r#"{"allow":[]}"#), [NOT; 6]);
}

#[test]
fn deny_beats_allow() {
    let denied = ["tool_denied", "tool_denied", "tool_denied"];
    assert_eq!(reasons(r#"{"allow_all":true,"allow":["gmail_send"],"deny":["gmail"]}"#)[..3], denied);
    assert_eq!(reasons(r#"{"allow":["gmail","gmail_send"],"deny":["gmail"]}"#)[..3], denied);
    assert_eq!(
        reasons(r#"{"allow_all":true,"allow":["gmail_send"],"deny":["gmail_send"]}"#)[..2],
        ["ok", "action_gated"]
    );
}

#[test]
fn unknown_names_do_nothing_and_are_said() {
    let (snapshot, findings) = snapshot(
        r#"{"external_tools":{"allow_all":true,"allow":["gmail_sent"],"deny":["discord"]}}"#,
        Policy::default(),
    );
    assert!(access(&snapshot, "web_search", None, "", "cli").permitted);
    assert!(
        findings[0].contains("warning[TG0705]") && findings[0].contains("did you mean `gmail_send`?"),
        "{findings:#?}"
    );
    assert!(findings[1].contains("`discord`: it denies nothing"), "{findings:#?}");
    let unknown = access(&snapshot, "discord", Some("send"), "", "cli");
    assert_eq!((unknown.permitted, unknown.reason), (false, "unknown_tool"));
    for (tool, surface) in [("*", "cli"), ("web_search", "moon")] {
        assert_eq!(access(&snapshot, tool, None, "", surface).reason, "unknown_tool");
    }
    assert!(access(&snapshot, "gmail", None, "", "cli").permitted);
}

#[test]
fn a_list_of_the_policys_own_holds_too() {
    let name = |text: &str| Name { text: text.into(), place: Default::default() };
    let mut policy = Policy::default();
    let own = Names { names: vec![name("*_search"), name("slack*")], place: Default::default() };
    policy.agents.entry(MAIN.into()).or_default().reach.allowed = Some(own);
    let (snapshot, _) = snapshot(r#"{"external_tools":{"allow":["web_search","gmail"]}}"#, policy);
    let permitted = |tool: &str| access(&snapshot, tool, None, "", "cli").permitted;
    assert!(permitted("web_search") && !permitted("gmail") && !permitted("slack"));
}

#[test]
fn commands_are_what_both_lists_allow() {
    let name = |text: &str| Name { text: text.into(), place: Default::default() };
    let run = |own: Option<&[&str]>, text: &str| {
        let mut policy = Policy::default();
        policy.commands.allowed =
            own.map(|own| Names { names: own.iter().map(|text| name(text)).collect(), place: Default::default() });
        let (snapshot, findings) = snapshot(&format!(r#"{{"commands":{text}}}"#), policy);
        let allowed = snapshot.policy.commands.allowed.map(|names| names.names.into_iter().map(|it| it.text).collect());
        let denied: Vec<String> = snapshot.policy.commands.denied.into_iter().map(|it| it.text).collect();
        (allowed, denied, findings.len())
    };
    let texts = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    assert_eq!(run(None, r#"{"deny":["rm -rf"]}"#), (None, vec!["rm -rf".into()], 0));
    assert_eq!(run(None, r#"{"allow":["git"]}"#).0, texts(&["git"]));
    assert_eq!(run(None, r#"{"allow_all":true}"#).0, texts(&["*"]));
    assert_eq!(run(Some(&["git status", "ls"]), r#"{"allow":["git","cat"]}"#).0, texts(&["git status"]));
    assert_eq!(run(Some(&["git"]), r#"{"allow_all":true}"#).0, texts(&["git"]));
    assert_eq!(run(Some(&["*"]), r#"{"allow":["=git log"]}"#).0, texts(&["=git log"]));
    assert_eq!(run(Some(&["=git log"]), r#"{"allow":["git log -p"]}"#), (texts(&[]), Vec::new(), 1));
}
