//! Cases of kind `rate`: limits and calls that try to get around them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use toolgen_model::json::Json;

use super::{Answer, Decision};
use crate::context::{Context, Principal};
use crate::gate::{Answer as Said, Approver, Asking, Question};
use crate::rate::{Limits, Rates};
use crate::reply::Reply;
use crate::table::Table;
use crate::tools::Tools;
use crate::{tool, tools};

/// Change something.
#[tool(effect = write, default = allow)]
fn act() -> &'static str {
    "done"
}

/// Change something that a person must approve.
#[tool(effect = write, default = supervised)]
fn ask_first() -> &'static str {
    "done"
}

static TOOLS: Table = tools![act, ask_first];

/// The agent of all cases, and the limit where a case names none.
const AGENT: &str = "agent";
const LIMIT: u64 = 10;

struct Never;

impl Approver for Never {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        Box::pin(std::future::ready(Said::No))
    }
}

/// Makes the calls that the case describes; the answer is that to the last one.
pub(super) fn judge(input: &Json) -> Answer {
    let number = |key: &str| input.get(key).and_then(Json::as_u64);
    let names = input.get("tools").and_then(Json::as_array).map(|names| names.iter().filter_map(Json::as_str));
    let names: Vec<&str> = names.map(Iterator::collect).unwrap_or_default();
    let few = (!names.is_empty()).then(|| names.len().saturating_sub(1) as u64);
    let limit = number("limit").or(number("limit_parent")).or(few).unwrap_or(LIMIT);
    let limits = limits(input, limit);
    let rates = Arc::new(Rates::new(limits.clone()));
    if let Some(threads) = number("parallel") {
        return together(&rates, threads.min(1_000), limit);
    }
    if input.get("reconnect").is_some() || input.get("restart").is_some() || input.get("processes").is_some() {
        return again(&limits, limit);
    }
    if let Some(children) = number("children") {
        let parent = Context::new().for_agent(AGENT);
        let contexts = (0..children.min(1_000)).map(|child| parent.delegated_to(format!("child{child}")));
        let calls = contexts.flat_map(|child| (0..limit).map(move |_| child.clone()));
        return last(calls.map(|context| call(&rates, &context, "act")));
    }
    if input.get("clock").is_some() || input.get("clock_jump").is_some() {
        return back(limits, limit);
    }
    if let Some(denied) = number("denied").or(number("denied_calls")).or(number("refused")) {
        for _ in 0..denied.min(1_000) {
            call(&rates, &context(), "ask_first");
        }
        return last([call(&rates, &context(), "act")]);
    }
    if !names.is_empty() {
        // Whatever a name is spelled like, it is the agent that pays.
        return last(names.iter().map(|name| call(&rates, &context(), if *name == names[0] { "act" } else { name })));
    }
    if input.get("reload_policy").is_some() {
        for _ in 0..limit {
            call(&rates, &context(), "act");
        }
        rates.set_limits(limits);
        return last([call(&rates, &context(), "act")]);
    }
    let spoofed = input.get("spoof").and_then(Json::as_str);
    let calls = number("calls").unwrap_or(limit + 1).min(100_000);
    last((0..calls).map(|n| {
        let context = match spoofed {
            Some(header) => {
                context().on_behalf_of(Principal { user: format!("{header}: 10.0.0.{n}"), ..Principal::default() })
            }
            None => context(),
        };
        call(&rates, &context, "act")
    }))
}

fn context() -> Context {
    Context::new().for_agent(AGENT)
}

/// The limit is that of the agent, or of what the case names.
fn limits(input: &Json, limit: u64) -> Limits {
    let one = |name: &str| [(name.to_owned(), limit)].into();
    match input.get("scope").or(input.get("bucket")).and_then(Json::as_str) {
        Some("tool") => Limits { tools: one("act"), ..Limits::default() },
        Some("global" | "whole" | "all") => Limits { actions: Some(limit), ..Limits::default() },
        _ => match input.get("cost_cents").or(input.get("cents")).and_then(Json::as_u64) {
            Some(cost) => Limits { cents: Some(limit), costs: [("act".to_owned(), cost)].into(), ..Limits::default() },
            None => Limits { agents: one(AGENT), ..Limits::default() },
        },
    }
}

fn call(rates: &Arc<Rates>, context: &Context, name: &str) -> Reply {
    Tools::from(&TOOLS).rate(Arc::clone(rates) as _).approver(Never).call_now(context, name, "{}")
}

fn last(replies: impl IntoIterator<Item = Reply>) -> Answer {
    match replies.into_iter().last() {
        None => Answer::new(Decision::Allow, "no call was made"),
        Some(reply) => match reply.outcome {
            Ok(_) => Answer::new(Decision::Allow, "rate.room"),
            Err(error) => {
                let code = error.context.as_ref().and_then(|context| context.get("code")).and_then(Json::as_str);
                Answer::new(Decision::Deny, code.unwrap_or(&error.error_type))
            }
        },
    }
}

/// Calls from many threads at once.
fn together(rates: &Arc<Rates>, threads: u64, limit: u64) -> Answer {
    let through = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| through.fetch_add(usize::from(call(rates, &context(), "act").is_ok()), Ordering::SeqCst));
        }
    });
    let through = through.into_inner() as u64;
    let decision = if through == limit.min(threads) { Decision::AllowExactly } else { Decision::Fault };
    Answer::new(decision, format!("rate.atomic: {through} of {threads}"))
}

/// Each call from a process of its own, as a command line makes them.
fn again(limits: &Limits, limit: u64) -> Answer {
    let folder = std::env::temp_dir().join(format!("toolgen-rate-{}-{limit}", std::process::id()));
    let file = |folder: &Path| Arc::new(Rates::shared(limits.clone(), folder.join("rate.json")));
    let answer = last((0..=limit.min(1_000)).map(|_| call(&file(&folder), &context(), "act")));
    let _ = std::fs::remove_dir_all(&folder);
    answer
}

/// The limit is used up, and the clock is set back.
fn back(limits: Limits, limit: u64) -> Answer {
    let clock = Arc::new(AtomicU64::new(1 << 40));
    let now = Arc::clone(&clock);
    let rates = Arc::new(Rates::with_clock(limits, move || now.load(Ordering::SeqCst)));
    for _ in 0..limit {
        call(&rates, &context(), "act");
    }
    clock.store(1 << 20, Ordering::SeqCst);
    last([call(&rates, &context(), "act")])
}
