//! Capabilities: what a handler may touch.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[Enforcement {
    id: "dir.scope",
    promise: "Only the declared paths can be read or written.",
    proof: "dir::scope",
    see: "`AGENT explain TOOL --path PATH`",
}];
