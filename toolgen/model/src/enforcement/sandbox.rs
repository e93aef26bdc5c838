//! The sandbox: what holds whichever backend runs.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "sandbox.named_backend",
        promise: "A backend that was named and does not work here refuses.",
        proof: "sandbox::named_backend",
        see: "`AGENT doctor`",
    },
    Enforcement {
        id: "sandbox.environment",
        promise: "The environment is cleared before the backend starts.",
        proof: "sandbox::environment",
        see: "`AGENT doctor`",
    },
    Enforcement {
        id: "sandbox.descriptors",
        promise: "Descriptors are closed before the program starts.",
        proof: "sandbox::descriptors",
        see: "`AGENT doctor`",
    },
    Enforcement {
        id: "sandbox.kill",
        promise: "Nothing that a call started outlives it.",
        proof: "sandbox::kill",
        see: "`AGENT doctor`",
    },
];
