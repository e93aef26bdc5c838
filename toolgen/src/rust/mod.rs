//! The Rust front end: tokens of a `#[tool]` function in, an [`ir::Tool`](crate::ir::Tool) out. The macro and the
//! scan of a crate share it.

use std::path::PathBuf;

use crate::diag::{Diagnostic, Rule, Sink, Span};

mod argument;
mod attributes;
mod doc;
pub mod expand;
mod form;
mod list;
mod literal;
mod lower;
mod places;
mod range;
mod runtime;
#[cfg(feature = "build")]
pub mod scan;
mod signature;
mod table;
mod types;
#[cfg(feature = "build")]
pub(crate) mod uses;

pub use expand::{Origin, expand};
pub use places::Places;
#[cfg(feature = "build")]
pub(crate) use runtime::name as runtime_name;
pub use table::expand_tools;

/// The rules of the front end, file by file.
pub(crate) const RULES: &[&[Rule]] = &[
    signature::RULES,
    doc::RULES,
    form::RULES,
    literal::RULES,
    argument::RULES,
    table::RULES,
    #[cfg(feature = "build")]
    scan::RULES,
];

/// What all parts of the front end share while they read one function.
pub(crate) struct Front<'a> {
    /// Where tokens stand
    pub(crate) places: Places,
    /// Where findings go
    pub(crate) sink: &'a mut Sink,
    /// The whole declaration, for findings that have no place of their own
    pub(crate) whole: Span,
    /// The folder of the source file
    pub(crate) folder: PathBuf,
}

impl Front<'_> {
    /// Reports an error with what to do about it.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.sink.push(Diagnostic::error(code, span, message).help(help));
    }
}
