//! The view of a catalog in, Markdown out: an index, a summary for mdBook and a page a tool, or one document.

use minijinja::context;
use toolgen_model::Catalog;

use super::engine::{Error, Templates, raw, view};
use super::model::{Book, Page, book};
use crate::emit::Files;

/// `README.md`, `SUMMARY.md` and `NAME.md` for each tool.
///
/// # Errors
/// What is wrong in a template.
pub fn pages(catalog: &Catalog, templates: &Templates) -> Result<Files, Error> {
    let book = book(catalog);
    let mut files = tool_pages(&book, templates)?;
    files.insert("README.md", templates.render("index.md", context! { book => view(&book) })?);
    files.insert("SUMMARY.md", templates.render("summary.md", context! { book => view(&book) })?);
    Ok(files)
}

/// Everything in one document.
///
/// # Errors
/// What is wrong in a template.
pub fn document(catalog: &Catalog, templates: &Templates) -> Result<String, Error> {
    templates.render("document.md", context! { book => view(&book(catalog)), h => raw("##") })
}

/// The page of each tool.
pub(super) fn tool_pages(book: &Book, templates: &Templates) -> Result<Files, Error> {
    let mut files = Files::new();
    for page in book.pages() {
        files.insert(format!("{}.md", page.file), tool_page(page, templates)?);
    }
    Ok(files)
}

fn tool_page(page: &Page, templates: &Templates) -> Result<String, Error> {
    templates.render("tool.md", context! { page => view(page), h => raw("#") })
}
