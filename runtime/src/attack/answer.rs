//! What a driver found out, as data.

/// The decision of the mechanism and why, as a stable code or a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What happened to the attack
    pub decision: Decision,
    /// Why: a code such as `path.outside_root`, or a sentence
    pub reason: String,
}

impl Answer {
    /// An answer with its reason.
    pub fn new(decision: Decision, reason: impl Into<String>) -> Answer {
        Answer { decision, reason: reason.into() }
    }

    /// The case lacks what its kind needs, for example a path without a root.
    pub fn unfit(expected: &str) -> Answer {
        Answer::new(Decision::NoCase, format!("the case's input has no {expected}"))
    }
}

/// What happened to an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// It went ahead: what was asked is harmless
    Allow,
    /// Exactly the permitted part went ahead
    AllowExactly,
    /// It went ahead, and a person was told loudly what is not enforced
    AllowWithBanner,
    /// A person must approve it
    Supervised,
    /// The gate or a capability refused it
    Deny,
    /// It never becomes part of a program: the compiler, or the check of a policy, refused it
    RejectAtBuild,
    /// It went ahead without the effect that the attacker wanted
    Contained,
    /// The tool failed with an error that says why
    ToolError,
    /// It left a trace that a check finds
    Detected,
    /// The former state stays in force
    KeepOld,
    /// Only the operator can do it
    NeedsOperator,
    /// The declaration is enforced, or refused where it cannot be
    EnforcedOrRejected,
    /// The line is no case, or lacks what its kind needs
    NoCase,
    /// This build has no driver for the kind
    NoDriver,
    /// The driver itself failed
    Fault,
}

impl Decision {
    /// The name in cases and answers, for example `reject_at_build`.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Allow => "allow",
            Decision::AllowExactly => "allow_exactly",
            Decision::AllowWithBanner => "allow_with_banner",
            Decision::Supervised => "supervised",
            Decision::Deny => "deny",
            Decision::RejectAtBuild => "reject_at_build",
            Decision::Contained => "contained",
            Decision::ToolError => "tool_error",
            Decision::Detected => "detected",
            Decision::KeepOld => "keep_old",
            Decision::NeedsOperator => "needs_operator",
            Decision::EnforcedOrRejected => "enforced_or_rejected",
            Decision::NoCase => "no_case",
            Decision::NoDriver => "no_driver",
            Decision::Fault => "fault",
        }
    }
}
