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
    // Made once: for each page anew, it would be the square of the tools.
    let whole = view(&book);
    let overview = templates.render("agent.1", context! { book => whole.clone() })?;
    let mut files = Files::of(format!("{}.1", book.agent), overview);
    for page in book.pages() {
        let text = templates.render("tool.1", context! { book => whole.clone(), page => view(page) })?;
        files.insert(format!("{}-{}.1", book.agent, page.file), text);
    }
    Ok(files)
}
