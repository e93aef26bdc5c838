//! Explanations of calls: the steps, where they stop, and that nothing happens.

use super::*;
use crate::{tool, tools};

/// Say something.
#[tool(effect = read)]
fn say(
    /// What to say.
    text: String,
) -> String {
    text
}

/// Destroy something.
#[tool(effect = destructive)]
fn destroy() -> &'static str {
    "gone"
}

/// Send something.
#[tool(effect = read, gated)]
fn send() -> &'static str {
    "sent"
}

static TOOLS: crate::Table = tools![say, destroy, send];

fn went(explanation: &Explanation, step: Step) -> Went {
    explanation.steps.iter().find(|explained| explained.step == step).unwrap().went
}

#[test]
fn a_step_that_refuses_is_the_last_that_is_reached() {
    let tools = Tools::from(&TOOLS);
    let context = Context::new();
    let ok = tools.explain(&context, "say", Some(r#"{"text":"x"}"#));
    assert_eq!((ok.verdict, ok.code.as_str(), went(&ok, Step::Handler)), (Verdict::Allow, "ok", Went::Passed));
    let wrong = tools.explain(&context, "say", Some("{}"));
    assert_eq!((wrong.code.as_str(), went(&wrong, Step::Arguments)), ("args.schema", Went::Refused));
    assert_eq!((went(&wrong, Step::Id), went(&wrong, Step::Base)), (Went::Passed, Went::NotReached));
    let open = tools.explain(&context, "say", None);
    assert_eq!((open.verdict, went(&open, Step::Capability)), (Verdict::Allow, Went::NotJudged));
    let unknown = tools.explain(&context, "sey", None);
    assert_eq!((unknown.code.as_str(), went(&unknown, Step::Id)), ("id.unknown", Went::Refused));
    let gated = tools.explain(&context, "send", Some("{}"));
    assert_eq!((gated.code.as_str(), went(&gated, Step::Grant)), ("grant.missing", Went::Refused));
}

#[test]
fn a_supervised_call_is_asked_about_or_refused_where_nobody_is_there() {
    let tools = Tools::from(&TOOLS);
    let nobody = tools.explain(&Context::new(), "destroy", Some("{}"));
    assert_eq!((nobody.verdict, nobody.code.as_str()), (Verdict::Deny, "approval.nobody"));
    let tools = tools.approver(crate::gate::Desk::new());
    let asks = tools.explain(&Context::new(), "destroy", Some("{}"));
    assert_eq!((asks.verdict, asks.code.as_str()), (Verdict::Supervised, "approval.needed"));
    assert_eq!(asks.elsewhere.len(), Surface::ALL.len() - 1);
    let text = asks.to_string();
    assert!(text.starts_with("destroy on library: supervised (approval.needed)\n   1 id          ok"), "{text}");
}
