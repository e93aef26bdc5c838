//! Budgets, one test each: limits and calls in, what is left out.

use toolgen_runtime::rate::{Demand, Limits, Rates};

const LOOK: Demand<'static> = Demand { tools: &["look"], agents: &["ana"], acts: true };

#[test]
fn zero() {
    let limits = |most| Limits { tools: [("look".to_owned(), most)].into(), ..Limits::default() };
    assert!(Rates::new(limits(1)).reserve(&LOOK).is_ok());
    assert!(Rates::new(limits(0)).reserve(&LOOK).is_err());
}

#[test]
fn together() {
    let limits =
        Limits { tools: [("look".to_owned(), 5)].into(), agents: [("ana".to_owned(), 1)].into(), ..Limits::default() };
    let rates = Rates::new(limits);
    assert!(rates.reserve(&LOOK).is_ok());
    assert!(rates.reserve(&LOOK).is_err());
    // The tool has lost nothing to the call that the agent had no room for.
    let other = Demand { agents: &["eve"], ..LOOK };
    let left = rates.left(&other).unwrap();
    assert!(left.iter().any(|line| line.starts_with("4 of 5 ")), "{left:?}");
}
