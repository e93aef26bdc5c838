//! `cases:`, which are tests and examples at once.

use super::Node;
use crate::diag::{Span, Spanned};

/// One call with what must come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The whole case
    pub span: Span,
    /// What it shows
    pub name: Spanned<String>,
    /// The arguments
    pub input: Node,
    /// What a mocked server or program answers
    pub mock: Option<Node>,
    /// What must come
    pub expect: Expect,
}

/// What must come of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// The structured reply, or the text
    pub output: Option<Node>,
    /// The error object, as far as it is written
    pub error: Option<Node>,
    /// The request that would be sent
    pub request: Option<Node>,
    /// The argument list that would be run
    pub argv: Option<Node>,
}
