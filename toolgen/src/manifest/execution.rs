//! `execution:`: how long a call takes and how it runs.

use super::block::{Block, Shape, optional};
use super::lower::Lower;
use super::reader::Reader;
use crate::ir::Execution;

/// The execution block.
pub(crate) static EXECUTION: Block = Block {
    name: "Execution",
    noun: "`execution`",
    doc: "How long a call takes and how it runs.",
    keys: &[
        optional("expectedSeconds", Shape::Whole(0, 86_400), "Seconds that a call usually takes"),
        optional("backgroundEligible", Shape::Flag, "Whether it may run as a background job"),
        optional("timeout", Shape::Duration, "After how long a call is given up"),
    ],
};

pub(super) fn execution(action: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Execution {
    let Some(pair) = action.pair("execution") else { return Execution::default() };
    let Some(block) = cx.open(&pair.value, &EXECUTION, pair.key.span) else { return Execution::default() };
    Execution {
        expected_seconds: block.whole("expectedSeconds", cx.report),
        background_eligible: block.flag("backgroundEligible", cx.report),
        timeout_ms: block.duration("timeout", cx.report),
    }
}
