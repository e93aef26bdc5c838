//! What answers a call, as declared.

use crate::diag::Spanned;

/// The kinds of handlers. Only `Rust` has code in the binary; the others are data that a runtime reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Handler {
    /// A function
    Rust(RustHandler),
}

/// A function that answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RustHandler {
    /// Its path from the crate's root; none for `handler.rs` beside the manifest
    pub function: Option<Spanned<String>>,
}
