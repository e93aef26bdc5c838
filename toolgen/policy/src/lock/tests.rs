//! Tools and policies in; the lock's text and what two locks differ in out.

use toolgen_model::effect::Effects;

use super::*;
use crate::load::load;
use crate::source::Sources;

fn row(tool: &str, action: Option<&str>, gate: GateRow) -> Row {
    let effects = Effects { effect: Some(Effect::Write), ..Effects::default() };
    Row { tool: tool.into(), action: action.map(str::to_owned), gate, effects, ..Row::default() }.seal()
}

fn rows() -> Vec<Row> {
    let net = GateRow { net: vec!["b.example.com".into(), "a.example.com".into()], ..GateRow::default() };
    vec![row("fetch", None, net), row("gmail", Some("send"), GateRow { gated: true, ..GateRow::default() })]
}

fn lock(rows: &[Row], policy: &str) -> Lock {
    Lock::of(&load(&Sources::of_file("toolgen.toml", policy), rows).unwrap(), rows)
}

fn said(change: &Change) -> Vec<String> {
    let cells = change.cells.iter().filter(|cell| cell.surface == "cli");
    let cells = cells.map(|cell| {
        let from = cell.from.map_or("none", Verdict::name);
        format!("{} {from}>{}", cell.agent.as_deref().unwrap_or("*"), cell.to.name())
    });
    let wide = change.widened.iter().map(|it| format!("{} {:?}>{:?}", it.what, it.from, it.to));
    cells.chain(wide).collect()
}

#[test]
fn the_text_has_an_agent_a_line_and_comes_back() {
    let lock = lock(&rows(), "[agents.researcher]\nallowed_tools = [\"fetch\"]\n");
    let text = lock.to_text();
    let cells = r#"{"agent": "supervised", "background": "supervised", "cli": "supervised", "delegate": "supervised", "library": "supervised", "mcp": "supervised", "schedule": "supervised"}"#;
    assert!(text.contains(&format!("        \"researcher\": {cells}\n      }},\n")), "{text}");
    assert!(text.contains(r#""capabilities": {"net":["a.example.com","b.example.com"]},"#), "{text}");
    assert!(
        text.contains("    \"gmail_send\": {\n      \"tool\": \"gmail\",\n      \"action\": \"send\",\n"),
        "{text}"
    );
    assert_eq!(Lock::parse(&text).unwrap(), lock);
    assert_eq!(Lock::parse(&Lock::of(&Snapshot::default(), &[]).to_text()).unwrap().tools.len(), 0);
    let accepted = lock.clone().accepting(&Lock::of(&Snapshot::default(), &[]), "first");
    assert_eq!(Lock::parse(&accepted.to_text()).unwrap(), accepted);
}

#[test]
fn what_cannot_be_read_is_named() {
    let text = lock(&rows(), "").to_text();
    for (changed, part) in [
        ("{".to_owned(), "this is no gate lock"),
        ("[]".to_owned(), "this is no gate lock"),
        (text.replace("\"lockVersion\": 1", "\"lockVersion\": 2"), "version 2"),
        (text.replace("\"supervised\"", "\"perhaps\""), "unknown variant"),
        (text.replace("\"effect\"", "\"effects\""), "unknown field"),
        (
            text.replace("\n}\n", ",\"accepted\":[{\"tool\":\"a\",\"digest\":\"x\",\"reason\":\" \"}]}"),
            "gives no reason",
        ),
    ] {
        assert!(Lock::parse(&changed).unwrap_err().contains(part), "{part}: {:?}", Lock::parse(&changed));
    }
}

#[test]
fn every_way_of_permitting_more_is_found_and_no_way_of_permitting_less() {
    let rows = rows();
    let strict = lock(&rows, "");
    let allow = "[security.tool_policy.tools]\nfetch = \"allow\"\n";
    let open = lock(&rows, allow);
    let changes = looser(&strict, &open);
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].tool.as_str(), changes[0].cells.len()), ("fetch", 14));
    assert_eq!(said(&changes[0]), ["main supervised>allow", "* supervised>allow"]);
    assert!(looser(&open, &strict).is_empty() && looser(&open, &open).is_empty());

    let granted = lock(&rows, "[[security.tool_policy.grants]]\ntool = \"gmail\"\naction = \"send\"\n");
    assert_eq!(said(&looser(&strict, &granted)[0]), ["main deny>supervised", "* deny>supervised"]);

    let mut changed = rows.clone();
    changed[0].gate.net.push("c.example.com".into());
    changed[0].gate.exec.push("git".into());
    changed[0].effects.effect = Some(Effect::Read);
    let changed: Vec<Row> = changed.into_iter().map(Row::seal).collect();
    let wide = looser(&lock(&rows, allow), &lock(&changed, allow));
    assert_eq!(
        said(&wide[0]),
        ["effect Some(\"write\")>Some(\"read\")", "exec None>Some(\"git\")", "net None>Some(\"c.example.com\")"]
    );

    let mut ungated = rows.clone();
    ungated[1].gate.gated = false;
    let grants = "[security.tool_policy.tools.gmail]\nsend = \"deny\"\n";
    let wide = looser(&lock(&rows, grants), &lock(&ungated, grants));
    assert_eq!(said(&wide[0]), ["gated Some(\"true\")>Some(\"false\")"]);
    let mut renamed = rows.clone();
    renamed[1].gate.gated_as = Some("mail".into());
    assert_eq!(said(&looser(&strict, &lock(&renamed, ""))[0]), ["gatedAs None>Some(\"mail\")"]);
}

#[test]
fn a_new_tool_permitted_nothing_before_and_a_new_agent_had_what_others_had() {
    let rows = rows();
    let only: Vec<Row> = rows[1..].to_vec();
    let changes = looser(&lock(&only, ""), &lock(&rows, ""));
    assert_eq!(said(&changes[0])[..2], ["main none>supervised", "* none>supervised"]);
    assert!(looser(&lock(&rows, ""), &lock(&only, "")).is_empty());
    // With agents declared, others are refused: a new agent is a new permission.
    let one = "[agents.a]\nallowed_tools = [\"fetch\"]\n";
    let two = "[agents.a]\nallowed_tools = [\"fetch\"]\n[agents.b]\nallowed_tools = [\"fetch\"]\n";
    let changes = looser(&lock(&rows, one), &lock(&rows, two));
    assert_eq!(said(&changes[0]), ["b deny>supervised"]);
    assert!(looser(&lock(&rows, two), &lock(&rows, one)).is_empty());
    // Without any, everybody is the program's own agent.
    assert!(looser(&lock(&rows, ""), &lock(&rows, one)).is_empty());
    assert_eq!(
        said(&looser(&lock(&rows, "[agents.a]\nallowed_tools = []\n"), &lock(&rows, ""))[0])[..1],
        ["a deny>supervised"]
    );
}

#[test]
fn an_acceptance_is_bound_to_its_change() {
    let rows = rows();
    let strict = lock(&rows, "");
    let open = lock(&rows, "[security.tool_policy.tools]\nfetch = \"allow\"\n");
    assert_eq!(judge(&strict, &open).open.len(), 1);
    let accepted = open.clone().accepting(&strict, "the fetcher reads only");
    let judged = judge(&strict, &accepted);
    assert_eq!((judged.open.len(), judged.accepted.len(), judged.unused.len()), (0, 1, 0));
    // Another change of the same tool is not accepted, and the entry accepts nothing.
    let mut wider = accepted.clone();
    let fetch = wider.tools.get_mut("fetch").unwrap();
    fetch.capabilities.insert("exec".into(), vec!["sh".into()]);
    let judged = judge(&strict, &wider);
    assert_eq!((judged.open.len(), judged.accepted.len(), judged.unused.len()), (1, 0, 1));
    // What was accepted once is history, and accepts nothing again.
    let later = wider.clone().accepting(&accepted, "runs a shell now");
    assert_eq!(later.accepted.len(), 2);
    let judged = judge(&accepted, &later);
    assert_eq!((judged.open.len(), judged.accepted.len(), judged.unused.len()), (0, 1, 0));
    assert_eq!(judge(&later, &later), Judged::default());
    let mut back = open.clone();
    back.accepted.clone_from(&accepted.accepted);
    let mut before = strict.clone();
    before.accepted.clone_from(&accepted.accepted);
    assert_eq!(judge(&before, &back).open.len(), 1);
}
