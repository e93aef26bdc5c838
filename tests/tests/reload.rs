//! A reload, as the program that calls `Tools::reload` sees it: new sources in, other verdicts, limits, settings and
//! records out, at once and for the tools that run already.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::sync::Arc;

use toolgen_runtime::audit::{Archive, File, Journal, records};
use toolgen_runtime::policy::live::By;
use toolgen_runtime::policy::{Sources, load};
use toolgen_runtime::redact::Redactor;
use toolgen_runtime::{Context, Table, Tools, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look() -> &'static str {
    "seen"
}

/// Change something.
#[tool(effect = write, default = allow)]
fn change() -> &'static str {
    "changed"
}

static TOOLS: Table = tools![look, change];

fn sources(text: &str) -> Sources {
    Sources::of_file("toolgen.toml", text)
}

fn under(text: &str) -> Tools {
    let tools = Tools::from(&TOOLS);
    let snapshot = load(&sources(text), &tools.rows().unwrap()).unwrap();
    tools.under(snapshot)
}

/// `ok`, or the code of the refusal.
fn call(tools: &Tools, name: &str) -> String {
    match tools.call_now(&Context::new(), name, "{}").outcome {
        Ok(_) => "ok".to_owned(),
        Err(error) => {
            let code = error.context.as_ref().and_then(|context| context.get("code")?.as_str().map(str::to_owned));
            code.unwrap_or_else(|| error.message.clone())
        }
    }
}

#[test]
fn the_limits_of_a_policy_hold_without_more_ado() {
    let tools = under("[autonomy]\nmax_actions_per_hour = 1\n");
    assert_eq!([call(&tools, "change"), call(&tools, "change"), call(&tools, "look")], ["ok", "rate.actions", "ok"]);
}

#[test]
fn a_cost_budget_is_spent_by_the_calls_that_cost() {
    let tools = under("[autonomy]\nmax_cost_per_day_cents = 5\n[security.rate.cents]\nlook = 3\n");
    assert_eq!([call(&tools, "look"), call(&tools, "look"), call(&tools, "change")], ["ok", "rate.cost", "ok"]);
}

#[test]
fn a_reload_sets_verdicts_limits_and_settings_and_keeps_what_was_counted() {
    let tools = under("[autonomy]\nmax_actions_per_hour = 2\n");
    assert_eq!(call(&tools, "change"), "ok");
    let tighter = "[autonomy]\nmax_actions_per_hour = 1\n[security.tool_policy.tools]\nlook = \"deny\"\n";
    assert_eq!(tools.reload(&sources(tighter), By::Operator).unwrap(), 2);
    assert_eq!([call(&tools, "change"), call(&tools, "look")], ["rate.actions", "policy.deny"]);
    let setting = |tools: &Tools| tools.configuration().get("autonomy.max_actions_per_hour").cloned();
    assert_eq!(setting(&tools), Some(1.into()));
    // One that is faulty changes nothing of it.
    assert!(tools.reload(&sources("[autonomy]\nmax_actions_per_hour = \"x\"\n"), By::Operator).is_err());
    assert_eq!((setting(&tools), call(&tools, "change")), (Some(1.into()), "rate.actions".to_owned()));
    tools.reload(&sources("[autonomy]\nmax_actions_per_hour = 3\n"), By::Operator).unwrap();
    assert_eq!([call(&tools, "change"), call(&tools, "change"), call(&tools, "change")], ["ok", "ok", "rate.actions"]);
}

#[test]
fn the_audit_log_has_the_reload_and_keeps_both_policies() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.jsonl");
    let first = sources("[security.tool_policy.tools]\nchange = \"deny\"\n");
    let journal = Journal::file(File::at(&log), Arc::new(Redactor::new())).under(&first.archived());
    let tools = Tools::from(&TOOLS).audit(Arc::new(journal));
    let snapshot = load(&first, &tools.rows().unwrap()).unwrap();
    let tools = tools.under(snapshot);
    assert_eq!(call(&tools, "change"), "policy.deny");
    tools.reload(&sources(""), By::Operator).unwrap();
    assert_eq!(call(&tools, "change"), "ok");
    let all: Vec<_> = records(&log).unwrap().map(Result::unwrap).collect();
    assert_eq!(all.iter().map(|record| record.event()).collect::<Vec<_>>(), ["refused", "policy", "intent", "outcome"]);
    assert_eq!((all[1].text("origin"), all[1].number("epoch")), ("reload by the operator", Some(2)));
    assert_eq!((all[1].text("policy"), all[2].number("epoch")), (all[2].text("policy"), Some(2)));
    assert_ne!(all[0].text("policy"), all[2].text("policy"));
    for (record, text) in [(&all[0], first.archived()), (&all[2], sources("").archived())] {
        assert_eq!(Archive::beside(&log).read(record.text("policy")).unwrap(), text);
    }
}
