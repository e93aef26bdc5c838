//! Random policies in: the compiled table agrees with a reference interpreter, and what is taken away is never
//! given back.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod reference;
mod world;

use proptest::prelude::*;
use toolgen_model::gate::Verdict;
use toolgen_policy::policy::Policy;
use toolgen_policy::table::Reason;
use toolgen_policy::{Table, Universe};

use world::{AGENTS, Edit, edits, policies, rows};

/// Every cell of a policy.
fn verdicts(policy: &Policy) -> Vec<(String, String, &'static str, Verdict)> {
    let rows = rows();
    let universe = Universe::of(&rows, policy);
    let table = Table::of(policy, &universe);
    let mut all = Vec::new();
    for (tool, row) in (0_u32..).zip(&rows) {
        for agent in AGENTS {
            for (surface, name) in (0_u32..).zip(universe.surfaces()) {
                let cell = table.verdict(tool, universe.agent(agent), surface);
                assert_ne!(cell.reason, Reason::Unknown);
                all.push((row.name.clone(), (*agent).to_owned(), *name, cell.verdict));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_table_agrees_with_the_reference(policy in policies()) {
        let rows = rows();
        for (tool, agent, surface, verdict) in verdicts(&policy) {
            let row = rows.iter().find(|row| row.name == tool).unwrap();
            let expected = reference::verdict(&policy, row, &agent, surface);
            prop_assert_eq!(verdict, expected, "{} for {:?} on {}", tool, agent, surface);
        }
    }

    #[test]
    fn the_chain_ends_at_the_verdict_of_the_cell(policy in policies()) {
        let rows = rows();
        let universe = Universe::of(&rows, &policy);
        let table = Table::of(&policy, &universe);
        for (tool, agent, surface, cell) in table.cells() {
            let steps = table.chain(&policy, &universe, tool, agent, surface);
            let strictest = steps.iter().map(|step| step.verdict).max();
            prop_assert_eq!(strictest, Some(cell.verdict), "{:?} {:#?}", cell, steps);
            let edits = table.permit(&policy, &universe, tool, agent, surface);
            prop_assert_eq!(edits.is_empty(), cell.verdict == Verdict::Allow);
        }
    }

    #[test]
    fn a_denial_more_or_a_grant_less_loosens_no_cell(policy in policies(), edit in edits()) {
        let before = verdicts(&policy);
        let after = verdicts(&edit.apply(policy.clone()));
        for (old, new) in before.iter().zip(&after) {
            prop_assert!(new.3 >= old.3, "{:?} made {:?} of {:?}", edit, new, old);
        }
    }
}

#[test]
fn the_edits_do_change_cells() {
    let mut empty = Policy::default();
    empty.agents.entry(AGENTS[1].to_owned()).or_default();
    for edit in
        [Edit::DenyTool(0), Edit::DenyGroup(0), Edit::DenyDefault, Edit::DenyOnSurface(0, 0), Edit::DenyAgent(1, 0)]
    {
        assert_ne!(verdicts(&empty), verdicts(&edit.apply(empty.clone())), "{edit:?}");
    }
}
