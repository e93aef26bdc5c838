//! The scan of a crate: its root file in, its `#[tool]` functions and the signatures of all its functions out.
//!
//! It follows `mod` declarations as rustc does and keeps the `cfg` predicates on the way. What it cannot
//! reach, or what a table cannot name, is a finding; the macro's twin warns all the same.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use toolgen_model::catalog::Source;

use crate::diag::code::page;
use crate::diag::{FileId, Rule, Sink, Sources};
use crate::ir::Tool;

mod attribute;
mod files;
mod hidden;
mod imports;
mod walk;

pub(crate) use attribute::only_tests;
pub(crate) use walk::shift;

pub(crate) const RULES: &[Rule] = &[
    page!(
        rust,
        "TG0602",
        "unreachable-tool",
        Error,
        "Reports a tool in a module or a type that the root of the crate cannot name.",
        "`toolgen::build()` writes the list of tools at the root.",
        "mod a { mod b { #[tool] fn lost() {} } }",
        "`pub(crate)` before each module on the way, or before the type."
    ),
    page!(
        rust,
        "TG0603",
        "unreadable-rust",
        Warning,
        "Warns of a source file that is no Rust.",
        "Its tools are not listed.",
        "mod broken;   // fn f( {",
        "What the compiler says about it."
    ),
    page!(
        rust,
        "TG0604",
        "tool-without-a-path",
        Error,
        "Reports a tool inside the body of a function, or in the `impl` of a trait.",
        "No list can name it.",
        "fn main() { #[tool] fn inner() {} }",
        "A function in a module, or a method in an `impl` block of the type."
    ),
    page!(
        rust,
        "TG0605",
        "tool-made-by-a-macro",
        Warning,
        "Warns of `#[tool]` in the tokens of a macro.",
        "The scan does not run macros, so the tool is not listed by itself.",
        "macro_rules! make { ($n:ident) => { #[tool] fn $n() {} } }",
        "An entry in a list of your own: `pub static MORE: Table = tools![made];`."
    ),
];

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
    /// The same by their texts
    pub(crate) texts: Vec<FileId>,
    functions: HashMap<String, Signature>,
}

impl Scan {
    /// What is checked together with the manifests. Of several tools of one name that stand under `cfg`, the first:
    /// the compiler decides which of them is there.
    pub fn declared(&self) -> Vec<Tool> {
        let mut names = HashSet::new();
        let declared = self.tools.iter().filter(|tool| names.insert(tool.tool.name()) || tool.cfgs.is_empty());
        declared.map(|tool| tool.tool.clone()).collect()
    }

    /// How the function at `path` is called; `None` when there is no free function there.
    pub fn function(&self, path: &str) -> Option<Signature> {
        self.functions.get(path).copied()
    }
}

/// Scans the crate. Texts go into `sources`, findings into `sink`.
pub fn scan(krate: &Crate, sources: &mut Sources, sink: &mut Sink) -> Scan {
    let mut scan = Scan::default();
    walk::root(krate, &mut scan, sources, sink);
    scan
}

/// `path` with `/`, relative to `folder` where it is inside.
fn named(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests;
