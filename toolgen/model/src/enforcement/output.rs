//! What leaves a call.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "output.redaction",
        promise: "A secret's value, plain or encoded, leaves in no reply, record, log or error.",
        proof: "output::redaction",
        see: "`AGENT audit show` has `[REDACTED]`",
    },
    Enforcement {
        id: "output.cap",
        promise: "A reply is cut at its cap, at a whole character, and says so.",
        proof: "output::cap",
        see: "the reply's `truncated`",
    },
];
