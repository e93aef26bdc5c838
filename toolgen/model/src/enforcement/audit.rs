//! The audit log.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "audit.chain",
        promise: "A changed, removed or cut record is found.",
        proof: "audit::chain",
        see: "`AGENT audit verify` names the first bad line",
    },
    Enforcement {
        id: "audit.policy",
        promise: "A decision is explained by the policy that was in force: one that was changed since is refused.",
        proof: "audit::policy",
        see: "`AGENT audit verify` names it, and `AGENT explain --audit ID` refuses it",
    },
    Enforcement {
        id: "audit.escape",
        promise: "No text in a record makes a line of its own or acts on a terminal.",
        proof: "audit::escape",
        see: "`AGENT audit show`",
    },
    Enforcement {
        id: "audit.outside",
        promise: "No tool can write the log.",
        proof: "audit::outside",
        see: r#"`AGENT explain write_file --args '{"path":"LOG"}'`"#,
    },
];
