//! What the lowering of one file carries along.

use super::block::Block;
use super::reader::Reader;
use super::report::Report;
use super::tree::Tree;
use crate::diag::Span;
use crate::ir::{Entry, Template};

/// The state of one file's lowering.
pub(super) struct Lower<'r, 's> {
    /// Where findings go
    pub(super) report: &'r mut Report<'s>,
    /// Whether reading ended early: then what is missing may only not have been reached
    pub(super) partial: bool,
    /// `$defs` of the manifest
    pub(super) definitions: Vec<Entry>,
    /// Which of them are used
    pub(super) used: Vec<bool>,
    /// Which credentials are used, by name
    pub(super) sent: Vec<String>,
}

impl Lower<'_, '_> {
    /// Opens `tree` as `block`; a missing key is reported at `at`.
    pub(super) fn open<'t>(&mut self, tree: &'t Tree, block: &'static Block, at: Span) -> Option<Reader<'t>> {
        Reader::open(tree, block, at, self.partial, self.report)
    }

    /// Text with references.
    pub(super) fn template(&mut self, tree: &Tree) -> Option<Template> {
        let text = super::reader::text(tree, self.report)?;
        Some(super::reference::parse(&text, |finding| self.report.push(finding)))
    }
}
