//! Approvals: for one call, for a time, for exactly what was shown.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "approval.single_use",
        promise: "A yes counts for one call.",
        proof: "approval::single_use",
        see: "the second call asks again",
    },
    Enforcement {
        id: "approval.expires",
        promise: "A question that nobody answers in time is refused.",
        proof: "approval::expires",
        see: "the reply says that the time is over",
    },
    Enforcement {
        id: "approval.bound",
        promise: "A yes counts for the arguments, operands, agent and policy that were shown.",
        proof: "approval::bound",
        see: "the audit record has the digest of what was shown",
    },
    Enforcement {
        id: "approval.always",
        promise: r#""Always" is never kept for a wrapper or an opaque script."#,
        proof: "approval::always",
        see: "the prompt does not offer it",
    },
];
