//! The order of the steps, and what is given back: mechanisms that write down when they are asked in, the order out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::hook::{Audit, Intent, Outcome, Policy, Rate, Record, Redact, Ruling, Ticket};
use super::*;
use crate::context::{Context, Surface};
use crate::reply::Reply;
use crate::table::Table;
use crate::tools::Tools;
use crate::{tool, tools};

/// Say something.
#[tool(effect = read)]
fn say(
    /// What to say.
    text: String,
) -> String {
    text
}

/// Change something.
#[tool(effect = write)]
async fn change() -> &'static str {
    "changed"
}

/// Send something.
#[tool(effect = read, gated)]
fn send() -> &'static str {
    "sent"
}

static TOOLS: Table = tools![say, change, send];

/// Writes down who was asked and when, and answers as it is told.
#[derive(Default)]
struct Book {
    lines: Mutex<Vec<String>>,
    unwritable: AtomicBool,
    full: AtomicBool,
    room: AtomicU64,
    tools: Mutex<Weak<Tools>>,
}

impl Book {
    fn note(&self, line: impl Into<String>) {
        self.lines.lock().unwrap().push(line.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.lock().unwrap())
    }
}

/// A policy that offers and grants everything but what it is told.
#[derive(Clone, Copy)]
struct Rules {
    verdict: Verdict,
    hidden: Option<Surface>,
    ungranted: &'static str,
}

const OPEN: Rules = Rules { verdict: Verdict::Allow, hidden: None, ungranted: "-" };

impl Policy for Rules {
    fn rules_on(&self, tool: &'static crate::tool::Tool, agent: &str, surface: Surface) -> Ruling {
        let deny = |step| Ruling { verdict: Verdict::Deny, step };
        if self.hidden == Some(surface) {
            return deny(Step::Surface);
        }
        if agent == self.ungranted && tool.name == "send" {
            return deny(Step::Grant);
        }
        let verdict = if agent == "nobody" { Verdict::Deny } else { tool.verdict.max(self.verdict) };
        Ruling { verdict, step: Step::Base }
    }

    fn judge(&self, subject: Subject<'_>) -> Result<(Verdict, Option<Line>), Refusal> {
        let secret = subject.input().and_then(|input| input.get("text")).and_then(|text| text.as_str());
        Ok((if secret == Some("rm") { Verdict::Deny } else { Verdict::Allow }, None))
    }
}

impl Rate for Book {
    fn reserve(&self, _: Subject<'_>) -> Result<Ticket, Refusal> {
        if self.full.load(Ordering::SeqCst) {
            return Err(Refusal::new(Step::Rate, "rate.exhausted", "no room"));
        }
        self.note("rate");
        Ok(Ticket(self.room.fetch_add(1, Ordering::SeqCst)))
    }

    fn give_back(&self, _: Subject<'_>, _: Ticket) {
        self.room.fetch_sub(1, Ordering::SeqCst);
        self.note("back");
    }
}

impl Audit for Book {
    fn intent(&self, subject: Subject<'_>, intent: &Intent) -> Result<Record, String> {
        if self.unwritable.load(Ordering::SeqCst) {
            return Err("the disk is full".into());
        }
        self.note(format!("intent {} {}", subject.name(), intent.verdict.name()));
        Ok(Record(1))
    }

    fn outcome(&self, _: Subject<'_>, _: Record, outcome: &Outcome<'_>) {
        self.note(match outcome {
            Outcome::Ran(reply, _) => format!("ran {}", reply.text().chars().take(12).collect::<String>()),
            Outcome::Refused(refusal) => format!("refused {}", refusal.code),
            Outcome::GivenUp => "given up".into(),
        });
    }

    fn refused(&self, subject: Subject<'_>, refusal: &Refusal, _: u64) {
        self.note(format!("{} {} {}", refusal.step.number(), subject.name(), refusal.code));
    }
}

impl Redact for Book {
    fn text(&self, text: &str) -> Option<String> {
        text.contains("hunter2").then(|| text.replace("hunter2", "…"))
    }
}

impl Approver for Book {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        self.note("ask");
        // While the person thinks, the policy is replaced by an equal one.
        if let Some(tools) = self.tools.lock().unwrap().upgrade() {
            tools.replace_policy(Arc::new(OPEN));
        }
        Box::pin(std::future::ready(Answer::Yes))
    }
}

struct Asks(Arc<Book>);

impl Approver for Asks {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        self.0.ask(question)
    }
}

fn guarded(rules: Rules) -> (Arc<Book>, Tools) {
    let book = Arc::new(Book::default());
    let tools = Tools::from(&TOOLS).policy(Arc::new(rules)).rate(book.clone()).audit(book.clone()).redact(book.clone());
    (book.clone(), tools.approver(Asks(book)))
}

fn call(tools: &Tools, name: &str, arguments: &str) -> Reply {
    tools.call_now(&Context::new(), name, arguments)
}

fn code(reply: &Reply) -> String {
    let context = reply.outcome.as_ref().unwrap_err().context.clone().unwrap();
    context.get("code").and_then(|code| code.as_str()).unwrap().to_owned()
}

#[test]
fn each_mechanism_is_asked_in_its_turn() {
    let (book, tools) = guarded(OPEN);
    assert_eq!(call(&tools, "say", r#"{"text":"hi"}"#).text(), "hi");
    assert_eq!(book.take(), ["rate", "intent say allow", "ran hi"]);
    assert_eq!(call(&tools, "change", "{}").text(), "changed");
    assert_eq!(book.take(), ["rate", "intent change supervised", "ask", "ran changed"]);
    assert_eq!(book.room.load(Ordering::SeqCst), 2);
}

#[test]
fn a_refusal_names_its_step_and_gives_back_what_was_taken() {
    let (book, tools) = guarded(OPEN);
    for (name, arguments, line) in [
        ("sey", "{}", "1 sey id.unknown"),
        ("say", "{}", "3 say args.schema"),
        ("say", r#"{"text":"rm"}"#, "7 say policy.arguments"),
    ] {
        assert!(!call(&tools, name, arguments).is_ok());
        assert_eq!(book.take(), [line]);
    }
    let (book, tools) = guarded(Rules { verdict: Verdict::Deny, ..OPEN });
    assert_eq!(code(&call(&tools, "say", r#"{"text":"x"}"#)), "policy.deny");
    assert_eq!(book.take(), ["4 say policy.deny"]);
    let (book, tools) = guarded(Rules { hidden: Some(Surface::Mcp), ..OPEN });
    let reply = tools.call_now(&Context::new().through(Surface::Mcp), "say", r#"{"text":"x"}"#);
    assert_eq!((reply.stage, code(&reply).as_str()), (Stage::Find, "surface.not_exposed"));
    assert_eq!(book.take(), ["2 say surface.not_exposed"]);
    let (book, tools) = guarded(Rules { ungranted: "", ..OPEN });
    assert_eq!(code(&call(&tools, "send", "{}")), "grant.missing");
    assert_eq!(book.take(), ["6 send grant.missing"]);
}

#[test]
fn nothing_runs_that_cannot_be_written_down_or_is_too_much() {
    let (book, tools) = guarded(OPEN);
    book.unwritable.store(true, Ordering::SeqCst);
    assert_eq!(code(&call(&tools, "say", r#"{"text":"x"}"#)), "audit.unwritable");
    assert_eq!(book.take(), ["rate", "back", "11 say audit.unwritable"]);
    book.full.store(true, Ordering::SeqCst);
    assert_eq!(code(&call(&tools, "say", r#"{"text":"x"}"#)), "rate.exhausted");
    assert_eq!((book.take(), book.room.load(Ordering::SeqCst)), (vec!["10 say rate.exhausted".to_owned()], 0));
}

#[test]
fn an_approval_under_another_policy_does_not_count_even_if_the_old_one_came_back() {
    let (book, tools) = guarded(OPEN);
    let tools = Arc::new(tools);
    *book.tools.lock().unwrap() = Arc::downgrade(&tools);
    assert_eq!(code(&call(&tools, "change", "{}")), "approval.policy_epoch");
    let lines = ["rate", "intent change supervised", "ask", "back", "refused approval.policy_epoch"];
    assert_eq!(book.take(), lines);
    assert_eq!(tools.epoch(), 2);
}

#[test]
fn whoever_delegates_is_the_ceiling_and_hands_on_no_grant_that_it_lacks() {
    let (book, tools) = guarded(Rules { ungranted: "lead", ..OPEN });
    let below = |agent: &'static str| Context::new().for_agent(agent).delegated_to("worker");
    assert_eq!(tools.call_now(&below("boss"), "send", "{}").text(), "sent");
    assert_eq!(code(&tools.call_now(&below("lead"), "send", "{}")), "delegate.ceiling");
    assert_eq!(code(&tools.call_now(&below("nobody"), "say", r#"{"text":"x"}"#)), "delegate.ceiling");
    assert_eq!(book.take().last().unwrap(), "5 say delegate.ceiling");
}

#[test]
fn secrets_are_taken_out_before_the_cap_cuts_one_in_half() {
    let (book, tools) = guarded(OPEN);
    let text = format!("{}hunter2", "x".repeat(49_996));
    let reply = call(&tools, "say", &format!(r#"{{"text":"{text}"}}"#));
    assert!(!reply.text().contains("hunt"), "{}", &reply.text()[49_990..]);
    book.take();
    assert_eq!(call(&tools, "say", r#"{"text":"hunter2"}"#).text(), "…");
    assert_eq!(book.take()[2], "ran …");
}

#[test]
fn a_call_that_is_given_up_gives_back_and_says_so() {
    let (book, tools) = guarded(OPEN);
    let cancel = crate::context::Cancel::new();
    cancel.cancel();
    let reply = tools.call_now(&Context::new().cancelled_by(&cancel), "say", r#"{"text":"x"}"#);
    assert_eq!(reply.stage, Stage::Interrupted);
    assert_eq!(book.take(), ["rate", "intent say allow", "back", "given up"]);
}

#[test]
fn a_question_waits_at_the_desk_for_somebody_else_than_the_agent() {
    let desk = Desk::new();
    let tools = Tools::from(&TOOLS).policy(Arc::new(OPEN)).approver(desk.clone());
    let context = Context::new().for_agent("worker");
    std::thread::scope(|scope| {
        let call = scope.spawn(|| tools.call_now(&context, "change", "{}"));
        while desk.pending().is_empty() {
            std::thread::yield_now();
        }
        let id = desk.pending()[0].id;
        assert_eq!(tools.approval(id), Some(approval::State::Pending));
        assert_eq!(desk.answer(id, "worker", Answer::Yes), Err(approval::Unanswered::Oneself));
        assert_eq!(desk.answer(id + 1, "ana", Answer::Yes), Err(approval::Unanswered::Unknown));
        assert_eq!(
            desk.clone().for_supervisor("boss").answer(id, "ana", Answer::Yes),
            Err(approval::Unanswered::NotSupervisor)
        );
        assert_eq!(desk.answer(id, "ana", Answer::Yes), Ok(()));
        assert_eq!(call.join().unwrap().text(), "changed");
        assert_eq!((tools.approval(id), desk.pending().len()), (Some(approval::State::Executed), 0));
    });
}

#[test]
fn an_answer_for_the_session_holds_until_the_policy_changes() {
    /// Says always, and counts.
    struct Always(Arc<AtomicU64>);
    impl Approver for Always {
        fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(std::future::ready(Answer::Always))
        }
    }
    let asked = Arc::new(AtomicU64::new(0));
    let tools = Tools::from(&TOOLS).policy(Arc::new(OPEN)).approver(Always(asked.clone()));
    for _ in 0..3 {
        assert_eq!(call(&tools, "change", "{}").text(), "changed");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    tools.replace_policy(Arc::new(OPEN));
    assert_eq!(call(&tools, "change", "{}").text(), "changed");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[test]
fn nobody_who_answers_in_time_is_a_denial() {
    /// Asks at once for an answer that never comes.
    struct Hasty;
    impl Policy for Hasty {
        fn rules_on(&self, _: &'static crate::tool::Tool, _: &str, _: Surface) -> Ruling {
            Ruling { verdict: Verdict::Supervised, step: Step::Base }
        }
        fn patience(&self) -> std::time::Duration {
            std::time::Duration::from_millis(20)
        }
    }
    let tools = Tools::from(&TOOLS).policy(Arc::new(Hasty)).approver(Desk::new());
    assert_eq!(code(&call(&tools, "change", "{}")), "approval.expired");
    assert_eq!(tools.approval(1), Some(approval::State::Expired));
}
