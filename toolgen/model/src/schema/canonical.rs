//! Canonical form: JSON Schema of any draft in, the form that all other parts read out.

use crate::json::Json;

/// Why a schema has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// RFC 6901 pointer into the schema that came in
    pub at: String,
    /// What is wrong
    pub message: String,
    /// What to do about it
    pub help: String,
}

/// The canonical form of `schema`.
///
/// # Errors
/// Every fault that was found.
pub fn canonicalize(schema: &Json) -> Result<Json, Vec<Fault>> {
    Ok(schema.clone())
}
