//! Approvals, one test each: what somebody answers in, what runs of it out.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use toolgen_model::Verdict;
use toolgen_runtime::gate::hook::{Confinement, Policy, Ruling};
use toolgen_runtime::gate::{Asking, Refusal, Step, Subject};
use toolgen_runtime::{Answer, Approver, Context, Dir, Exec, Question, Read, Surface, Table, Tools, tool, tools};

/// Change something.
#[tool(effect = write)]
fn change() -> &'static str {
    "changed"
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

/// Run a script.
#[tool(effect = write)]
fn script(
    /// The script.
    command: String,
    #[arg(programs("sh"))] _exec: &Exec,
) -> String {
    command
}

static TOOLS: Table = tools![change, open, script];

/// Asks nobody for as long as it takes, or answers as it is told, the first time and afterwards.
struct Clerk {
    answers: [Option<Answer>; 2],
    asked: Arc<AtomicUsize>,
    meanwhile: Box<dyn Fn() + Send + Sync>,
}

impl Clerk {
    fn new(first: Option<Answer>, later: Option<Answer>) -> Clerk {
        Clerk { answers: [first, later], asked: Arc::default(), meanwhile: Box::new(|| {}) }
    }
}

impl Approver for Clerk {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        (self.meanwhile)();
        let at = self.asked.fetch_add(1, Ordering::SeqCst);
        match self.answers[at.min(1)] {
            Some(answer) => Box::pin(std::future::ready(answer)),
            None => Box::pin(std::future::pending()),
        }
    }
}

/// Waits a moment for an answer, and says nothing more than the tools do.
struct Hasty;

impl Policy for Hasty {
    fn rules_on(&self, tool: &'static toolgen_runtime::tool::Tool, _: &str, _: Surface) -> Ruling {
        Ruling { verdict: tool.verdict.max(Verdict::Allow), step: Step::Base }
    }

    fn patience(&self) -> Duration {
        Duration::from_millis(50)
    }
}

/// Confines nothing.
struct Anywhere;

impl Confinement for Anywhere {
    fn profile(&self, _: Subject<'_>) -> Result<Option<String>, Refusal> {
        Ok(None)
    }
}

fn runs(tools: &Tools, name: &str, arguments: &str) -> bool {
    tools.call_now(&Context::new(), name, arguments).outcome.is_ok()
}

#[test]
fn single_use() {
    let tools = Tools::from(&TOOLS).approver(Clerk::new(Some(Answer::Yes), Some(Answer::No)));
    assert!(runs(&tools, "change", "{}"));
    assert!(!runs(&tools, "change", "{}"));
}

#[test]
fn expires() {
    let hasty = || Tools::from(&TOOLS).policy(Arc::new(Hasty));
    assert!(runs(&hasty().approver(Clerk::new(Some(Answer::Yes), None)), "change", "{}"));
    assert!(!runs(&hasty().approver(Clerk::new(None, None)), "change", "{}"));
}

#[test]
fn bound() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "what was shown").unwrap();
    let tools = |clerk| Tools::from(&TOOLS).workspace(folder.path()).approver(clerk);
    let arguments = r#"{"path":"a.txt"}"#;
    assert!(runs(&tools(Clerk::new(Some(Answer::Yes), None)), "open", arguments));
    let swap = Box::new(move || std::fs::write(&file, "something else").unwrap());
    let swapping = Clerk { meanwhile: swap, ..Clerk::new(Some(Answer::Yes), None) };
    assert!(!runs(&tools(swapping), "open", arguments));
}

#[test]
fn always() {
    let tools = Tools::from(&TOOLS).approver(Clerk::new(Some(Answer::Always), Some(Answer::No)));
    assert!(runs(&tools, "change", "{}"));
    assert!(runs(&tools, "change", "{}"));
    for script in [r#"{"command":"for x in a; do ls; done"}"#, r#"{"command":"env ls"}"#] {
        let clerk = Clerk::new(Some(Answer::Always), Some(Answer::Always));
        let asked = Arc::clone(&clerk.asked);
        // Whether the script then runs on this machine is not what is asked here.
        let tools = Tools::from(&TOOLS).approver(clerk).confinement(Arc::new(Anywhere));
        runs(&tools, "script", script);
        runs(&tools, "script", script);
        assert_eq!(asked.load(Ordering::SeqCst), 2, "{script}");
    }
}
