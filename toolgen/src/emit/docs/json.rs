//! A catalog in, `catalog.json` out.

use toolgen_model::Catalog;

use super::engine::{Error, Templates};
use crate::emit::Files;

/// The catalog as a file.
///
/// # Errors
/// None; the other formats can fail.
pub fn json(catalog: &Catalog, _templates: &Templates) -> Result<Files, Error> {
    Ok(Files::of("catalog.json", catalog.to_text()))
}
