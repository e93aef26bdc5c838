//! A crate as users write one, whose tools take everything that a schema can say: manifests in, a table whose
//! handlers print their typed inputs out.

#![deny(warnings, missing_docs)]

use std::fmt::Debug;

use toolgen_runtime::Result;

toolgen_runtime::include_tools!();

/// The tools of the bundled corpus and of random schemas.
pub mod corpus {
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
}

/// The handler of every tool: what came, as Rust prints it.
///
/// # Errors
/// Never.
pub fn echo<T: Debug>(input: T) -> Result<String> {
    Ok(format!("{input:?}"))
}
