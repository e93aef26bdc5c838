//! The fifteen steps of the gate in their order, each with the name that traces, audit records and refusals have.

use serde::Serialize;

pub(crate) mod approval;
pub(crate) mod base;
pub(crate) mod capability;
pub(crate) mod ceiling;
pub(crate) mod grant;
pub(crate) mod intent;
pub(crate) mod outcome;
pub(crate) mod rate;
pub(crate) mod recheck;
pub(crate) mod rules;
pub(crate) mod sandbox;

/// A step of the gate. The order is that in which a call takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The name is that of a tool of the table
    Id = 1,
    /// The tool is offered on this surface to this agent
    Surface,
    /// The arguments are what the schema says
    Arguments,
    /// The verdict of the declaration and of the policy
    Base,
    /// Whoever delegated the call may do it too
    Ceiling,
    /// A gated action has its explicit grant
    Grant,
    /// The rules about single arguments
    Rules,
    /// The files, hosts, programs and secrets of the call lie inside its scopes
    Capability,
    /// The sandbox that the call needs is there
    Sandbox,
    /// There is room in every rate and budget, and it is taken
    Rate,
    /// The audit log has the intent
    Intent,
    /// Whoever must say so approved it
    Approval,
    /// The policy and the operands are still those that were judged
    Recheck,
    /// The handler runs, with a `Granted`
    Handler,
    /// The outcome is in the audit log, secrets are out of the reply, and the reply is capped
    Outcome,
}

impl Step {
    /// All of them in order.
    pub const ALL: [Step; 15] = [
        Step::Id,
        Step::Surface,
        Step::Arguments,
        Step::Base,
        Step::Ceiling,
        Step::Grant,
        Step::Rules,
        Step::Capability,
        Step::Sandbox,
        Step::Rate,
        Step::Intent,
        Step::Approval,
        Step::Recheck,
        Step::Handler,
        Step::Outcome,
    ];

    /// From 1 to 15.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// `id`, `surface`, `arguments` …
    pub fn name(self) -> &'static str {
        match self {
            Step::Id => "id",
            Step::Surface => "surface",
            Step::Arguments => "arguments",
            Step::Base => "base",
            Step::Ceiling => "ceiling",
            Step::Grant => "grant",
            Step::Rules => "rules",
            Step::Capability => "capability",
            Step::Sandbox => "sandbox",
            Step::Rate => "rate",
            Step::Intent => "intent",
            Step::Approval => "approval",
            Step::Recheck => "recheck",
            Step::Handler => "handler",
            Step::Outcome => "outcome",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Step;

    #[test]
    fn the_numbers_are_those_of_the_order() {
        let numbers: Vec<u8> = Step::ALL.iter().map(|step| step.number()).collect();
        assert_eq!(numbers, (1..=15).collect::<Vec<u8>>());
        assert!(Step::ALL.is_sorted());
    }
}
