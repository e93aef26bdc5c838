//! The gate's steps, one test each: a call that a step must stop in, what becomes of it out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use toolgen_model::Verdict;
use toolgen_runtime::gate::hook::{Audit, Confinement, Intent, Outcome, Policy, Rate, Record, Ruling, Ticket};
use toolgen_runtime::gate::{Asking, Line, Refusal, Step, Subject};
use toolgen_runtime::{Answer, Approver, Context, Dir, Question, Read, Reply, Surface, Table, Tools, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look(
    /// At what.
    what: String,
) -> String {
    what
}

/// Change something.
#[tool(effect = write)]
fn change() -> &'static str {
    "changed"
}

/// Send something.
#[tool(effect = read, gated)]
fn send() -> &'static str {
    "sent"
}

/// Look at mails.
#[tool(effect = read, when = "mail.enabled")]
fn mail() -> &'static str {
    "mail"
}

/// Look into a file after asking.
#[tool(effect = read, default = supervised)]
fn open(
    /// Which.
    path: String,
    #[arg(read = "${input.path}")] dir: &Dir<Read>,
) -> toolgen_runtime::Result<String> {
    dir.read_to_string(&path)
}

static TOOLS: Table = tools![look, change, send, mail, open];

/// What is plugged into the gate, as the test wants it, and what it was asked.
#[derive(Default)]
struct Book {
    hidden: Option<Surface>,
    denied: Option<&'static str>,
    full: bool,
    unwritable: bool,
    bare: bool,
    answer: Option<Answer>,
    swap: Mutex<Weak<Tools>>,
    asked: AtomicBool,
    taken: AtomicU64,
    lines: Mutex<Vec<&'static str>>,
}

#[derive(Clone)]
struct Plug(Arc<Book>);

impl Policy for Plug {
    fn rules_on(&self, tool: &'static toolgen_runtime::tool::Tool, agent: &str, surface: Surface) -> Ruling {
        let deny = |step| Ruling { verdict: Verdict::Deny, step };
        if self.0.hidden == Some(surface) {
            return deny(Step::Surface);
        }
        if self.0.denied.is_some_and(|denied| denied == tool.name || denied == agent) {
            return deny(Step::Base);
        }
        if tool.name == "send" { deny(Step::Grant) } else { Ruling { verdict: tool.verdict, step: Step::Base } }
    }

    fn judge(&self, subject: Subject<'_>) -> Result<(Verdict, Option<Line>), Refusal> {
        let what = subject.input().and_then(|input| input.get("what")).and_then(|what| what.as_str());
        Ok((if what == Some("secret") { Verdict::Deny } else { Verdict::Allow }, None))
    }
}

impl Rate for Plug {
    fn reserve(&self, _: Subject<'_>) -> Result<Ticket, Refusal> {
        if self.0.full {
            return Err(Refusal::new(Step::Rate, "rate.exhausted", "no room"));
        }
        self.0.taken.fetch_add(1, Ordering::SeqCst);
        Ok(Ticket(1))
    }

    fn give_back(&self, _: Subject<'_>, _: Ticket) {
        self.0.taken.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Audit for Plug {
    fn intent(&self, _: Subject<'_>, _: &Intent) -> Result<Record, String> {
        if self.0.unwritable {
            return Err("the disk is full".to_owned());
        }
        self.0.lines.lock().unwrap().push("intent");
        Ok(Record(1))
    }

    fn outcome(&self, _: Subject<'_>, _: Record, _: &Outcome<'_>) {
        self.0.lines.lock().unwrap().push("outcome");
    }

    fn refused(&self, _: Subject<'_>, _: &Refusal, _: u64) {}
}

impl Confinement for Plug {
    fn profile(&self, _: Subject<'_>) -> Result<Option<String>, Refusal> {
        match self.0.bare {
            true => Err(Refusal::new(Step::Sandbox, "sandbox.none", "nothing confines here")),
            false => Ok(None),
        }
    }
}

impl Approver for Plug {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        self.0.asked.store(true, Ordering::SeqCst);
        if let Some(tools) = self.0.swap.lock().unwrap().upgrade() {
            tools.replace_policy(Arc::new(self.clone()));
        }
        Box::pin(std::future::ready(self.0.answer.unwrap_or(Answer::Yes)))
    }
}

/// The tools behind a gate into which all of it is plugged.
fn gated(book: Book) -> (Arc<Book>, Tools) {
    let plug = Plug(Arc::new(book));
    let any = || Arc::new(plug.clone());
    let tools = Tools::from(&TOOLS).policy(any()).rate(any()).audit(any()).confinement(any()).approver(plug.clone());
    (plug.0, tools)
}

fn call(tools: &Tools, name: &str, arguments: &str) -> Reply {
    tools.call_now(&Context::new(), name, arguments)
}

/// The call goes through where nothing stands in its way, and not in the way of `book`.
#[track_caller]
fn stops(book: Book, name: &str, arguments: &str) {
    assert!(call(&gated(Book::default()).1, name, arguments).outcome.is_ok());
    assert!(call(&gated(book).1, name, arguments).outcome.is_err());
}

const WHAT: &str = r#"{"what":"a"}"#;

#[test]
fn find() {
    let on = toolgen_runtime::Config::new().set("mail.enabled", true);
    assert!(call(&Tools::from(&TOOLS).config(on), "mail", "{}").outcome.is_ok());
    assert!(call(&Tools::from(&TOOLS), "mail", "{}").outcome.is_err());
}

#[test]
fn surface() {
    let (_, tools) = gated(Book { hidden: Some(Surface::Mcp), ..Book::default() });
    assert!(tools.call_now(&Context::new().through(Surface::Cli), "look", WHAT).outcome.is_ok());
    assert!(tools.call_now(&Context::new().through(Surface::Mcp), "look", WHAT).outcome.is_err());
}

#[test]
fn arguments() {
    let tools = Tools::from(&TOOLS);
    assert!(call(&tools, "look", WHAT).outcome.is_ok());
    assert!(call(&tools, "look", r#"{"what":"a","more":1}"#).outcome.is_err());
}

#[test]
fn base() {
    stops(Book { denied: Some("look"), ..Book::default() }, "look", WHAT);
}

#[test]
fn ceiling() {
    let (_, tools) = gated(Book { denied: Some("clerk"), ..Book::default() });
    let by = |agent: &'static str| Context::new().for_agent(agent).delegated_to("helper");
    assert!(tools.call_now(&by("boss"), "look", WHAT).outcome.is_ok());
    assert!(tools.call_now(&by("clerk"), "look", WHAT).outcome.is_err());
}

#[test]
fn grant() {
    assert!(call(&Tools::from(&TOOLS).grant_tool("send"), "send", "{}").outcome.is_ok());
    assert!(call(&Tools::from(&TOOLS), "send", "{}").outcome.is_err());
    assert!(call(&gated(Book::default()).1, "send", "{}").outcome.is_err());
}

#[test]
fn argument_rules() {
    let (_, tools) = gated(Book::default());
    assert!(call(&tools, "look", WHAT).outcome.is_ok());
    assert!(call(&tools, "look", r#"{"what":"secret"}"#).outcome.is_err());
}

#[test]
fn capability() {
    // Nobody is asked about a call that can never be.
    let (book, tools) = gated(Book::default());
    assert!(call(&tools, "open", r#"{"path":"../../etc/passwd"}"#).outcome.is_err());
    assert!(!book.asked.load(Ordering::SeqCst));
}

#[test]
fn sandbox() {
    stops(Book { bare: true, ..Book::default() }, "look", WHAT);
}

#[test]
fn rate() {
    stops(Book { full: true, ..Book::default() }, "look", WHAT);
}

#[test]
fn rate_back() {
    let (book, tools) = gated(Book { answer: Some(Answer::No), ..Book::default() });
    assert!(call(&tools, "change", "{}").outcome.is_err());
    assert_eq!(book.taken.load(Ordering::SeqCst), 0);
}

#[test]
fn intent() {
    stops(Book { unwritable: true, ..Book::default() }, "look", WHAT);
}

#[test]
fn approval() {
    stops(Book { answer: Some(Answer::No), ..Book::default() }, "change", "{}");
}

#[test]
fn headless() {
    assert!(call(&Tools::from(&TOOLS).approver(Plug(Arc::default())), "change", "{}").outcome.is_ok());
    assert!(call(&Tools::from(&TOOLS), "change", "{}").outcome.is_err());
}

#[test]
fn recheck() {
    let (book, tools) = gated(Book::default());
    let tools = Arc::new(tools);
    assert!(call(&tools, "change", "{}").outcome.is_ok());
    *book.swap.lock().unwrap() = Arc::downgrade(&tools);
    assert!(call(&tools, "change", "{}").outcome.is_err());
}

#[test]
fn outcome() {
    let (book, tools) = gated(Book::default());
    assert!(call(&tools, "look", WHAT).outcome.is_ok());
    assert_eq!(*book.lines.lock().unwrap(), ["intent", "outcome"]);
}
