//! The whole gate against a small interpreter that was written apart from it: random policies and calls in, the same
//! answer from both out. And that a policy only tightens: one more denial, one grant less, loosens no call.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use proptest::prelude::*;
use toolgen_runtime::context::{Context, Surface};
use toolgen_runtime::gate::Desk;
use toolgen_runtime::policy::{Sources, load};
use toolgen_runtime::{Table, Tools, Verdict, tool, tools};

/// Look at something.
#[tool(effect = read, group = "notes")]
fn look(
    /// At what.
    text: &str,
) -> String {
    text.to_owned()
}

/// Change something.
#[tool(effect = write, group = "notes")]
fn change(
    /// To what.
    text: &str,
) -> String {
    text.to_owned()
}

/// Never.
#[tool(effect = destructive, default = deny)]
fn never(
    /// What.
    text: &str,
) -> String {
    text.to_owned()
}

/// Send a mail.
#[tool(name = "mail.send", effect = write, default = allow, gated, group = "mail")]
fn send(
    /// The text.
    text: &str,
) -> String {
    text.to_owned()
}

/// List mails.
#[tool(name = "mail.list", effect = read, group = "mail")]
fn list(
    /// Which.
    text: &str,
) -> String {
    text.to_owned()
}

static TOOLS: Table = tools![look, change, never, send, list];

/// What the interpreter knows of a tool: tool, action, declared verdict, whether it reads, gated, group.
type Declared = (&'static str, Option<&'static str>, Verdict, bool, bool, Option<&'static str>);

use Verdict::{Allow, Deny, Supervised};

const DECLARED: [Declared; 5] = [
    ("look", None, Allow, true, false, Some("notes")),
    ("change", None, Supervised, false, false, Some("notes")),
    ("never", None, Deny, false, false, None),
    ("mail", Some("send"), Allow, false, true, Some("mail")),
    ("mail", Some("list"), Allow, true, false, Some("mail")),
];

const AGENTS: [&str; 3] = ["", "reader", "stranger"];

/// A policy as the test thinks of it.
#[derive(Clone, Debug)]
struct Rules {
    default: Option<Verdict>,
    groups: [Option<Verdict>; 2],
    entries: [Option<Verdict>; 5],
    readonly: bool,
    grant: bool,
    /// The allowed tools of `reader`, by place; none declares no agent at all
    reader: Option<Vec<usize>>,
    /// What the surface `mcp` does not have
    hidden: Vec<usize>,
    /// The verdict when the text of `look` begins with `secret`
    argument: Option<Verdict>,
}

fn wire(at: usize) -> String {
    let (tool, action, ..) = DECLARED[at];
    action.map_or_else(|| tool.to_owned(), |action| format!("{tool}_{action}"))
}

/// The policy's text.
fn text(rules: &Rules) -> String {
    let mut text = String::new();
    if rules.readonly {
        text.push_str("[autonomy]\nlevel = \"readonly\"\n");
    }
    if let Some(verdict) = rules.default {
        text.push_str(&format!("[security.tool_policy]\ndefault = \"{}\"\n", verdict.name()));
    }
    for (name, verdict) in ["notes", "mail"].iter().zip(rules.groups) {
        if let Some(verdict) = verdict {
            text.push_str(&format!("[security.tool_policy.groups]\n{name} = \"{}\"\n", verdict.name()));
        }
    }
    // One table of a name: the groups stand together.
    let text = text.replacen("[security.tool_policy.groups]\nmail", "mail", usize::from(rules.groups[0].is_some()));
    let mut text = text;
    text.push_str("[security.tool_policy.tools]\n");
    for (at, verdict) in rules.entries.iter().enumerate() {
        let (tool, action, ..) = DECLARED[at];
        if let Some(verdict) = verdict {
            let name = action.map_or_else(|| tool.to_owned(), |action| format!("{tool}.{action}"));
            text.push_str(&format!("{name} = \"{}\"\n", verdict.name()));
        }
    }
    if rules.grant {
        text.push_str("[[security.tool_policy.grants]]\ntool = \"mail\"\naction = \"send\"\n");
    }
    if let Some(verdict) = rules.argument {
        text.push_str(&format!(
            "[[security.tool_policy.arguments]]\ntool = \"look\"\nargument = \"text\"\nprefix = \"secret\"\nverdict = \"{}\"\n",
            verdict.name()
        ));
    }
    let names = |places: &[usize]| places.iter().map(|at| format!("\"{}\"", wire(*at))).collect::<Vec<_>>().join(", ");
    if let Some(allowed) = &rules.reader {
        text.push_str(&format!("[agents.reader]\nallowed_tools = [{}]\n", names(allowed)));
    }
    if !rules.hidden.is_empty() {
        text.push_str(&format!("[surfaces.mcp]\ndenied_tools = [{}]\n", names(&rules.hidden)));
    }
    text
}

/// The interpreter: what each rule says, the strictest of all.
fn expected(rules: &Rules, at: usize, agent: &str, surface: Surface, argument: &str) -> Verdict {
    let (_, _, declared, reads, gated, group) = DECLARED[at];
    let of_group = match group {
        Some("notes") => rules.groups[0],
        Some("mail") => rules.groups[1],
        _ => None,
    };
    let mut verdict = match (rules.entries[at], of_group.or(rules.default)) {
        (Some(entry), _) => entry,
        (None, Some(said)) => said.max(declared),
        (None, None) => declared,
    };
    let mut tighten = |by: Verdict| verdict = verdict.max(by);
    let deny_if = |refused: bool| if refused { Deny } else { Allow };
    tighten(deny_if(rules.readonly && !reads));
    tighten(deny_if(gated && !rules.grant));
    tighten(deny_if(surface == Surface::Mcp && rules.hidden.contains(&at)));
    if let Some(allowed) = &rules.reader {
        tighten(deny_if(agent == "stranger"));
        tighten(deny_if(agent == "reader" && !allowed.contains(&at)));
    }
    if at == 0 && argument.starts_with("secret") {
        tighten(rules.argument.unwrap_or(Allow));
    }
    verdict
}

/// What the gate makes of it: by its explanation, and by a call of it.
fn actual(tools: &Tools, at: usize, agent: &str, surface: Surface, argument: &str) -> Verdict {
    let context = Context::new().for_agent(agent.to_owned()).through(surface);
    let arguments = format!(r#"{{"text":"{argument}"}}"#);
    let explanation = tools.explain(&context, &wire(at), Some(&arguments));
    let reply = tools.call_now(&context, &wire(at), &arguments);
    assert_eq!(reply.is_ok(), explanation.verdict == Allow, "{explanation}{reply:?}");
    let listed = tools.offered(&context).any(|tool| tool.name == wire(at));
    assert!(listed || explanation.verdict == Deny, "what is not listed can be called: {explanation}");
    explanation.verdict
}

/// The tools under the policy; none for one that does not load, such as one with a rule that decides nothing.
fn under(rules: &Rules) -> Option<Tools> {
    let tools = Tools::from(&TOOLS);
    let rows = tools.rows().unwrap();
    let snapshot = load(&Sources::of_file("random.toml", text(rules)), &rows);
    snapshot.ok().map(|snapshot| tools.under(snapshot))
}

fn rules() -> impl Strategy<Value = Rules> {
    let verdict = || proptest::option::of(prop_oneof![Just(Allow), Just(Supervised), Just(Deny)]);
    let places =
        || proptest::collection::btree_set(0_usize..5, 0..5).prop_map(|set| set.into_iter().collect::<Vec<_>>());
    (
        verdict(),
        [verdict(), verdict()],
        [verdict(), verdict(), verdict(), verdict(), verdict()],
        any::<bool>(),
        any::<bool>(),
        proptest::option::of(places()),
        places(),
        proptest::option::of(prop_oneof![Just(Supervised), Just(Deny)]),
    )
        .prop_map(|(default, groups, entries, readonly, grant, reader, hidden, argument)| Rules {
            default,
            groups,
            entries,
            readonly,
            grant,
            reader,
            hidden,
            argument,
        })
}

/// Every call over the finite rest: tool, agent, surface, argument.
fn calls() -> impl Iterator<Item = (usize, &'static str, Surface, &'static str)> {
    (0..DECLARED.len()).flat_map(|at| {
        AGENTS.into_iter().flat_map(move |agent| {
            [Surface::Cli, Surface::Mcp].into_iter().flat_map(move |surface| {
                ["plain", "secret plan"].into_iter().map(move |text| (at, agent, surface, text))
            })
        })
    })
}

/// A supervised call is a denial where nobody is asked.
fn headless(verdict: Verdict) -> Verdict {
    if verdict == Supervised { Deny } else { verdict }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_gate_says_what_the_interpreter_says(rules in rules()) {
        let Some(tools) = under(&rules) else { return Ok(()) };
        for (at, agent, surface, argument) in calls() {
            let (ours, theirs) = (actual(&tools, at, agent, surface, argument), expected(&rules, at, agent, surface, argument));
            prop_assert_eq!(ours, headless(theirs), "{} for {:?} on {:?} with {:?}\n{}", wire(at), agent, surface, argument, text(&rules));
        }
    }

    #[test]
    fn one_more_denial_or_one_grant_less_loosens_nothing(rules in rules(), place in 0_usize..5) {
        let mut stricter = rules.clone();
        match place {
            0 => stricter.hidden = (0..5).collect(),
            1 => stricter.entries[1] = Some(Deny),
            2 => stricter.grant = false,
            3 => stricter.readonly = true,
            _ => stricter.argument = Some(Deny),
        }
        let (Some(before), Some(after)) = (under(&rules), under(&stricter)) else { return Ok(()) };
        for (at, agent, surface, argument) in calls() {
            prop_assert!(actual(&after, at, agent, surface, argument) >= actual(&before, at, agent, surface, argument), "{}", text(&stricter));
        }
    }
}

#[test]
fn most_random_policies_load_so_that_the_comparison_says_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let loaded = (0..64).filter(|_| under(&rules().new_tree(&mut runner).unwrap().current()).is_some()).count();
    assert!(loaded >= 16, "only {loaded} of 64 load");
}

#[test]
fn a_supervised_call_is_asked_about_where_somebody_is_there() {
    let rules = Rules {
        default: None,
        groups: [None, None],
        entries: [None; 5],
        readonly: false,
        grant: false,
        reader: None,
        hidden: Vec::new(),
        argument: None,
    };
    let tools = under(&rules).unwrap().approver(Desk::new());
    let explanation = tools.explain(&Context::new(), "change", Some(r#"{"text":"x"}"#));
    assert_eq!((explanation.verdict, explanation.code.as_str()), (Supervised, "approval.needed"));
}
