//! Limits over single calls, over threads, over processes, and against a list of all calls.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use proptest::prelude::*;

use super::*;

fn map(pairs: &[(&str, u64)]) -> BTreeMap<String, u64> {
    pairs.iter().map(|(name, most)| ((*name).to_owned(), *most)).collect()
}

fn call<'a>(tools: &'a [&'a str], agents: &'a [&'a str]) -> Demand<'a> {
    Demand { tools, agents, acts: true }
}

fn code(rates: &Rates, demand: &Demand<'_>) -> &'static str {
    rates.reserve(demand).map_or_else(|exceeded| exceeded.code, |_| "ok")
}

#[test]
fn absent_is_no_limit_and_zero_is_nothing() {
    let free = Rates::new(Limits::default());
    assert!((0..1000).all(|_| free.reserve(&call(&["a"], &["b"])).is_ok()));
    for limits in [
        Limits { actions: Some(0), ..Limits::default() },
        Limits { tools: map(&[("a", 0)]), ..Limits::default() },
        Limits { agents: map(&[("b", 0)]), ..Limits::default() },
        Limits { cents: Some(0), costs: map(&[("a", 1)]), ..Limits::default() },
    ] {
        assert_eq!(code(&Rates::new(limits), &call(&["a"], &["b"])), "rate.zero");
    }
}

#[test]
fn what_only_reads_is_no_action() {
    let rates = Rates::new(Limits { actions: Some(1), ..Limits::default() });
    let read = Demand { tools: &["a"], agents: &[], acts: false };
    assert!((0..10).all(|_| rates.reserve(&read).is_ok()));
    assert_eq!([code(&rates, &call(&["a"], &[])), code(&rates, &call(&["a"], &[]))], ["ok", "rate.actions"]);
}

#[test]
fn one_call_takes_one_of_every_limit_or_nothing() {
    let limits = Limits { actions: Some(3), tools: map(&[("a", 1)]), agents: map(&[("x", 2)]), ..Limits::default() };
    let rates = Rates::new(limits);
    assert_eq!(code(&rates, &call(&["a"], &["x"])), "ok");
    // Refused for the tool's sake: neither the agent nor the whole pays.
    assert_eq!([0; 5].map(|_| code(&rates, &call(&["a"], &["x"]))), ["rate.tool"; 5]);
    assert_eq!(
        rates.left(&call(&["b"], &["x"])).unwrap(),
        ["1 of 2 calls of agent `x` an hour left", "2 of 3 actions an hour left"]
    );
    assert_eq!(code(&rates, &call(&["b"], &["x"])), "ok");
    assert_eq!(code(&rates, &call(&["b"], &["x"])), "rate.agent");
    assert_eq!(code(&rates, &call(&["b"], &["y"])), "ok");
    assert_eq!(code(&rates, &call(&["b"], &["y"])), "rate.actions");
}

#[test]
fn an_action_counts_for_its_tool_and_a_handed_on_call_for_whoever_handed_it_on() {
    let rates = Rates::new(Limits { tools: map(&[("mail", 2)]), agents: map(&[("boss", 3)]), ..Limits::default() });
    assert_eq!(code(&rates, &call(&["mail_send", "mail"], &[])), "ok");
    assert_eq!(code(&rates, &call(&["mail_read", "mail"], &[])), "ok");
    assert_eq!(code(&rates, &call(&["mail_send", "mail"], &[])), "rate.tool");
    let children: Vec<&str> = ["c1", "c2", "c3", "c4"].to_vec();
    let codes: Vec<&str> = children.iter().map(|child| code(&rates, &call(&["x"], &[child, "boss"]))).collect();
    assert_eq!(codes, ["ok", "ok", "ok", "rate.agent"]);
    // The same name twice in a row of delegators is one.
    let own = Rates::new(Limits { agents: map(&[("a", 1)]), ..Limits::default() });
    assert_eq!(code(&own, &call(&["x"], &["a", "b", "a"])), "ok");
}

#[test]
fn cents_are_counted_for_a_day() {
    let clock = Arc::new(AtomicU64::new(1));
    let now = Arc::clone(&clock);
    let limits = Limits { cents: Some(10), costs: map(&[("dear", 4)]), ..Limits::default() };
    let rates = Rates::with_clock(limits, move || now.load(Ordering::SeqCst));
    assert_eq!([0; 3].map(|_| code(&rates, &call(&["dear"], &[]))), ["ok", "ok", "rate.cost"]);
    assert_eq!(code(&rates, &call(&["cheap"], &[])), "ok", "what costs nothing goes on");
    clock.store(DAY + DAY / 60 + 1, Ordering::SeqCst);
    assert_eq!(code(&rates, &call(&["dear"], &[])), "ok");
    rates.spend(6).unwrap();
    assert_eq!(code(&rates, &call(&["dear"], &[])), "rate.cost");
}

#[test]
fn what_is_given_back_can_be_taken_again() {
    let rates = Rates::new(Limits { actions: Some(1), ..Limits::default() });
    let demand = call(&["a"], &[]);
    for _ in 0..5 {
        let taken = rates.reserve(&demand).unwrap();
        assert_eq!(code(&rates, &demand), "rate.actions");
        rates.give_back(&demand, taken);
    }
    assert_eq!(code(&rates, &demand), "ok");
}

#[test]
fn other_limits_forget_nothing() {
    let rates = Rates::new(Limits { agents: map(&[("a", 2)]), ..Limits::default() });
    let demand = call(&["x"], &["a"]);
    assert_eq!([0; 3].map(|_| code(&rates, &demand)), ["ok", "ok", "rate.agent"]);
    rates.set_limits(Limits { agents: map(&[("a", 3)]), ..Limits::default() });
    assert_eq!([0; 2].map(|_| code(&rates, &demand)), ["ok", "rate.agent"]);
}

#[test]
fn of_a_hundred_at_once_exactly_ten_get_through() {
    let rates = Rates::new(Limits { actions: Some(10), ..Limits::default() });
    let through = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                for _ in 0..10 {
                    through.fetch_add(usize::from(rates.reserve(&call(&["a"], &[])).is_ok()), Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(through.into_inner(), 10);
}

#[test]
fn processes_that_name_one_file_share_its_counters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state/rate.json");
    let open = || Rates::shared(Limits { actions: Some(10), tools: map(&[("a", 20)]), ..Limits::default() }, &path);
    let through = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let rates = open();
                for _ in 0..5 {
                    through.fetch_add(usize::from(rates.reserve(&call(&["a"], &[])).is_ok()), Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(through.into_inner(), 10);
    assert_eq!(
        open().left(&call(&["a"], &[])).unwrap(),
        ["10 of 20 calls of `a` an hour left", "0 of 10 actions an hour left"]
    );
    std::fs::write(&path, "{").unwrap();
    assert_eq!(code(&open(), &call(&["a"], &[])), "rate.unavailable", "what cannot be counted is not allowed");
}

/// When, which tool, which agent, whether it acts.
type Past = (u64, usize, usize, bool);

proptest! {
    /// Against a list of all calls that went through: whatever the limit lets through, no hour sees more than it, and
    /// what a simple count over an hour and a part would let through is let through.
    #[test]
    fn no_hour_sees_more_than_its_limit(
        steps in prop::collection::vec((0..20_u64, 0..3_usize, 0..3_usize, any::<bool>(), 0..4_u8), 1..60),
        tool in prop::option::of(0..4_u64), agent in prop::option::of(0..4_u64), whole in prop::option::of(0..6_u64),
    ) {
        let minute = 60_000;
        let clock = Arc::new(AtomicU64::new(minute));
        let now = Arc::clone(&clock);
        let limits = Limits {
            actions: whole,
            tools: tool.map(|most| ("t0".to_owned(), most)).into_iter().collect(),
            agents: agent.map(|most| ("a0".to_owned(), most)).into_iter().collect(),
            ..Limits::default()
        };
        let rates = Rates::with_clock(limits, move || now.load(Ordering::SeqCst));
        let mut through: Vec<Past> = Vec::new();
        for (pause, tool_at, agent_at, acts, back) in steps {
            let at = clock.fetch_add(pause * minute, Ordering::SeqCst) + pause * minute;
            let (tool_name, agent_name) = (format!("t{tool_at}"), format!("a{agent_at}"));
            let (tools, agents) = ([tool_name.as_str()], [agent_name.as_str()]);
            let demand = Demand { tools: &tools, agents: &agents, acts };
            let taken = rates.reserve(&demand);
            let room = |period: u64| {
                let count = |covers: fn(&Past) -> bool| {
                    through.iter().filter(|call| at - call.0 < period && covers(call)).count() as u64
                };
                (tool_at > 0 || tool.is_none_or(|most| count(|call| call.1 == 0) < most))
                    && (agent_at > 0 || agent.is_none_or(|most| count(|call| call.2 == 0) < most))
                    && (!acts || whole.is_none_or(|most| count(|call| call.3) < most))
            };
            match taken {
                Ok(taken) => {
                    prop_assert!(room(HOUR), "more than allowed");
                    if back == 0 { rates.give_back(&demand, taken) } else { through.push((at, tool_at, agent_at, acts)) }
                }
                Err(exceeded) => {
                    prop_assert!(!room(HOUR + minute), "{exceeded} although there was room");
                }
            }
        }
    }
}
