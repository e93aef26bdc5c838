//! `cases:`: calls with what must come of them.

use super::block::{Block, Shape, by_rule, optional, required};
use super::lower::Lower;
use super::reader::Reader;
use crate::ir::{Case, Expect, Node};

/// A case.
pub(crate) static CASE: Block = Block {
    name: "Case",
    noun: "a case",
    doc: "A call with what must come of it: a test and an example.",
    keys: &[
        required("name", Shape::Text, "What it shows"),
        optional("input", Shape::Json, "The arguments; none where it is left out"),
        optional("mock", Shape::Json, "What a mocked server or program answers"),
        by_rule("expect", Shape::Block(&EXPECT), "What must come of it"),
    ],
};

static EXPECT: Block = Block {
    name: "Expect",
    noun: "`expect`",
    doc: "What must come of a case.",
    keys: &[
        optional("output", Shape::Json, "The structured reply, or the text"),
        optional("error", Shape::Json, "The error object, as far as it is written"),
        optional("request", Shape::Json, "The HTTP request that would be sent"),
        optional("argv", Shape::List(&Shape::Text), "The argument list that would be run"),
    ],
};

pub(super) fn cases(action: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for tree in action.list("cases", cx.report) {
        let Some(block) = cx.open(tree, &CASE, tree.span) else { continue };
        let Some(name) = block.text("name", cx.report) else { continue };
        let node = |block: &Reader<'_>, key| block.get(key).map(super::tree::Tree::node);
        let expect = block.pair("expect").and_then(|pair| cx.open(&pair.value, &EXPECT, pair.key.span));
        cases.push(Case {
            span: tree.span,
            name,
            input: node(&block, "input").unwrap_or_else(|| Node::object(tree.span)),
            mock: node(&block, "mock"),
            expect: expect.map_or_else(Expect::default, |expect| Expect {
                output: node(&expect, "output"),
                error: node(&expect, "error"),
                request: node(&expect, "request"),
                argv: node(&expect, "argv"),
            }),
        });
    }
    cases
}
