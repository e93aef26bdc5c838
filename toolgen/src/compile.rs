//! The straight line: texts in, checked declarations and their rows out.

use toolgen_model::catalog::{Catalog, Row, Source};

use crate::diag::{Diagnostic, FileId, Sink, Sources};
use crate::ir::{Manifest, Tool};
use crate::{check, manifest, normalize};

/// What a run gave. Rows are there when no finding is an error.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Every declaration, in the order of files and places
    pub tools: Vec<Tool>,
    /// The row of each declaration
    pub rows: Vec<Row>,
    /// The manifests without their tools
    pub manifests: Vec<Manifest>,
    /// The findings, sorted
    pub findings: Vec<Diagnostic>,
}

impl Compiled {
    /// The catalog of the rows, named after the manifest where there is only one.
    pub fn catalog(&self) -> Catalog {
        let only = if let [manifest] = self.manifests.as_slice() { Some(manifest) } else { None };
        let text =
            |value: Option<&crate::diag::Spanned<String>>| value.map(|value| value.value.clone()).unwrap_or_default();
        Catalog::new(
            text(only.and_then(|manifest| manifest.toolset.as_ref())),
            text(only.and_then(|manifest| manifest.version.as_ref())),
            self.rows.clone(),
        )
    }
}

/// Compiles the manifests among `sources`. `others` are declarations that another front end has read;
/// they are checked together with the manifests, and have no rows here.
pub fn compile(sources: &Sources, files: &[FileId], others: &[Tool], package: &str) -> Compiled {
    let mut sink = Sink::default();
    let mut manifests: Vec<Manifest> = files.iter().map(|&file| manifest::parse(sources, file, &mut sink)).collect();
    let tools: Vec<Tool> = manifests.iter_mut().flat_map(|manifest| std::mem::take(&mut manifest.tools)).collect();
    let all: Vec<Tool> = tools.iter().chain(others).cloned().collect();
    check::check(&all, &mut sink);
    check::secret::check(&all, sources, &mut sink);
    let rows = if sink.errors() == 0 { rows(sources, &tools, package) } else { Vec::new() };
    Compiled { tools, rows, manifests, findings: sink.finish() }
}

fn rows(sources: &Sources, tools: &[Tool], package: &str) -> Vec<Row> {
    // The checks have reported every schema without a canonical form, so that none is lost here.
    tools.iter().filter_map(|tool| normalize(tool, place(sources, tool, package)).ok()).collect()
}

/// Where a declaration stands, for its row.
pub(crate) fn place(sources: &Sources, tool: &Tool, package: &str) -> Source {
    let span = tool.name_span();
    let source = sources.get(span.file);
    let (line, column) = source.map_or((0, 0), |source| source.position(span.start));
    let file = source.map(|source| source.name.clone()).unwrap_or_default();
    Source { package: package.to_owned(), file, line, column }
}
