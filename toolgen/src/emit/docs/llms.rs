//! The view of a catalog in, `llms.txt`, `llms-full.txt` and the pages that the former links to out.

use minijinja::context;
use toolgen_model::Catalog;

use super::engine::{Error, Templates, raw, view};
use super::model::book;
use crate::emit::Files;

/// The files for models that read a site.
///
/// # Errors
/// What is wrong in a template.
pub fn llms(catalog: &Catalog, templates: &Templates) -> Result<Files, Error> {
    let book = book(catalog);
    let mut files = Files::new();
    for page in book.pages() {
        let text = templates.render("tool.md", context! { page => view(page), h => raw("#") })?;
        files.insert(format!("{}.md", page.file), text);
    }
    files.insert("llms.txt", templates.render("llms.txt", context! { book => view(&book) })?);
    files.insert("llms-full.txt", templates.render("document.md", context! { book => view(&book), h => raw("##") })?);
    Ok(files)
}
