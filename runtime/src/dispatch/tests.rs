//! Calls through the whole road, with tools as people write them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use toolgen_model::catalog::Registry;

use super::*;
use crate::config::Config;
use crate::context::Cancel;
use crate::gate::{Answer, Approver, Asking, Question};
use crate::reply::{Body, Content};
use crate::state::State;
use crate::table::Table;
use crate::tool::More;
use crate::{tool, tools};

/// Add two numbers.
#[tool(effect = read)]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    #[arg(default = 1)]
    b: i64,
) -> i64 {
    a + b
}

/// Panic.
#[tool(effect = read)]
fn fail(
    /// What to say.
    text: String,
) -> String {
    std::panic::panic_any(text)
}

/// Panic at the second step.
#[tool(effect = read)]
async fn fail_late() -> String {
    Twice(false).await;
    std::panic::panic_any("late")
}

/// Wait for ever.
#[tool(effect = read)]
async fn wait() -> String {
    std::future::pending().await
}

/// Wait for ever, but not longer than that.
#[tool(effect = read, timeout = "50ms")]
async fn wait_briefly() -> String {
    std::future::pending().await
}

/// Take two steps.
#[tool(effect = read)]
async fn step(
    /// What to say.
    text: &str,
) -> String {
    Twice(false).await;
    text.to_owned()
}

/// Say how long there is.
#[tool(effect = read, timeout = "1h")]
fn left(context: &Context) -> bool {
    context.deadline().is_some_and(|deadline| deadline > Instant::now() + Duration::from_secs(3000))
}

/// Destroy something.
#[tool(effect = destructive, confirm = "Destroy “${input.what}”?")]
fn destroy(
    /// What to destroy.
    what: String,
    count: &State<AtomicUsize>,
) -> String {
    count.fetch_add(1, Ordering::SeqCst);
    what
}

/// Send something.
#[tool(effect = read, gated)]
fn send() -> &'static str {
    "sent"
}

/// Never to be called.
#[tool(effect = destructive, default = deny)]
fn never() -> &'static str {
    "done"
}

/// Show a picture.
#[tool(effect = read)]
fn picture() -> Vec<Content> {
    vec![Content::Image { data: vec![1, 2, 3], mime_type: "image/png".into() }, Content::Text("a picture".into())]
}

const fn only(list: &[crate::tool::Tool]) -> crate::tool::Tool {
    list[0]
}

/// Tools with what no function says.
mod pack {
    use super::{Entry, More, add__tool, only};
    use crate::tool::Tool;

    #[allow(non_upper_case_globals, reason = "the name that `tools!` gives to a pack")]
    pub(super) const TOOLS__tool: &[Tool] = &[
        Tool { name: "conditional", more: Some(&More { when: Some("git.enabled"), ..More::NONE }), ..only(add__tool) },
        Tool { name: "minimal", more: Some(&More { minimal: true, ..More::NONE }), ..only(add__tool) },
        Tool { name: "data", entry: Entry::Data, ..only(add__tool) },
    ];
}

static TOOLS: Table =
    tools![add, fail, fail_late, wait, wait_briefly, step, left, destroy, send, never, picture, pack::TOOLS];

/// A future that is ready at its second poll.
struct Twice(bool);

impl std::future::Future for Twice {
    type Output = ();
    fn poll(mut self: std::pin::Pin<&mut Self>, polling: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return std::task::Poll::Ready(());
        }
        let waker = polling.waker().clone();
        std::thread::spawn(move || waker.wake());
        std::task::Poll::Pending
    }
}

fn all() -> Tools {
    TOOLS.with(AtomicUsize::new(0))
}

fn call(tools: &Tools, name: &str, arguments: &str) -> Reply {
    tools.call_now(&Context::new(), name, arguments)
}

#[track_caller]
fn refused(reply: Reply, stage: Stage, kind: &str, part: &str) {
    let error = reply.outcome.as_ref().unwrap_err();
    let whole = error.to_json();
    assert!(reply.stage == stage && error.error_type == kind && whole.contains(part), "{:?}: {whole}", reply.stage);
}

#[test]
fn a_call_comes_back_with_its_reply() {
    let tools = all();
    assert_eq!(call(&tools, "add", r#"{"a":2,"b":3}"#).text(), "5");
    assert_eq!(call(&tools, "add", r#"{"a":2}"#).outcome, Ok(Body::Json("3".into())));
    assert_eq!(call(&tools, "step", r#"{"text":"two"}"#).text(), "two");
    assert_eq!(call(&tools, "picture", "{}").text(), "[image image/png, 3 bytes]\na picture");
    assert_eq!(call(&tools, "left", "{}").text(), "true");
}

#[test]
fn what_cannot_be_found_or_read_is_explained() {
    let tools = all();
    refused(call(&tools, "ad", "{}"), Stage::Find, "ToolNotFound", "Did you mean `add`?");
    refused(call(&tools, "\u{202e}", "{}"), Stage::Find, "ToolNotFound", "u{202e}");
    refused(call(&tools, "add", r#"{"c":2}"#), Stage::Decode, "InvalidArguments", "the unknown argument `c`");
    refused(call(&tools, "add", ""), Stage::Decode, "InvalidArguments", "write {}");
}

#[test]
fn a_panic_is_the_tools_fault_and_the_agent_lives_on() {
    let tools = all();
    refused(call(&tools, "fail", r#"{"text":"boom"}"#), Stage::Call, "UnhandledError", "boom");
    refused(call(&tools, "fail_late", "{}"), Stage::Call, "UnhandledError", "late");
    assert_eq!(call(&tools, "add", r#"{"a":1}"#).text(), "2");
}

#[test]
fn a_call_ends_at_its_deadline_and_when_it_is_cancelled() {
    let (tools, started) = (all(), Instant::now());
    refused(call(&tools, "wait_briefly", "{}"), Stage::Call, "ToolTimeout", "did not answer in time");
    let soon = Context::new().within(Duration::from_millis(20));
    refused(tools.call_now(&soon, "wait", "{}"), Stage::Call, "ToolTimeout", "wait");
    refused(tools.call_now(&soon, "add", r#"{"a":1}"#), Stage::Call, "ToolTimeout", "add");
    let cancel = Cancel::new();
    let context = Context::new().cancelled_by(&cancel);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            cancel.cancel();
        });
        refused(tools.call_now(&context, "wait", "{}"), Stage::Interrupted, "Interrupted", "cancelled");
    });
    refused(tools.call_now(&context, "add", r#"{"a":1}"#), Stage::Interrupted, "Interrupted", "cancelled");
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Gives one answer and keeps the questions.
#[derive(Clone)]
struct Person(Answer, Arc<std::sync::Mutex<Vec<Question>>>);

impl Approver for Person {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        self.1.lock().unwrap().push(question.clone());
        Box::pin(std::future::ready(self.0))
    }
}

#[test]
fn a_supervised_call_runs_only_when_a_person_says_yes() {
    let run = |answer: Option<Answer>| {
        let person = Person(answer.unwrap_or(Answer::No), Arc::default());
        let tools = if answer.is_some() { all().approver(person.clone()) } else { all() };
        let reply = call(&tools, "destroy", r#"{"what":"a\u202eb"}"#);
        let questions = person.1.lock().unwrap().clone();
        let ran = tools.state::<AtomicUsize>().unwrap().load(Ordering::SeqCst);
        (reply, questions, ran)
    };
    let (reply, questions, ran) = run(Some(Answer::Yes));
    assert_eq!((reply.text().as_ref(), ran), ("a\u{202e}b", 1));
    assert_eq!(questions[0].text, "Destroy “a\\u{202e}b”?");
    assert_eq!(questions[0].arguments, r#"{"what":"a\u{202e}b"}"#);
    let (reply, _, ran) = run(Some(Answer::No));
    assert_eq!(ran, 0);
    refused(reply, Stage::Gate, "PermissionDenied", "was refused");
    for answer in [Some(Answer::Nobody), None] {
        let (reply, _, ran) = run(answer);
        assert_eq!(ran, 0);
        refused(reply, Stage::Gate, "PermissionDenied", "nobody can be asked");
    }
}

#[test]
fn a_tool_whose_state_is_missing_is_neither_listed_nor_callable() {
    let tools = Tools::from(&TOOLS);
    assert!(all().list().any(|tool| tool.name == "destroy"));
    assert!(!tools.list().any(|tool| tool.name == "destroy"));
    assert!(tools.list().any(|tool| tool.name == "add"));
    refused(call(&tools, "destroy", r#"{"what":"x"}"#), Stage::Find, "InitError", "needs shared state of type");
}

#[test]
fn approval_is_no_argument() {
    let tools = all();
    for extra in ["approved", "approve", "confirm", "yes"] {
        let reply = call(&tools, "destroy", &format!(r#"{{"what":"x","{extra}":true}}"#));
        refused(reply, Stage::Decode, "InvalidArguments", extra);
    }
}

#[test]
fn a_gated_tool_needs_its_own_grant_and_an_approver_gives_none() {
    let person = Person(Answer::Yes, Arc::default());
    let text = "Action 'call' on tool 'send' requires explicit permission. Grant 'send' to allow it.";
    refused(call(&all().approver(person), "send", "{}"), Stage::Gate, "PermissionDenied", text);
    refused(call(&all().grant("send", "x"), "send", "{}"), Stage::Gate, "PermissionDenied", "explicit permission");
    assert_eq!(call(&all().grant_tool("send"), "send", "{}").text(), "sent");
}

#[test]
fn a_denied_tool_stays_denied() {
    let person = Person(Answer::Yes, Arc::default());
    refused(
        call(&all().approver(person).grant_tool("never"), "never", "{}"),
        Stage::Gate,
        "PermissionDenied",
        "denied",
    );
}

#[test]
fn what_is_listed_and_what_is_callable_are_one() {
    let config = |value: toolgen_model::Json| Config::new().set("git.enabled", value);
    let sets = [
        all(),
        Tools::from(&TOOLS),
        all().config(config(true.into())),
        all().config(config("true".into())),
        all().registry(Registry::Default),
    ];
    for tools in sets {
        for tool in TOOLS.iter() {
            let listed = tools.list().any(|listed| listed.name == tool.name);
            let offered = tools.offered(&Context::new()).any(|offered| offered.name == tool.name);
            let code = tools.explain(&Context::new(), tool.name, None).code;
            // What asks can be called where somebody is asked.
            let callable = ["ok", "approval.nobody"].contains(&code.as_str());
            assert_eq!((listed, offered), (callable, callable), "{}: {code}", tool.name);
        }
    }
    let names = |tools: Tools| tools.list().map(|tool| tool.name).collect::<Vec<_>>();
    assert!(!names(all()).contains(&"send") && !names(all()).contains(&"never"));
    assert!(names(all().grant_tool("send")).contains(&"send"));
}

#[test]
fn an_unmet_condition_says_what_to_set() {
    let tools = |value: Option<toolgen_model::Json>| match value {
        Some(value) => all().config(Config::new().set("git.enabled", value)),
        None => all(),
    };
    let text = r#"{"a":1}"#;
    assert_eq!(call(&tools(Some(true.into())), "conditional", text).text(), "2");
    for (value, part) in
        [(None, "it is not set"), (Some(false.into()), "it is false"), (Some(1.into()), "it is 1, not a boolean")]
    {
        refused(call(&tools(value), "conditional", text), Stage::Find, "NotEnabled", part);
    }
    refused(call(&all(), "data", text), Stage::Find, "NotEnabled", "documented only");
}

#[test]
fn the_minimal_registry_holds_what_says_so() {
    let tools = all().registry(Registry::Default);
    assert_eq!(tools.list().map(|tool| tool.name).collect::<Vec<_>>(), ["minimal"]);
    assert_eq!(call(&tools, "minimal", r#"{"a":1}"#).text(), "2");
    refused(call(&tools, "add", r#"{"a":1}"#), Stage::Find, "NotEnabled", "registry `default`");
}

#[test]
fn calls_run_at_once_from_many_threads() {
    let tools = all();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let tools = &tools;
            scope.spawn(move || {
                for n in 0..200 {
                    let reply = call(
                        tools,
                        if n % 2 == 0 { "step" } else { "add" },
                        &format!(
                            r#"{{"{}":{}}}"#,
                            if n % 2 == 0 { "text" } else { "a" },
                            if n % 2 == 0 { format!("\"{thread}\"") } else { n.to_string() }
                        ),
                    );
                    assert!(reply.is_ok(), "{reply:?}");
                }
            });
        }
    });
}
