//! What runs beside what, in batches of any kind.

use std::sync::Arc;
use std::time::Instant;

use proptest::prelude::*;

use super::*;
use crate::state::State;
use crate::table::Table;
use crate::{tool, tools};

/// What runs, and what ran beside it.
#[derive(Default)]
struct Board(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    running: Vec<&'static str>,
    most: usize,
    faults: Vec<String>,
}

impl Board {
    fn begin(&self, name: &'static str) {
        let mut seen = self.0.lock().unwrap();
        let alone = |name: &str| !name.starts_with("read");
        if !seen.running.is_empty() && (alone(name) || seen.running.iter().any(|other| alone(other))) {
            let fault = format!("{name} beside {:?}", seen.running);
            seen.faults.push(fault);
        }
        seen.running.push(name);
        seen.most = seen.most.max(seen.running.len());
    }

    fn end(&self, name: &'static str) {
        let mut seen = self.0.lock().unwrap();
        let at = seen.running.iter().position(|other| *other == name).unwrap();
        seen.running.remove(at);
    }

    fn run(&self, name: &'static str, n: i64) -> i64 {
        self.begin(name);
        std::thread::sleep(Duration::from_micros(300));
        self.end(name);
        n
    }
}

/// Read.
#[tool(effect = read)]
fn read_one(
    /// A number.
    n: i64,
    board: &State<Board>,
) -> i64 {
    board.run("read_one", n)
}

/// Read, and wait meanwhile.
#[tool(effect = read)]
async fn read_two(
    /// A number.
    n: i64,
    board: &State<Board>,
) -> i64 {
    board.begin("read_two");
    for _ in 0..3 {
        let mut first = true;
        std::future::poll_fn(|polling| {
            polling.waker().wake_by_ref();
            if std::mem::take(&mut first) { std::task::Poll::Pending } else { std::task::Poll::Ready(()) }
        })
        .await;
    }
    board.end("read_two");
    n
}

/// Write.
#[tool(effect = write, default = allow)]
fn write_one(
    /// A number.
    n: i64,
    board: &State<Board>,
) -> i64 {
    board.run("write_one", n)
}

/// Nobody said what it does.
#[tool(default = allow)]
fn unknown(
    /// A number.
    n: i64,
) -> i64 {
    n
}

/// Take long.
#[tool(effect = read)]
async fn read_long() -> i64 {
    std::future::pending().await
}

static TOOLS: Table = tools![read_one, read_two, write_one, unknown, read_long];

fn names() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("read_one"), Just("read_two"), Just("write_one"), Just("unknown"), Just("nothing")]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Replies come in the order of the calls; what writes runs alone; no more run than the window lets.
    #[test]
    fn a_batch_does_what_its_calls_do_one_by_one(batch in prop::collection::vec(names(), 0..12), window in 1..5_usize, threads: bool) {
        let tools = TOOLS.with(Board::default());
        let arguments: Vec<String> = (0..batch.len()).map(|n| format!(r#"{{"n":{n}}}"#)).collect();
        let calls: Vec<Ask<'_>> = batch.iter().zip(&arguments).map(|(name, text)| (*name, text.as_str())).collect();
        let how = Batch::default().window(window);
        let context = Context::new();
        let replies = if threads {
            tools.call_all_now(&context, &calls, &how)
        } else {
            block_on(tools.call_all(&context, &calls, &how))
        };
        let one_by_one: Vec<Reply> = calls.iter().map(|(name, text)| tools.call_now(&context, name, text)).collect();
        prop_assert_eq!(replies, one_by_one);
        let seen = tools.state::<Board>().unwrap().0.0.lock().unwrap();
        prop_assert!(seen.faults.is_empty(), "{:?}", seen.faults);
        prop_assert!(seen.most <= window, "{} at once", seen.most);
    }
}

#[test]
fn what_only_reads_runs_at_once() {
    let tools = TOOLS.with(Board::default());
    let calls = [("read_one", r#"{"n":1}"#); 40];
    tools.call_all_now(&Context::new(), &calls, &Batch::default().window(4));
    assert!(tools.state::<Board>().unwrap().0.0.lock().unwrap().most > 1);
}

#[test]
fn a_call_in_parallel_has_its_time_and_no_more() {
    let tools = TOOLS.with(Board::default());
    let start = Instant::now();
    let batch = Batch::default().time(Duration::from_millis(30));
    for replies in [
        tools.call_all_now(&Context::new(), &[("read_long", "{}"), ("read_one", r#"{"n":1}"#)], &batch),
        block_on(tools.call_all(&Context::new(), &[("read_long", "{}"), ("read_two", r#"{"n":1}"#)], &batch)),
    ] {
        assert_eq!(replies[0].outcome.as_ref().unwrap_err().error_type, "ToolTimeout");
        assert_eq!(replies[1].text(), "1");
    }
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn batches_that_share_their_groups_take_turns() {
    let tools = TOOLS.with(Board::default());
    let batch = Batch::default().groups(Groups::new().with("writers", ["write_*"]));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let replies = tools.call_all_now(&Context::new(), &[("write_one", r#"{"n":1}"#)], &batch);
                    assert!(replies[0].is_ok());
                }
            });
        }
    });
    let seen = tools.state::<Board>().unwrap().0.0.lock().unwrap();
    assert!(seen.faults.is_empty() && seen.most == 1, "{:?}", seen.faults);
}

#[test]
fn a_turn_that_never_comes_is_given_up() {
    let tools = Arc::new(TOOLS.with(Board::default()));
    let groups = Groups::new().with("all", ["write_one"]);
    let batch = Batch::default().groups(groups).patience(Duration::from_millis(20));
    let held = block_on(batch.turn(&Context::new(), "write_one")).unwrap();
    let call = || tools.call_all_now(&Context::new(), &[("write_one", r#"{"n":1}"#)], &batch).remove(0);
    let error = call().outcome.unwrap_err();
    assert!(error.error_type == "ToolTimeout" && error.message.contains("`all`"), "{error:?}");
    drop(held);
    assert!(call().is_ok());
}
