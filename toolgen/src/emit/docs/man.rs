//! The view of a catalog in, man pages of section 1 out: `AGENT.1`, and `AGENT-NAME.1` for each tool.

use minijinja::context;
use toolgen_model::Catalog;

use super::engine::{Error, Templates, view};
use super::model::book;
use crate::emit::Files;

/// The man pages.
///
/// # Errors
/// What is wrong in a template.
pub fn man(catalog: &Catalog, templates: &Templates) -> Result<Files, Error> {
    let book = book(catalog);
    let mut files =
        Files::of(format!("{}.1", book.agent), templates.render("agent.1", context! { book => view(&book) })?);
    for page in book.pages() {
        let text = templates.render("tool.1", context! { book => view(&book), page => view(page) })?;
        files.insert(format!("{}-{}.1", book.agent, page.file), text);
    }
    Ok(files)
}
