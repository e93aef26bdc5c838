//! The scan of a crate: its root file in, its `#[tool]` functions and the signatures of all its functions out.
//!
//! It follows `mod` declarations as rustc does and keeps the `cfg` predicates on the way. What it cannot
//! reach, or what a table cannot name, is a finding; the macro's twin warns all the same.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use toolgen_model::catalog::Source;

use crate::diag::{Diagnostic, Sink, Sources};
use crate::ir::Tool;

mod attribute;
mod files;
mod hidden;
mod imports;
mod walk;

/// What a scan is told of the crate.
#[derive(Clone, Debug)]
pub struct Crate {
    /// The package's name
    pub package: String,
    /// The package's folder; findings name files relative to it
    pub folder: PathBuf,
    /// The root file, for example `src/main.rs`, relative to the folder
    pub root: PathBuf,
    /// What the crate calls the runtime, `toolgen_runtime` where it is not renamed
    pub runtime: String,
}

/// A `#[tool]` function.
#[derive(Clone, Debug)]
pub struct ScannedTool {
    /// Its path: `crate::files::read`, or `crate::repo::Repo::stats`
    pub path: String,
    /// The predicates that all must hold, for example `feature = "git"`
    pub cfgs: Vec<String>,
    /// What it declares
    pub tool: Tool,
    /// Where it stands
    pub source: Source,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How many parameters it has
    pub arity: usize,
    /// Whether it is async
    pub is_async: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Scan {
    /// The tools in the order of the files
    pub tools: Vec<ScannedTool>,
    /// The files that were read, for `cargo::rerun-if-changed`
    pub files: Vec<PathBuf>,
    functions: HashMap<String, Signature>,
}

impl Scan {
    /// How the function at `path` is called; `None` when there is no free function there.
    pub fn function(&self, path: &str) -> Option<Signature> {
        self.functions.get(path).copied()
    }
}

/// Scans the crate. Texts go into `sources`, findings into `sink`.
pub fn scan(krate: &Crate, sources: &mut Sources, sink: &mut Sink) -> Scan {
    let mut scan = Scan::default();
    walk::root(krate, &mut scan, sources, sink);
    duplicates(&scan, sink);
    scan
}

/// Two tools of one name that stand in every build. Under `cfg` the compiler decides.
fn duplicates(scan: &Scan, sink: &mut Sink) {
    let mut names: HashMap<String, &ScannedTool> = HashMap::new();
    for tool in scan.tools.iter().filter(|tool| tool.cfgs.is_empty()) {
        let name = tool.tool.name();
        match names.get(&name) {
            Some(first) => sink.push(
                Diagnostic::error(
                    "TG0606",
                    tool.tool.name_span(),
                    format!("two tools have the name `{name}`: `{}` and `{}`", first.path, tool.path),
                )
                .also(first.tool.name_span(), "the first is here")
                .help("rename one of them, or give it `#[tool(name = \"…\")]`"),
            ),
            None => {
                names.insert(name, tool);
            }
        }
    }
}

/// `path` with `/`, relative to `folder` where it is inside.
fn named(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests;
