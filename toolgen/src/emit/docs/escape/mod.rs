//! How text of strangers is written so that it stays text: one target a file.

pub(crate) mod markdown;
pub(crate) mod prose;
pub(crate) mod roff;
pub(crate) mod shell;
