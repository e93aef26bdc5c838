//! Policies with one fault each in, the finding with its line out.

use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::GateRow;
use toolgen_model::json::Json;

use crate::finding::{Finding, Severity, code};
use crate::{Sources, load};

fn row(tool: &str, action: Option<&str>, effect: Option<Effect>) -> Row {
    Row {
        tool: tool.into(),
        action: action.map(str::to_owned),
        effects: Effects { effect, ..Effects::default() },
        input: Json::parse(r#"{"type":"object","properties":{"path":{"type":"string"}}}"#).unwrap(),
        ..Row::default()
    }
}

fn rows() -> Vec<Row> {
    let mut send = row("gmail", Some("send"), Some(Effect::Destructive));
    send.gate = GateRow {
        gated: true,
        secrets: vec!["GMAIL".into()],
        net: vec!["gmail.example.com".into()],
        ..GateRow::default()
    };
    send.group = Some("mail".into());
    let mut nightly = row("cron_mail", None, Some(Effect::Write));
    nightly.group = Some("mail".into());
    let all = [
        row("file_read", None, Some(Effect::Read)),
        row("shell", None, None),
        send,
        row("gmail", Some("list"), Some(Effect::Read)),
        nightly,
    ];
    all.into_iter().map(Row::seal).collect()
}

fn findings_of(text: &str, rows: &[Row]) -> Vec<Finding> {
    match load(&Sources::of_file("toolgen.toml", text), rows) {
        Ok(snapshot) => snapshot.warnings,
        Err(findings) => findings,
    }
}

/// The code, the weight and the line of each finding.
fn found(text: &str) -> Vec<(&'static str, Severity, u32)> {
    let all = findings_of(text, &rows());
    for finding in &all {
        assert!(finding.help.is_some() && !finding.message.ends_with('.'), "{finding}");
    }
    all.iter().map(|finding| (finding.code, finding.severity, finding.place.line)).collect()
}

const ERROR: Severity = Severity::Error;
const WARNING: Severity = Severity::Warning;
const TOOLS: &str = "[security.tool_policy.tools]\n";

#[test]
fn unknown_names_are_errors_with_the_nearest_one() {
    assert_eq!(found(&format!("{TOOLS}shel = \"deny\"\n")), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    let near = &findings_of(&format!("{TOOLS}shel = \"deny\"\n"), &rows())[0];
    assert_eq!(near.help.as_deref(), Some("did you mean `shell`?"));
    assert_eq!(found(&format!("{TOOLS}gmail.snd = \"deny\"\n")), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(found(&format!("{TOOLS}\"mcp_x_*\" = \"deny\"\n")), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(found("[security.tool_policy.groups]\nmial = \"deny\"\n"), [(code::UNKNOWN_GROUP, ERROR, 2)]);
    assert_eq!(found("[agents.a]\nallowed_tools = [\n\"shell\",\n\"sell\"]\n"), [(code::UNKNOWN_TOOL, ERROR, 4)]);
    assert_eq!(found("[agents.a.may_delegate]\nb = \"ceiling\"\n"), [(code::UNKNOWN_AGENT, ERROR, 2)]);
    assert_eq!(found("[surfaces.mpc]\ndenied_tools = [\"shell\"]\n"), [(code::UNKNOWN_SURFACE, ERROR, 1)]);
    assert_eq!(found("[security.rate.tools]\nshel = 3\n"), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(found("[security.rate.agents]\nbob = 3\n"), [(code::UNKNOWN_AGENT, ERROR, 2)]);
    assert_eq!(found("[autonomy]\nalways_ask = [\"shel\"]\n"), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(found("[[security.scope_rules]]\ntools_deny = [\"shel\"]\n"), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(found("[agents.a]\nallowed_secrets = [\"GMIAL\"]\n"), [(code::UNKNOWN_SECRET, ERROR, 2)]);
    assert_eq!(found("[agents.a]\nallowed_domains = [\"https://x\"]\n"), [(code::BAD_DOMAIN, ERROR, 2)]);
    assert_eq!(found("[agents.a]\nallowed_domains = [\"x.example.org\"]\n"), [(code::BAD_DOMAIN, ERROR, 2)]);
    assert_eq!(found("[agents.a]\nallowed_domains = [\"*.example.com\"]\nallowed_secrets = [\"GMAIL\"]\n"), []);
}

#[test]
fn grants_are_pairs_that_somebody_can_use() {
    let grant = |text: &str| found(&format!("[[security.tool_policy.grants]]\n{text}\n"));
    assert_eq!(grant("tool = \"gmail\"\naction = \"send\""), []);
    assert_eq!(grant("tool = \"gmail_send\""), [(code::UNKNOWN_TOOL, ERROR, 2)]);
    assert_eq!(grant("tool = \"gmail\""), [(code::UNKNOWN_TOOL, ERROR, 1)]);
    assert_eq!(grant("tool = \"gmail\"\naction = \"snd\""), [(code::UNKNOWN_TOOL, ERROR, 3)]);
    assert_eq!(grant("tool = \"gmail\"\naction = \"list\""), [(code::USELESS_GRANT, WARNING, 1)]);
    assert_eq!(
        grant("tool = \"gmail\"\naction = \"send\"\nagents = [\"x\"]"),
        [(code::UNREACHABLE_GRANT, ERROR, 1), (code::UNKNOWN_AGENT, ERROR, 4)]
    );
    let denied =
        format!("{TOOLS}gmail = \"deny\"\n[[security.tool_policy.grants]]\ntool = \"gmail\"\naction = \"send\"\n");
    assert_eq!(found(&denied), [(code::UNREACHABLE_GRANT, ERROR, 3)]);
}

#[test]
fn rules_that_decide_nothing_are_named() {
    let both = format!("{TOOLS}gmail = \"deny\"\n[security.tool_policy.tools.\"gmail*\"]\n");
    assert_eq!(found(&both), []);
    let wide = format!("{TOOLS}\"gmail*\" = \"deny\"\ngmail_send = \"supervised\"\ngmail_list = \"allow\"\n");
    assert_eq!(found(&wide), [(code::SHADOWED, WARNING, 2)]);
    let group = format!("[security.tool_policy.groups]\nautomation = \"deny\"\n{TOOLS}cron_mail = \"allow\"\n");
    assert_eq!(found(&group), [(code::SHADOWED, WARNING, 2)]);
    let default = "[security.tool_policy]\ndefault = \"deny\"\n[security.tool_policy.tools]\n\"*\" = \"supervised\"\n";
    assert_eq!(found(default), [(code::SHADOWED, WARNING, 2)]);
    let lists = "[agents.a]\nallowed_tools = [\"shell\", \"file_read\"]\ndenied_tools = [\"shell\"]\n";
    assert_eq!(found(lists), [(code::SHADOWED, WARNING, 2)]);
    let outside = "[agents.a]\nallowed_tools = [\"file_read\"]\ndenied_tools = [\"shell\"]\n";
    assert_eq!(found(outside), [(code::SHADOWED, WARNING, 3)]);
    let scopes = "[[security.scope_rules]]\nuser = \"*\"\n[[security.scope_rules]]\nuser = \"x\"\n";
    assert_eq!(found(scopes), [(code::SHADOWED, WARNING, 3)]);
}

#[test]
fn two_groups_that_disagree_are_ambiguous_unless_the_tool_has_an_entry() {
    let groups = "[security.tool_policy.groups]\nautomation = \"deny\"\nmail = \"allow\"\n";
    assert_eq!(found(groups), [(code::AMBIGUOUS_GROUPS, WARNING, 2)]);
    let settled = format!(
        "[security.tool_policy.groups]\nmail = \"deny\"\nautomation = \"allow\"\n{TOOLS}cron_mail = \"deny\"\n"
    );
    assert_eq!(found(&settled), [(code::SHADOWED, WARNING, 3)]);
}

#[test]
fn a_delegate_that_could_do_more_than_its_caller_is_an_error() {
    let agents = "[agents.a]\nallowed_tools = [\"file_read\"]\n[agents.b]\nallowed_tools = [\"shell\"]\n[agents.a.may_delegate]\n";
    assert_eq!(found(&format!("{agents}b = \"ceiling\"\n")), [(code::WIDENING_DELEGATE, ERROR, 6)]);
    assert_eq!(found(&format!("{agents}b = \"own\"\n")), []);
    let inherits =
        "[agents.a]\nallowed_tools = [\"file_read\"]\n[agents.b]\n[agents.a.may_delegate]\nb = \"ceiling\"\n";
    assert_eq!(found(inherits), []);
}

#[test]
fn an_entry_that_opens_a_tool_of_unknown_effect_is_named() {
    assert_eq!(found(&format!("{TOOLS}shell = \"allow\"\n")), [(code::LOOSENED, WARNING, 2)]);
    assert_eq!(found(&format!("{TOOLS}shell = \"supervised\"\n")), []);
}

#[test]
fn rules_over_arguments_say_what_they_mean() {
    let rule = |text: &str| found(&format!("[[security.tool_policy.arguments]]\ntool = \"file_read\"\n{text}\n"));
    assert_eq!(rule("argument = \"path\"\npattern = \"^/etc/.*$\"\nverdict = \"deny\""), []);
    assert_eq!(
        rule("argument = \"path\"\npattern = \"etc\"\nverdict = \"deny\""),
        [(code::BAD_ARGUMENT_RULE, ERROR, 4)]
    );
    assert_eq!(
        rule("argument = \"path\"\npattern = \"^a|b$\"\nverdict = \"deny\""),
        [(code::BAD_ARGUMENT_RULE, ERROR, 4)]
    );
    assert_eq!(
        rule("argument = \"path\"\npattern = \"^(?=a)$\"\nverdict = \"deny\""),
        [(code::BAD_ARGUMENT_RULE, ERROR, 4)]
    );
    assert_eq!(rule("argument = \"pth\"\nprefix = \"/\"\nverdict = \"deny\""), [(code::BAD_ARGUMENT_RULE, ERROR, 3)]);
    assert_eq!(rule("argument = \"path\"\nprefix = \"/\""), [(code::BAD_ARGUMENT_RULE, ERROR, 1)]);
    assert_eq!(rule("argument = \"path\"\nverdict = \"deny\""), [(code::BAD_ARGUMENT_RULE, ERROR, 1)]);
    assert_eq!(
        rule("argument = \"path\"\nprefix = \"/\"\nequals = \"x\"\nverdict = \"deny\""),
        [(code::BAD_ARGUMENT_RULE, ERROR, 1)]
    );
    assert_eq!(rule("argument = \"path\"\nprefix = \"/\"\nverdict = \"allow\""), [(code::SHADOWED, WARNING, 1)]);
    assert_eq!(rule("argument = \"path\"\nhost = \"*\"\nverdict = \"deny\""), [(code::BAD_DOMAIN, ERROR, 1)]);
}

#[test]
fn pairs_of_one_name_and_effects_that_are_too_weak_are_found_in_the_catalog() {
    let codes = |rows: Vec<Row>| {
        let rows: Vec<Row> = rows.into_iter().map(Row::seal).collect();
        findings_of("", &rows).iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let read = Some(Effect::Read);
    assert_eq!(
        codes(vec![row("gmail", Some("send_all"), read), row("gmail_send", Some("all"), read)]),
        [code::ALIAS_COLLISION]
    );
    assert_eq!(codes(vec![row("read-only", None, read), row("read_only", None, read)]), [code::ALIAS_COLLISION]);
    let mut weak = row("note", None, read);
    weak.gate.write = vec!["notes".into()];
    assert_eq!(codes(vec![weak]), [code::WEAK_EFFECTS]);
    let mut named = row("a", None, read);
    named.gate = GateRow { gated: true, gated_as: Some("b".into()), ..GateRow::default() };
    assert_eq!(codes(vec![named, row("b", None, read)]), [code::ALIAS_COLLISION]);
}

#[test]
fn a_project_that_loosens_what_the_user_denied_is_named() {
    let mut sources = Sources::of_file("toolgen.toml", format!("{TOOLS}file_read = \"allow\"\n"));
    sources.user.push(crate::File::new("user.toml", format!("{TOOLS}file_read = \"deny\"\n")));
    let snapshot = load(&sources, &rows()).unwrap();
    assert_eq!(snapshot.warnings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code::LOOSENED]);
}
