//! What every rival is measured with: the number of tools in, their source text and the calls out.

pub mod call;
pub mod source;

pub use call::{Call, Rival, sequence};

/// The numbers of tools that are measured.
pub const SIZES: [usize; 3] = [1, 50, 500];
