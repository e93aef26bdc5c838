//! Budgets.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "rate.back",
        promise: "A call that is refused costs nothing.",
        proof: "gate::rate_back",
        see: "`AGENT explain TOOL` shows what is left",
    },
    Enforcement {
        id: "rate.zero",
        promise: "A budget of 0 allows nothing.",
        proof: "rate::zero",
        see: "`AGENT explain TOOL`",
    },
    Enforcement {
        id: "rate.together",
        promise: "Budgets of tool, agent and whole are taken together or not at all.",
        proof: "rate::together",
        see: "`AGENT explain TOOL` shows what is left",
    },
];
